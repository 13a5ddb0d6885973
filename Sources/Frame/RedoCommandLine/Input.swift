import RedoModel
import RedoStore
import RedoSystem

/// The input of a command: a file, or standard input as `-`.
package struct Input: Sendable {
    package let path: String
    /// The path from the working directory of the process, which may not be that of the command.
    private let location: String
    /// The descriptor that `-` means.
    private let standard: Int32

    fileprivate init(_ path: String, in surroundings: Surroundings) {
        self.path = path
        location = surroundings.located(path)
        standard = surroundings.input
    }

    /// The name of the input in errors.
    package var name: String { path == "-" ? "standard input" : path }

    /// Everything there is.
    ///
    /// - Parameter limit: a longer input is refused.
    /// - Throws: STORAGE_001 if it cannot be read, or is longer.
    package func readAll(atMost limit: Int = .max) throws(RedoError) -> [UInt8] {
        let bytes = try bytes(atMost: limit)
        guard bytes.count <= limit else {
            throw RedoError(.notFound, "\(name.printable) has more than \(limit) bytes")
        }
        return bytes
    }

    /// The maximum size in bytes of an input that is read into memory as a whole.
    private static let maximumByteCountInMemory = 1 << 24

    /// Everything there is. A large file is mapped, and any other large input is kept in a file of a store.
    ///
    /// - Parameter store: nil keeps a large input in memory.
    /// - Throws: STORAGE_001 if it cannot be read, STORAGE_003 if it cannot be kept.
    package func mapped(in store: Store?) throws(RedoError) -> MappedFile {
        if path == "-" { return try spooled(from: standard, in: store) }
        let file = try reading { () throws(SystemError) in
            try FileDescriptor(opening: location, for: .read)
        }
        let status = try reading { () throws(SystemError) in try file.status() }
        if status.kind == .regular, status.size > Self.maximumByteCountInMemory {
            return try reading { () throws(SystemError) in try MappedFile(file, path: path) }
        }
        return try spooled(from: file.rawValue, in: store)
    }

    private func spooled(
        from descriptor: Int32, in store: Store?
    ) throws(RedoError) -> MappedFile {
        func read(into bytes: inout [UInt8]) throws(RedoError) -> Bool {
            try reading { () throws(SystemError) in
                try readBytes(from: descriptor, atMost: 1 << 18, into: &bytes, path: name) > 0
            }
        }
        var bytes: [UInt8] = []
        while store == nil || bytes.count <= Self.maximumByteCountInMemory {
            guard try read(into: &bytes) else {
                return try reading { () throws(SystemError) in
                    try MappedFile(copying: [bytes], path: name)
                }
            }
        }
        guard let store else { preconditionFailure("everything was read without a store") }
        let text = try SpooledText(in: store)
        repeat {
            try text.append(bytes.span)
            bytes.removeAll(keepingCapacity: true)
        } while try read(into: &bytes)
        return try text.mapped()
    }

    private func reading<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(RedoError) -> Result {
        try failing(.notFound, "the input cannot be read", body)
    }

    private func bytes(atMost limit: Int) throws(RedoError) -> [UInt8] {
        try reading { () throws(SystemError) -> [UInt8] in
            if path != "-" { return try Files.readInput(location, limit: limit) }
            var bytes: [UInt8] = []
            while bytes.count <= limit,
                try readBytes(from: standard, atMost: 1 << 18, into: &bytes, path: name) > 0
            {}
            return bytes
        }
    }
}

/// Lines of standard input that name things: ids, dates, tasks.
package struct InputLines: ~Copyable {
    private var reader: LineReader

    /// - Parameter maximumLineByteCount: a longer line ends the command.
    init(
        _ surroundings: Surroundings, separatedByZeros: Bool, maximumLineByteCount: Int = 1 << 16
    ) {
        reader = LineReader(
            descriptor: surroundings.input, name: "standard input",
            separator: separatedByZeros ? 0 : UInt8(ascii: "\n"),
            maximumLineByteCount: maximumLineByteCount)
    }

    /// - Throws: STORAGE_001 if the input cannot be read.
    package mutating func next() throws(RedoError) -> LineReader.Line? {
        return try failing(.notFound, "the input cannot be read") { () throws(SystemError) in
            try reader.next()
        }
    }

    /// True if the writer at the other end has paused and may be waiting for answers.
    package var isPaused: Bool { reader.isPaused }
}

extension CommandContext {
    /// A file, or standard input as `-`.
    package func input(_ path: String = "-") -> Input {
        Input(path, in: surroundings)
    }

    /// The lines of standard input.
    ///
    /// - Parameter maximumLineByteCount: a longer line ends the command.
    package func inputLines(
        separatedByZeros: Bool = false, maximumLineByteCount: Int = 1 << 16
    ) -> InputLines {
        InputLines(
            surroundings, separatedByZeros: separatedByZeros,
            maximumLineByteCount: maximumLineByteCount)
    }
}
