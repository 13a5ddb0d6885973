import Foundation
import RedoCheckpoints
import RedoCrypto
import RedoSystem
import TestSupport
import Testing

@Suite struct FolderStorageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var root: String { folder.path }

    /// A statement that lists one piece, and the piece.
    private func checkpoint(_ sequence: Int, _ text: String) throws -> NewCheckpoint {
        let piece = Array(text.utf8)
        let name = SHA256.digest(piece.span)
        let statement = try SignedStatement(
            Statement(
                slot: Samples.slot, key: Samples.signer.publicKey, sequence: sequence,
                previous: sequence == 1 ? nil : Samples.digest(1),
                packs: [Statement.ListedPack(name: name, byteCount: 5, pieces: [name])],
                heads: (0, name), nodeCount: 0, seen: [], retired: [],
                time: try Samples.statement(1).statement.time), signedBy: Samples.signer)
        return NewCheckpoint(statement, listed: []) { _ in piece }
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder).sorted()
    }

    @Test func whatWasPutIsRead() throws {
        var storage = try FolderStorage(root)
        #expect(storage.isNew)
        #expect(try storage.tips().isEmpty)
        let one = try checkpoint(1, "one")
        let tip = try #require(try storage.advance(to: one, from: nil) { _, _ in })
        #expect(!storage.isNew)
        #expect(try storage.tips() == [tip])
        #expect(try storage.statement(of: tip) == one.statement.file)
        let piece = try #require(one.statement.statement.pieces.first)
        #expect(try storage.data(piece, of: tip) == Array("one".utf8))
        #expect(try storage.data(Samples.digest(1), of: tip) == nil)
        #expect(try storage.missing([piece, Samples.digest(1)]) == [Samples.digest(1)])
    }

    /// The last statement and the one before it stay; a slot stands only where its last was.
    @Test func aSlotGoesOnFromWhereItStands() throws {
        var storage = try FolderStorage(root)
        var tip = try #require(try storage.advance(to: checkpoint(1, "a"), from: nil) { _, _ in })
        #expect(try storage.advance(to: checkpoint(2, "b"), from: nil) { _, _ in } == nil)
        for sequence in 2...4 {
            let next = try checkpoint(sequence, "text \(sequence)")
            tip = try #require(try storage.advance(to: next, from: tip) { _, _ in })
        }
        #expect(try storage.tips().map(\.version).count == 2)
        #expect(try storage.tips().first == tip)
        let other = CheckpointTip(slot: tip.slot, version: "0")
        #expect(try storage.advance(to: checkpoint(5, "e"), from: other) { _, _ in } == nil)
        try storage.remove(tip)
        #expect(try storage.tips().isEmpty)
    }

    /// A file that another program has copied in part is replaced, and its statement is not read.
    @Test func whatIsNotCompleteIsNotThere() throws {
        var storage = try FolderStorage(root)
        let one = try checkpoint(1, "one")
        let piece = try #require(one.statement.statement.pieces.first)
        try FileManager.default.createDirectory(
            atPath: root + "/data", withIntermediateDirectories: true)
        try Data("o".utf8).write(to: URL(filePath: "\(root)/data/\(piece.hexadecimal)"))
        let tip = try #require(try storage.advance(to: one, from: nil) { _, _ in })
        #expect(try storage.data(piece, of: tip) == Array("one".utf8))
        let file = "\(root)/slots/\(tip.slot)/\(tip.version)"
        try Data(one.statement.file.dropLast(3)).write(to: URL(filePath: file))
        #expect(throws: RedoError.self) { try storage.statement(of: tip) }
    }

    /// What a stranger puts beside the files is not looked at, and links are not followed.
    @Test func strangeNamesAreIgnored() throws {
        var storage = try FolderStorage(root)
        let tip = try #require(try storage.advance(to: checkpoint(1, "a"), from: nil) { _, _ in })
        let slot = "\(root)/slots/\(tip.slot)"
        for name in ["x", "0000000000000002-", tip.version.uppercased(), "00-\(tip.version)"] {
            try Data("x".utf8).write(to: URL(filePath: "\(slot)/\(name)"))
        }
        try FileManager.default.createDirectory(
            atPath: "\(root)/slots/xyz", withIntermediateDirectories: true)
        #expect(try storage.tips() == [tip])
        let file = "\(root)/data/\(Samples.digest(3).hexadecimal)"
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: "/etc/passwd")
        #expect(try storage.data(Samples.digest(3), of: tip) == nil)
    }

    @Test func aFolderThatIsNotThereIsNamed() throws {
        #expect {
            try FolderStorage(root + "/missing")
        } throws: { error in
            (error as? RedoError)?.code == .notFound
                && (error as? RedoError)?.hints.first?.contains("mount") == true
        }
    }
}
