import RedoSystem

/// A program `redo-store-NAME` that reaches a store, controlled over its standard input and output.
///
/// It is hostile until validated: lines, names, sizes and time are limited, and the first invalid answer ends the
/// exchange.
package final class StoreHelper: StoreVerbs {
    private let process: ChildProcess
    /// The name of the program, for people.
    private let program: String
    /// The maximum time without output, in seconds.
    private let seconds: Int
    private var received: [UInt8] = []
    /// The number of those bytes that were consumed.
    private var used = 0
    /// The error after which no more requests are possible.
    private var failure: RedoError?

    /// Answers that are a whole line.
    private static let soleWords: Set<Substring> = ["absent", "end", "exists", "ok"]
    private static let partByteCount = 1 << 16
    private static let secondsToEnd = 2

    /// Starts a helper, and opens a store with it.
    ///
    /// - Parameters:
    ///   - path: the path of the program.
    ///   - address: the address of the store, as the helper interprets it.
    /// - Throws: STORAGE_001 if it cannot be started or there is no such store, NETWORK_001 if it violates the protocol
    ///   or cannot reach the store, NETWORK_002 if the store denies access.
    package init(_ path: String, address: String, seconds: Int) throws(RedoError) {
        let program = Path.name(of: path)
        self.program = program
        self.seconds = seconds
        process = try failing(.notFound, "the store helper \(program.printable) cannot be run") {
            () throws(SystemError) in
            try ChildProcess(path, arguments: [], errors: .inherited, isGroupLeader: false)
        }
        guard try line() == StoreProtocol.title else {
            throw broken("it does not begin with '\(StoreProtocol.title)'")
        }
        let text = SystemText.bytes(of: address)
        try send("open \(text.count)", text)
        _ = try answer(among: ["ok"])
    }

    deinit {
        process.endInput()
        process.finish(within: failure == nil ? Self.secondsToEnd : 0)
    }

    // MARK: Verbs

    package func list(_ prefix: String) throws(RedoError) -> [StoredFile] {
        try send("list \(prefix)")
        var files: [StoredFile] = []
        while true {
            let words = try answer(among: ["file", "end"])
            if words[0] == "end" { return files }
            guard words.count == 3, words[1].hasPrefix(prefix), StoredFileName.isName(words[1]),
                let count = StoreProtocol.count(words[2], limit: Int.max)
            else { throw broken("it lists what is not a file of '\(prefix)'") }
            guard files.count < StoreProtocol.maximumFileCount else {
                throw broken("it lists more than \(StoreProtocol.maximumFileCount) files")
            }
            files.append(StoredFile(name: String(words[1]), byteCount: count))
        }
    }

    package func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]? {
        try send("get \(name) \(limit)")
        let words = try answer(among: ["content", "absent"])
        if words[0] == "absent" { return nil }
        guard words.count == 2, let count = StoreProtocol.count(words[1], limit: limit) else {
            throw broken("it gives more of \(name) than was asked for")
        }
        return try bytes(count)
    }

    package func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        try send("put \(name) \(content.count)", content)
        return try answer(among: ["ok", "exists"])[0] == "ok"
    }

    package func delete(_ name: String) throws(RedoError) {
        try send("delete \(name)")
        _ = try answer(among: ["ok"])
    }

    // MARK: Requests and answers

    private func send(_ line: String, _ content: [UInt8] = []) throws(RedoError) {
        if let failure { throw failure }
        do throws(ChildProcess.Interruption) {
            try process.write((Array("\(line)\n".utf8) + content).span, within: seconds)
        } catch {
            // If the helper has reported an error before it ended, that is read.
            guard case .failed = error else { throw interrupted(error) }
        }
    }

    /// The words of the next line, if the first is one of the expected ones.
    ///
    /// - Throws: the error that the helper reports.
    private func answer(among first: [Substring]) throws(RedoError) -> [Substring] {
        let line = try line()
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard let word = words.first else { throw broken("it sent nothing") }
        if first.contains(word), words.count == 1 || !Self.soleWords.contains(word) {
            return words
        }
        guard word == "error", words.count == 3,
            let count = StoreProtocol.count(
                words[2], limit: StoreProtocol.maximumTextByteCount)
        else { throw broken("its answer does not fit the request") }
        let text = String(decoding: try bytes(count), as: UTF8.self)
        let fault = StoreProtocol.Fault(rawValue: String(words[1])) ?? .failed
        throw RedoError(fault.code, "\(program): \(text)".printable)
    }

    /// The next line, without its line feed.
    private func line() throws(RedoError) -> String {
        if let failure { throw failure }
        var looked = used
        while true {
            if let end = received[looked...].firstIndex(of: UInt8(ascii: "\n")) {
                guard end - used <= StoreProtocol.maximumLineByteCount,
                    let line = String(validating: received[used..<end], as: UTF8.self)
                else { throw broken("it sent an invalid line") }
                used = end + 1
                return line
            }
            guard received.count - used <= StoreProtocol.maximumLineByteCount else {
                throw broken("it sent a line that does not end")
            }
            looked = try receive(keeping: received.count - used)
        }
    }

    private func bytes(_ count: Int) throws(RedoError) -> [UInt8] {
        while received.count - used < count { _ = try receive(keeping: received.count - used) }
        defer { used += count }
        return Array(received[used..<used + count])
    }

    /// Reads more bytes.
    ///
    /// - Parameter rest: the number of bytes that were not consumed yet.
    /// - Returns: the offset of the new bytes.
    private func receive(keeping rest: Int) throws(RedoError) -> Int {
        if let failure { throw failure }
        if used > 0 {
            received.removeFirst(used)
            used = 0
        }
        let count: Int
        do throws(ChildProcess.Interruption) {
            count = try process.read(
                atMost: Self.partByteCount, into: &received, within: seconds)
        } catch {
            throw interrupted(error)
        }
        guard count > 0 else {
            let status = process.finish(within: Self.secondsToEnd)
            throw broken("it ended in the middle, with the status \(status)")
        }
        return rest
    }

    // MARK: Errors

    private func interrupted(_ error: ChildProcess.Interruption) -> RedoError {
        switch error {
        case .terminated:
            failure = .terminated
            process.end()
            return .terminated
        case .silent: return broken("it does not answer")
        case .failed(let cause): return broken(cause.reason)
        }
    }

    /// An error after which the rest of the output cannot be interpreted.
    private func broken(_ reason: String) -> RedoError {
        let error = RedoError(
            .unreachable, "the store helper \(program) failed: \(reason)".printable,
            hints: ["docs/store-helpers.md describes the answers"])
        failure = error
        process.end()
        return error
    }
}
