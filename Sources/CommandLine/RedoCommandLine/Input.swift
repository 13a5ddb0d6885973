import RedoModel
import RedoStore
import RedoSystem

/// Where a command reads from: a file, or standard input as `-`.
package struct Input: Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    package static let standard = Input("-")

    /// What errors call it.
    package var name: String { path == "-" ? "standard input" : path }

    /// Everything there is.
    ///
    /// - Throws: STORAGE_001 if it cannot be read.
    package func readAll() throws(RedoError) -> [UInt8] {
        do throws(SystemError) {
            if path != "-" { return try Files.readInput(path) }
            var bytes: [UInt8] = []
            while try readBytes(from: 0, atMost: 1 << 18, into: &bytes, path: name) > 0 {}
            return bytes
        } catch {
            throw RedoError(.notFound, "the input cannot be read", cause: error)
        }
    }
}

/// Lines of standard input that name things: ids, dates, tasks.
package struct InputLines: ~Copyable {
    private var reader: LineReader

    /// - Parameter greatestLineByteCount: a longer line ends the command.
    package init(separatedByZeros: Bool = false, greatestLineByteCount: Int = 1 << 16) {
        reader = LineReader(
            descriptor: 0, name: "standard input",
            separator: separatedByZeros ? 0 : UInt8(ascii: "\n"),
            greatestLineByteCount: greatestLineByteCount)
    }

    /// - Throws: STORAGE_001 if the input cannot be read.
    package mutating func next() throws(RedoError) -> LineReader.Line? {
        return try failing(.notFound, "the input cannot be read") { () throws(SystemError) in
            try reader.next()
        }
    }

    /// Whether the writer at the other end has paused and may be waiting for answers.
    package var isPaused: Bool { reader.isPaused }
}
