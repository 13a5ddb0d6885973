import Foundation
import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoSystem
import TestSupport
import Testing

@Suite struct FolderStorageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var root: String { directory.path }

    private func checkpoint(_ sequence: Int, _ text: String) throws -> NewCheckpoint {
        try Samples.checkpoint(sequence, Array(text.utf8))
    }

    private func names(_ directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root + "/" + directory).sorted()
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
        #expect(try storage.statement(of: tip) == nil)
        #expect(try !storage.holds(tip, []))
    }

    /// What is in a slot and is not a statement does not keep its store from going on.
    @Test func aSlotGoesOnBesideWhatIsIgnored() throws {
        var storage = try FolderStorage(root)
        let one = try #require(try storage.advance(to: checkpoint(1, "a"), from: nil) { _, _ in })
        let noise = CheckpointTip(
            slot: one.slot, version: StoredName.fileName(.max, Samples.digest(1)))
        try Data("noise\n".utf8).write(
            to: URL(filePath: "\(root)/slots/\(one.slot)/\(noise.version)"))
        #expect(try storage.advance(to: checkpoint(2, "b"), from: one) { _, _ in } == nil)
        let two = try #require(
            try storage.advance(to: checkpoint(2, "b"), from: one, besides: [noise]) { _, _ in })
        // The one before stays, as always.
        #expect(try storage.tips() == [noise, two, one])
    }

    @Test func whetherItsOwnFilesAreThereIsSeen() throws {
        var storage = try FolderStorage(root)
        let one = try checkpoint(1, "one")
        let tip = try #require(try storage.advance(to: one, from: nil) { _, _ in })
        let pieces = one.statement.statement.pieces
        #expect(try storage.holds(tip, pieces))
        try FileManager.default.removeItem(atPath: "\(root)/data/\(pieces[0].hexadecimal)")
        #expect(try !storage.holds(tip, pieces) && storage.holds(tip, []))
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

/// Files that no statement lists.
@Suite struct UnlistedFileTests {
    private let directory: TemporaryDirectory
    private var storage: FolderStorage

    init() throws {
        directory = try TemporaryDirectory()
        storage = try FolderStorage(directory.path)
    }

    private static let start = Instant(milliseconds: 1_763_294_400_000)
    private static let days: Int64 = 24 * 60 * 60 * 1000

    private func put(_ text: String, _ directory: String) throws -> Digest {
        let name = SHA256.digest(Array(text.utf8).span)
        let path = "\(self.directory.path)/\(directory)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name.hexadecimal)"))
        return name
    }

    private func isThere(_ name: Digest) -> Bool {
        FileManager.default.fileExists(atPath: "\(directory.path)/data/\(name.hexadecimal)")
    }

    private mutating func sweep(after days: Int64) throws {
        let now = Instant(milliseconds: Self.start.milliseconds + days * Self.days)
        try storage.removeUnlisted(at: now) { _ in [] }
    }

    @Test mutating func theyAreMarkedFirst() throws {
        let name = try put("one", "data")
        try sweep(after: 0)
        #expect(try storage.marks().marked == [name] && isThere(name))
        let text = try String(
            contentsOfFile: "\(directory.path)/gone/\(name.hexadecimal)", encoding: .utf8)
        #expect(text == "2025-11-16T12:00:00.000Z\n")
        try sweep(after: 29)
        #expect(isThere(name))
        try sweep(after: 30)
        #expect(try storage.marks().marked.isEmpty && !isThere(name))
        // That it was removed is said for as long again.
        for day in [31, 59] as [Int64] {
            try sweep(after: day)
            #expect(try storage.marks().going == [name], "day \(day)")
        }
        try sweep(after: 60)
        #expect(try storage.marks().isEmpty)
    }

    /// What is going to be removed stays as long as a statement lists it, and goes as soon as none does.
    @Test mutating func whatIsGoingIsNotTakenBack() throws {
        let piece = Array("one".utf8)
        let name = SHA256.digest(piece.span)
        let tip = try #require(
            try storage.advance(to: Samples.checkpoint(1, piece), from: nil) { _, _ in })
        let gone = "\(directory.path)/gone"
        try FileManager.default.createDirectory(atPath: gone, withIntermediateDirectories: true)
        for suffix in ["", "-going"] {
            try Data("2025-11-16T12:00:00.000Z\n".utf8)
                .write(to: URL(filePath: "\(gone)/\(name.hexadecimal)\(suffix)"))
        }
        try storage.removeUnlisted(at: Self.start) { _ in [name] }
        #expect(try storage.marks().going == [name] && isThere(name))
        #expect(try storage.marks().marked.isEmpty)
        try storage.remove(tip)
        try storage.removeUnlisted(at: Self.start) { _ in [name] }
        #expect(!isThere(name))
    }

    /// A mark without a time, by whatever program, is written anew: nothing is removed before its time.
    @Test(arguments: ["", "soon\n", "2025-11-16\n"])
    mutating func aMarkThatSaysNothingIsWrittenAnew(_ text: String) throws {
        let name = try put("one", "data")
        let gone = "\(directory.path)/gone"
        try FileManager.default.createDirectory(atPath: gone, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(gone)/\(name.hexadecimal)"))
        try sweep(after: 100)
        #expect(isThere(name))
        try sweep(after: 129)
        #expect(isThere(name))
        try sweep(after: 130)
        #expect(!isThere(name))
    }

    /// A clock that was set back removes nothing.
    @Test mutating func aClockThatWasSetBackWaits() throws {
        let name = try put("one", "data")
        try sweep(after: 0)
        try sweep(after: -400)
        #expect(isThere(name))
    }

    /// Other names, and what is not a file, are left alone.
    @Test mutating func strangersStay() throws {
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/data/notes", withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(filePath: "\(directory.path)/data/photo.jpg"))
        try sweep(after: 0)
        try sweep(after: 31)
        #expect(try storage.marks().isEmpty)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/data").sorted()
                == ["notes", "photo.jpg"])
    }

    /// The statements of a slot go up to the one that was replaced; a later one stays.
    @Test mutating func aLaterStatementStays() throws {
        let slot = Samples.slot
        let path = "\(directory.path)/slots/\(slot)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let names = (1...3).map { StoredName.fileName($0, Samples.digest(1)) }
        for name in names { try Data("x".utf8).write(to: URL(filePath: "\(path)/\(name)")) }
        try storage.remove(CheckpointTip(slot: slot, version: names[1]))
        #expect(try storage.tips().map(\.version) == [names[2]])
    }
}
