import RedoSystem

/// A store helper that is tested, the address that it opens, and the names that the tests use.
package struct HelperBench: ~Copyable {
    private let program: String
    private let address: String
    private let seconds: Int
    /// The size of a file that the store has no room for, in bytes; nil if there is none.
    let overfillByteCount: Int?
    private let names = UsedNames()

    /// The names of files that a check uses.
    private final class UsedNames {
        var all: [String] = []
    }

    /// The prefixes of the names that redo uses.
    static let prefixes = [
        "data/", "slots/", "gone/", "epochs/", "claims/", "probe/", StoredName.genesis,
    ]

    /// - Parameters:
    ///   - program: the path of the helper.
    ///   - address: the address of a store without files.
    ///   - seconds: the maximum time without an answer.
    package init(_ program: String, address: String, seconds: Int, overfillByteCount: Int?) {
        self.program = program
        self.address = address
        self.seconds = seconds
        self.overfillByteCount = overfillByteCount
    }

    /// Runs a check. A helper that fails, fails the check. What was put is deleted.
    package func verdict(on check: HelperCheck) -> HelperCheck.Verdict {
        let verdict: HelperCheck.Verdict
        do throws(RedoError) {
            verdict = try check.run(self)
        } catch {
            verdict = .failed(error.message)
        }
        do throws(RedoError) {
            try clean()
        } catch {
            if case .failed = verdict { return verdict }
            return .failed("what was put cannot be deleted: \(error.message)")
        }
        return verdict
    }

    /// Requires a store without files, since the checks delete what they find in their way.
    ///
    /// - Throws: STORAGE_003 if there are some; errors of the helper.
    package func requireEmptyStore() throws(RedoError) {
        let helper = try open()
        for prefix in Self.prefixes {
            guard let file = try helper.list(prefix).first else { continue }
            throw RedoError(
                .writeFailed, "the store has files already, such as \(file.name)",
                hints: ["give the address of an empty one: files are put there and deleted"])
        }
    }

    private func clean() throws(RedoError) {
        if names.all.isEmpty { return }
        let helper = try open()
        for name in names.all { try helper.delete(name) }
        names.all = []
        if let file = try helper.list("data/").first {
            throw RedoError(.writeFailed, "\(file.name) is still there")
        }
    }

    // MARK: Helpers

    /// Starts the helper and opens the store.
    func open() throws(RedoError) -> StoreHelper {
        try StoreHelper(program, address: address, seconds: seconds)
    }

    /// Starts the helper and opens the store, for a check that writes requests itself.
    func start() throws(RedoError) -> RawHelper {
        try RawHelper(program, address: address, seconds: seconds)
    }

    // MARK: Files

    /// A name for a new file, which is deleted after the check.
    func name() -> String {
        let name = "data/\(RandomBytes.hexadecimal(count: 32))"
        note(name)
        return name
    }

    /// Lets a file be deleted after the check.
    func note(_ name: String) { names.all.append(name) }

    /// Random bytes, in which every part differs.
    static func content(_ count: Int) -> [UInt8] {
        let seed = RandomBytes.bytes(count: 32)
        var content = [UInt8](repeating: 0, count: count)
        var state = seed.prefix(8).reduce(UInt64(1)) { $0 << 8 ^ UInt64($1) } | 1
        for index in content.indices {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            content[index] = UInt8(truncatingIfNeeded: state >> 32)
        }
        return content
    }

    /// Whether a reader sees all of a file, or nothing of it.
    func isAbsentOrWhole(
        _ name: String, _ content: [UInt8], by reader: StoreHelper
    ) throws(RedoError) -> Bool {
        let found = try reader.get(name, limit: content.count)
        return found == nil || found == content
    }

    /// Whether the store keeps the first of two files of a name, as redo tests it before a claim.
    func keepsFirst() throws(RedoError) -> Bool { try open().keepsFirst() }

    /// The time since a moment, for people.
    static func seconds(since start: UInt64) -> String {
        let milliseconds = (Clock.monotonicNanoseconds() - start) / 1_000_000
        return milliseconds < 10_000
            ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
    }
}

/// A store helper whose input a check writes as it likes.
final class RawHelper {
    private let process: ChildProcess
    private let seconds: Int
    private var received: [UInt8] = []

    /// - Throws: NETWORK_001 if it does not open the store.
    init(_ program: String, address: String, seconds: Int) throws(RedoError) {
        self.seconds = seconds
        process = try failing(.notFound, "the store helper cannot be run") {
            () throws(SystemError) in
            try ChildProcess(program, arguments: [], errors: .captured, isGroupLeader: false)
        }
        let text = SystemText.bytes(of: address)
        guard try line() == StoreProtocol.title else { throw Self.broken("it does not begin") }
        try send("open \(text.count)", text)
        guard try line() == "ok" else { throw Self.broken("it does not open the store") }
    }

    /// Sends a line, and bytes after it.
    func send(_ line: String, _ content: [UInt8]) throws(RedoError) {
        let bytes = Array("\(line)\n".utf8) + content
        do throws(ChildProcess.Interruption) {
            try process.write(bytes.span, within: seconds)
        } catch {
            throw Self.broken("it does not read")
        }
    }

    /// The next line.
    func line() throws(RedoError) -> String {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            var count = 0
            do throws(ChildProcess.Interruption) {
                count = try process.read(atMost: 4096, into: &received, within: seconds)
            } catch {
                throw Self.broken("it does not answer")
            }
            if count == 0 { throw Self.broken("it has ended") }
        }
    }

    /// Ends its input, and waits for its end.
    ///
    /// - Returns: its exit status.
    func end(within seconds: Int) -> Int32 {
        process.endInput()
        return process.finish(within: seconds)
    }

    /// Ends it at once.
    func kill() { process.kill() }

    private static func broken(_ reason: String) -> RedoError {
        RedoError(.unreachable, "the store helper failed: \(reason)")
    }
}
