import Foundation
import RedoCheckpoints
import RedoCrypto
import RedoSystem
import TestSupport
import Testing

/// A store behind a helper that was written after docs/store-helpers.md alone, in another language, and helpers that do not
/// keep to it.
@Suite struct StoreHelperTests {
    private let directory: TemporaryDirectory
    private let program: String

    init() throws {
        directory = try TemporaryDirectory()
        let script = Fixtures.package.appending(path: "Tests/Support/Servers/store_helper.py").path
        program = try ProgramFile.write(
            "#!/bin/sh\nexec python3 -B '\(script)'\n", to: directory.path + "/redo-store-test",
            mode: 0o700)
        try FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: true)
    }

    private var root: String { directory.path + "/files" }

    private func helper(_ mode: String = "", seconds: Int = 60) throws -> StoreHelper {
        try StoreHelper(
            program, address: mode.isEmpty ? root : "\(mode):\(root)", seconds: seconds)
    }

    private func storage(_ mode: String = "") throws -> StoreStorage<StoreHelper> {
        StoreStorage(try helper(mode), name: "store:test", expectsSlots: false)
    }

    // MARK: Verbs

    @Test func whatIsPutIsListedAndGiven() throws {
        let helper = try helper()
        // Every byte, and more than a pipe holds.
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try helper.put("data/aa", content))
        #expect(try !helper.put("data/aa", [1]))
        #expect(try helper.put("data/bb", []))
        #expect(
            try helper.list("data/") == [
                StoredFile(name: "data/aa", byteCount: 300_000),
                StoredFile(name: "data/bb", byteCount: 0),
            ])
        #expect(try helper.list("slots/").isEmpty)
        #expect(try helper.get("data/aa", limit: 1 << 20) == content)
        #expect(try helper.get("data/bb", limit: 0) == [])
        #expect(try helper.get("data/cc", limit: 9) == nil)
        try helper.delete("data/aa")
        try helper.delete("data/aa")
        #expect(try helper.get("data/aa", limit: 1 << 20) == nil)
    }

    // MARK: Checkpoints

    @Test func aSlotGoesOnFromWhereItStands() throws {
        var storage = try storage()
        #expect(try storage.tips().isEmpty)
        var tip = try #require(
            try storage.advance(to: Samples.checkpoint(1, [1]), from: nil) { _, _ in })
        #expect(try storage.advance(to: Samples.checkpoint(2, [2]), from: nil) { _, _ in } == nil)
        for sequence in 2...4 {
            let next = try Samples.checkpoint(sequence, [UInt8(sequence)])
            tip = try #require(try storage.advance(to: next, from: tip) { _, _ in })
            #expect(try storage.statement(of: tip) == next.statement.file)
        }
        // The last one and the one before it stay.
        #expect(try storage.tips().count == 2 && storage.tips().first == tip)
        #expect(try storage.missing([Samples.digest(1)]) == [Samples.digest(1)])
        try storage.remove(tip)
        #expect(try storage.tips().isEmpty)
        var other = StoreStorage(try helper(), name: "store:test", expectsSlots: true)
        let error = #expect(throws: RedoError.self) { try other.tips() }
        #expect(error?.code == .notFound)
    }

    /// A file whose digest is not its name is not there: a writer replaces it, a reader does not believe it.
    @Test func whatIsDamagedIsReplaced() throws {
        let next = try Samples.checkpoint(1, Array("piece".utf8))
        let piece = try #require(next.statement.statement.pieces.first)
        let path = "\(root)/data/\(piece.hexadecimal)"
        try FileManager.default.createDirectory(
            atPath: root + "/data", withIntermediateDirectories: true)
        for damage in ["piec", "piecf", "pieces and more", ""] {
            try Data(damage.utf8).write(to: URL(filePath: path))
            var storage = try storage()
            let tip = try #require(try storage.advance(to: next, from: nil) { _, _ in })
            #expect(try Data(contentsOf: URL(filePath: path)) == Data("piece".utf8))
            let file = "\(root)/slots/\(tip.slot)/\(tip.version)"
            try Data(next.statement.file.dropLast()).write(to: URL(filePath: file))
            #expect(try storage.statement(of: tip) == nil)
            try FileManager.default.removeItem(atPath: file)
        }
    }

    /// Whoever claims something needs to be the only one: a second put of a name says whether the store can do that.
    @Test func aStoreThatReplacesTakesNoClaims() throws {
        for (mode, isTaking) in [("", true), ("replacing", false), ("lying", false)] {
            #expect(try helper(mode).keepsFirst() == isTaking, "\(mode)")
            // Nothing of the probe stays.
            #expect(try helper().list("probe/").isEmpty)
        }
    }

    // MARK: Helpers that do not keep to it

    @Test(arguments: ["garbage", "endless", "names", "sizes", "many", "dying/1", "dying/2"])
    func aListingThatIsNoneEndsIt(_ mode: String) throws {
        _ = try helper().put("data/aa", [1])
        let helper = try helper(mode)
        let error = #expect(throws: RedoError.self) { try helper.list("data/") }
        #expect(error?.code == .unreachable, "\(mode): \(String(describing: error))")
        // Nothing more is said to it.
        #expect(throws: RedoError.self) { try helper.get("data/aa", limit: 5) }
    }

    @Test(arguments: ["garbage", "endless", "long", "dying/1"])
    func aFileThatIsNoneEndsIt(_ mode: String) throws {
        _ = try helper().put("data/aa", [1, 2, 3])
        let helper = try helper(mode)
        let error = #expect(throws: RedoError.self) { try helper.get("data/aa", limit: 3) }
        #expect(error?.code == .unreachable, "\(mode): \(String(describing: error))")
    }

    @Test func aHelperThatHangsIsEnded() throws {
        // On a busy machine its start alone can take the second.
        let error = #expect(throws: RedoError.self) {
            try helper("hanging", seconds: 1).list("data/")
        }
        #expect(error?.message.contains("it does not answer") == true)
    }

    @Test(arguments: [("denied", ErrorCode.unauthenticated), ("offline", .unreachable)])
    func whatItSaysIsWrongIsPrintable(_ mode: String, _ code: ErrorCode) throws {
        let helper = try helper(mode)
        let error = #expect(throws: RedoError.self) { try helper.put("data/aa", [1]) }
        #expect(error?.code == code && error?.message.contains("\u{1B}") == false)
        #expect(error?.message.hasPrefix("redo-store-test: no ") == true)
    }

    @Test(arguments: [
        "true", "false", "cat", "echo redo-store 2", "printf 'redo-store 1'", "echo",
        "echo redo-store 1; echo maybe", "echo redo-store 1; exit 3", "yes",
        "echo redo-store 1; echo 'error x 99999'; sleep 60",
        "echo redo-store 1; echo 'error x -1'", "echo redo-store 1; echo 'ok 1'",
    ])
    func anotherProgramIsNoHelper(_ script: String) throws {
        let path = try ProgramFile.write(
            "#!/bin/sh\n\(script)\n", to: directory.path + "/redo-store-other", mode: 0o700)
        let error = #expect(throws: RedoError.self) {
            try StoreHelper(path, address: "x", seconds: 20)
        }
        #expect(error?.code == .unreachable, "\(String(describing: error))")
    }

    @Test func aPlaceThatIsNotThereIsSaid() throws {
        let error = #expect(throws: RedoError.self) {
            try StoreHelper(program, address: "/nowhere", seconds: 20)
        }
        #expect(error?.code == .notFound && error?.message.contains("/nowhere") == true)
        #expect(throws: RedoError.self) {
            try StoreHelper(directory.path + "/missing", address: "x", seconds: 20)
        }
    }

    // MARK: The helper's side

    /// Files in memory.
    private final class Files: StoreVerbs {
        var files: [String: [UInt8]] = [:]

        func list(_ prefix: String) throws(RedoError) -> [StoredFile] {
            files.filter { $0.key.hasPrefix(prefix) }.map {
                StoredFile(name: $0.key, byteCount: $0.value.count)
            }
        }

        func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]? {
            guard name != "data/denied" else { throw RedoError(.unauthenticated, "no\nentry") }
            return files[name]
        }

        func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
            defer { if files[name] == nil { files[name] = content } }
            return files[name] == nil
        }

        func delete(_ name: String) throws(RedoError) { files[name] = nil }
    }

    /// What a server answers to some bytes.
    private func answers(_ input: String) throws -> (text: String, isUsage: Bool) {
        let name = directory.path + "/input"
        let output = directory.path + "/output"
        try Data(input.utf8).write(to: URL(filePath: name))
        _ = FileManager.default.createFile(atPath: output, contents: nil)
        let from = try FileHandle(forReadingFrom: URL(filePath: name))
        let into = try FileHandle(forWritingTo: URL(filePath: output))
        var server = StoreHelperServer(
            input: from.fileDescriptor, output: into.fileDescriptor)
        var isUsage = false
        do throws(RedoError) {
            try server.run { _ in Files() }
        } catch {
            isUsage = error.code == .usage
        }
        let data = try Data(contentsOf: URL(filePath: output))
        return (String(decoding: data, as: UTF8.self), isUsage)
    }

    @Test func theServerAnswersInItsTurn() throws {
        let (text, isUsage) = try answers(
            "open 2\nab" + "put data/a 3\nx\nyput data/a 1\nz" + "list data/\n" + "get data/a 9\n"
                + "get data/b 9\n" + "get data/denied 9\n" + "delete data/a\n" + "get data/a 9\n")
        #expect(
            text
                == "redo-store 1\nok\nok\nexists\nfile data/a 3\nend\ncontent 3\nx\nyabsent\n"
                + "error denied 8\nno\nentryok\nabsent\n")
        #expect(!isUsage)
    }

    @Test(arguments: [
        "list data/\n", "open x\n", "open 2\nablist\n", "open 2\nablist ../x\n",
        "open 2\nabget data/a\n", "open 2\nabput data/a 99\nshort", "open 2\nabput data/a -1\n",
        "open 2\nabdance data/a\n", "open 2\nabget DATA 9\n", "\n", "open 99999\n",
        String(repeating: "x", count: 2000),
    ])
    func theServerTakesNothingElse(_ input: String) throws {
        #expect(try answers(input).isUsage)
    }
}
