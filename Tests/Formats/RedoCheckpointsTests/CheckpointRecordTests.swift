import Foundation
import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@Suite struct CheckpointRecordTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var place: ContainedDirectory {
        CheckpointRecord.directory(ofRemote: "origin", inStore: directory.path)
    }

    @Test func whatWasNotedIsRead() throws {
        var record = CheckpointRecord(in: place)
        #expect(record.own == nil && record.seen.isEmpty)
        let own = try Samples.statement(1)
        let other = try Samples.statement(2, in: Samples.otherNonce)
        record.own = Samples.own("12 abc")
        record.own?.last = (own, "version")
        record.own?.retired = [try #require(other.mention)]
        record.seen[Samples.otherSlot] = CheckpointRecord.Seen(
            other, version: "7", isCounting: true, isWhole: false)
        record.source = Samples.digest(4)
        record.listedPacks = [Samples.digest(5)]
        try record.recordSigned(own)
        let read = CheckpointRecord(in: place)
        #expect(read.own?.slot == Samples.slot && read.own?.identity == "12 abc")
        #expect(read.own?.signed == [own.digest] && read.own?.sequence == 1)
        #expect(read.own?.last?.statement == own && read.own?.last?.version == "version")
        #expect(read.own?.retired == record.own?.retired)
        let seen = try #require(read.seen[Samples.otherSlot])
        #expect(seen.statement == other && seen.version == "7")
        #expect(seen.isCounting && !seen.isWhole)
        #expect(read.source == Samples.digest(4) && read.listedPacks == [Samples.digest(5)])
    }

    @Test func theKeyThatLeftIsRemembered() throws {
        var record = CheckpointRecord(in: place)
        #expect(record.left == nil)
        record.left = try Samples.statement(1).statement.key
        try record.save()
        #expect(CheckpointRecord(in: place).left == record.left)
    }

    /// A statement whose signature does not hold is not taken from the file either.
    @Test func aDamagedFileCountsAsMissing() throws {
        var record = CheckpointRecord(in: place)
        record.own = Samples.own("1")
        let other = try Samples.statement(2, in: Samples.otherNonce)
        record.seen[Samples.otherSlot] = CheckpointRecord.Seen(
            other, version: "7", isCounting: true, isWhole: true)
        try record.save()
        let file = URL(filePath: place.file("state"))
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacing(Samples.digest(1001).hexadecimal, with: Samples.digest(2).hexadecimal)
            .write(to: file, atomically: true, encoding: .utf8)
        #expect(CheckpointRecord(in: place).seen.isEmpty)
        #expect(CheckpointRecord(in: place).own != nil)
        try text.dropLast(9).description.write(to: file, atomically: true, encoding: .utf8)
        #expect(CheckpointRecord(in: place).own == nil)
    }

    @Test func aFileThatIsAsItShouldBeIsLeftAlone() throws {
        var record = CheckpointRecord(in: place)
        record.own = Samples.own("1")
        try record.save()
        let path = place.file("state")
        // A file that is written again has another number on the disk while the old one is open.
        let old = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? old.close() }
        func number() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        }
        let first = try number()
        try record.save()
        var read = CheckpointRecord(in: place)
        try read.save()
        #expect(try number() == first)
        // One value writes two states, one after the other, and the first again.
        read.listedPacks = [Samples.digest(5)]
        try read.save()
        #expect(try number() != first)
        #expect(CheckpointRecord(in: place).listedPacks == read.listedPacks)
        read.listedPacks = []
        try read.save()
        #expect(CheckpointRecord(in: place).listedPacks.isEmpty)
        // What was damaged is made whole.
        try "{".write(toFile: path, atomically: true, encoding: .utf8)
        var damaged = CheckpointRecord(in: place)
        try damaged.save()
        #expect(try String(contentsOfFile: path, encoding: .utf8) != "{")
    }

    @Test func idsAreKeptForAsLongAsTheirPackIsListed() throws {
        var record = CheckpointRecord(in: place)
        let statement = try Samples.statement(1, packs: [1])
        record.own = Samples.own("1")
        record.own?.last = (statement, "v")
        try record.keep(NodeLinks(of: [(Sample.id(1), [])]), of: Samples.digest(1))
        try record.keep(NodeLinks(of: [(Sample.id(2), [])]), of: Samples.digest(2))
        record.removeUnlisted()
        #expect(record.ids(of: Samples.digest(1))?.contains(Sample.id(1)) == true)
        #expect(record.ids(of: Samples.digest(2)) == nil)
    }

    /// A statement whose connection was cut may stand on the remote, and is the last one when it is found there.
    @Test func idsOfAStatementThatMayStandAreKept() throws {
        var record = CheckpointRecord(in: place)
        record.own = Samples.own("1")
        try record.keep(NodeLinks(of: [(Sample.id(1), [])]), of: Samples.digest(1))
        let statement = try Samples.statement(1, packs: [1])
        try record.recordSigned(statement)
        record.removeUnlisted()
        #expect(record.hasIDs(of: Samples.digest(1)))
        record.own?.last = (try Samples.statement(1, packs: [2]), "v")
        record.removeUnlisted()
        #expect(!record.hasIDs(of: Samples.digest(1)))
    }

    @Test func oneCommandAtATimeExchanges() throws {
        let record = CheckpointRecord(in: place)
        let lock = try record.lock()
        #expect(throws: RedoError.self) { _ = try record.lock() }
        _ = consume lock
        _ = try record.lock()
    }

    /// A copy of the folder is another one.
    @Test func aCopyHasAnotherIdentity() throws {
        let record = CheckpointRecord(in: place)
        let identity = try record.identity()
        #expect(try record.identity() == identity)
        let copy = directory.path + "/copy"
        try FileManager.default.copyItem(atPath: place.path, toPath: copy)
        #expect(try CheckpointRecord(in: ContainedDirectory(copy, depth: 1)).identity() != identity)
    }
}
