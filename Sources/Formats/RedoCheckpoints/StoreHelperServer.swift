import RedoSystem

/// The helper's side of the protocol: parses requests and calls the verbs of a program `redo-store-NAME`.
package struct StoreHelperServer: ~Copyable {
    /// Opens the store of an address.
    package typealias Open = (_ address: String) throws(RedoError) -> any StoreVerbs

    private let input: Int32
    private let output: Int32
    private var received: [UInt8] = []

    /// - Parameters:
    ///   - input: the descriptor of the requests.
    ///   - output: the descriptor of the answers.
    package init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// Answers requests until the input ends.
    ///
    /// - Throws: wrong usage for what is not the protocol; STORAGE_002 if an answer cannot be written.
    package mutating func run(_ open: Open) throws(RedoError) {
        try send(StoreProtocol.title)
        var store: (any StoreVerbs)?
        while let line = try nextLine() {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            do throws(Request) {
                try answer(words, &store, open)
            } catch {
                switch error {
                case .failed(let error):
                    let text = Array(
                        error.message.utf8.prefix(StoreProtocol.maximumTextByteCount))
                    try send(
                        "error \(StoreProtocol.Fault(error.code).rawValue) \(text.count)", text)
                case .fatal(let error): throw error
                }
            }
        }
    }

    /// The reason why a request failed.
    private enum Request: Error {
        /// The store cannot perform it.
        case failed(RedoError)
        /// The connection is broken.
        case fatal(RedoError)
    }

    private mutating func answer(
        _ words: [Substring], _ store: inout (any StoreVerbs)?, _ open: Open
    ) throws(Request) {
        if words.first == "open", words.count == 2,
            let count = StoreProtocol.count(
                words[1], limit: StoreProtocol.maximumTextByteCount)
        {
            let address = try content(count)
            store = try attempting { () throws(RedoError) in
                try open(SystemText.text(Array(address)))
            }
            return try sending("ok")
        }
        guard let store, words.count >= 2, StoredFileName.isName(words[1]) else {
            throw .fatal(Self.notAsked)
        }
        let name = String(words[1])
        switch (words[0], words.count) {
        case ("list", 2):
            let files = try attempting { () throws(RedoError) in try store.list(name) }
            var text: [UInt8] = []
            for file in files where StoredFileName.isName(file.name) {
                text += "file \(file.name) \(file.byteCount)\n".utf8
            }
            try sending(text + Array("end\n".utf8))
        case ("get", 3):
            guard
                let limit = StoreProtocol.count(
                    words[2], limit: StoreProtocol.maximumFileByteCount)
            else { throw .fatal(Self.notAsked) }
            let found = try attempting { () throws(RedoError) in
                try store.get(name, limit: limit)
            }
            guard let found else { return try sending("absent") }
            try sending(Array("content \(found.count)\n".utf8) + found)
        case ("put", 3):
            guard
                let count = StoreProtocol.count(
                    words[2], limit: StoreProtocol.maximumFileByteCount)
            else { throw .fatal(Self.notAsked) }
            let bytes = try content(count)
            let isNew = try attempting { () throws(RedoError) in try store.put(name, bytes) }
            try sending(isNew ? "ok" : "exists")
        case ("delete", 2):
            try attempting { () throws(RedoError) in try store.delete(name) }
            try sending("ok")
        default: throw .fatal(Self.notAsked)
        }
    }

    private static let notAsked = RedoError.usage(
        "standard input is not that of a store helper",
        hints: ["redo runs this program for remotes with URLs that begin with store:"])

    private func attempting<Result>(
        _ body: () throws(RedoError) -> Result
    ) throws(Request) -> Result {
        do throws(RedoError) {
            return try body()
        } catch {
            throw .failed(error)
        }
    }

    // MARK: Lines and bytes

    private func sending(_ line: String) throws(Request) { try sending(Array("\(line)\n".utf8)) }

    private func sending(_ bytes: [UInt8]) throws(Request) {
        do throws(RedoError) {
            try write(bytes)
        } catch {
            throw .fatal(error)
        }
    }

    private func send(_ line: String, _ content: [UInt8] = []) throws(RedoError) {
        try write(Array("\(line)\n".utf8) + content)
    }

    private func write(_ bytes: [UInt8]) throws(RedoError) {
        try failing(.exportFailed, "the answer cannot be written") { () throws(SystemError) in
            try writeBytes(bytes.span, to: output, path: "standard output")
        }
    }

    /// The next line; nil at the end of the input.
    private mutating func nextLine() throws(RedoError) -> String? {
        var looked = 0
        while true {
            if let end = received[looked...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            guard received.count <= StoreProtocol.maximumLineByteCount else {
                throw Self.notAsked
            }
            looked = received.count
            guard try receive() else { return nil }
        }
    }

    private mutating func content(_ count: Int) throws(Request) -> [UInt8] {
        do throws(RedoError) {
            while received.count < count {
                guard try receive() else { throw Self.notAsked }
            }
        } catch {
            throw .fatal(error)
        }
        defer { received.removeFirst(count) }
        return Array(received[..<count])
    }

    private mutating func receive() throws(RedoError) -> Bool {
        try failing(.notFound, "standard input cannot be read") { () throws(SystemError) in
            try readBytes(from: input, atMost: 1 << 16, into: &received, path: "standard input")
                > 0
        }
    }
}
