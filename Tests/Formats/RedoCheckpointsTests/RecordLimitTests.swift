import RedoCheckpoints
import RedoCrypto
import RedoSystem
import TestSupport
import Testing

/// The record of a remote is limited, whatever others sign, and keeps what was seen first.
@Suite struct RecordLimitTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var place: ContainedDirectory {
        CheckpointRecord.directory(ofRemote: "origin", inStore: directory.path)
    }

    private static func nonce(_ number: Int) -> SlotNonce {
        var bytes = [UInt8](repeating: 6, count: SlotNonce.byteCount)
        for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: number >> (8 * place)) }
        return SlotNonce(checked: bytes)
    }

    /// A slot of a stranger whose statement has seen this many slots that never were.
    private func inventor(_ number: Int, _ count: Int) throws -> CheckpointRecord.Seen {
        let seen = (0..<count).map { Samples.mention(7, Self.nonce(1000 + $0)) }
        return CheckpointRecord.Seen(
            try Samples.statement(1, of: Samples.signer(9), in: Self.nonce(number), seen: seen),
            version: "1", isCounting: true, isWhole: true)
    }

    /// Statements of the greatest size there is: more than the record can keep. It stays readable, and an honest slot that was seen
    /// before, and one that comes later, stay in it.
    @Test func theGreatestStatementsAreLeftOut() throws {
        var record = CheckpointRecord(in: place)
        let honest = try Samples.statement(1)
        record.note(
            CheckpointRecord.Seen(honest, version: "1", isCounting: true, isWhole: true))
        try record.save()
        #expect(record.unkeptCount == 0)
        let big = try inventor(1, 30_000)
        #expect(big.statement.file.count > 7 << 20)
        for number in 1...5 {
            // The same statement under other names costs the same.
            record.seen[Slot(of: Samples.signer(9).publicKey, nonce: Self.nonce(number))] =
                number == 1 ? big : try inventor(number, 30_000)
        }
        let late = try Samples.statement(1, of: Samples.signer(8))
        record.note(CheckpointRecord.Seen(late, version: "1", isCounting: true, isWhole: true))
        #expect(record.unkeptCount >= 3)
        try record.save()
        let size = try Files.read(place.file("state")).count
        #expect(size < 2 * CheckpointRecord.maximumSeenByteCount)
        let read = CheckpointRecord(in: place)
        #expect(read.seen[honest.statement.slot]?.expected == honest)
        #expect(read.seen[late.statement.slot]?.expected == late)
        #expect(read.seen.count == 7 - record.unkeptCount)
    }

    @Test func whatWasDecidedIsKept() throws {
        var record = CheckpointRecord(in: place)
        let key = Samples.signer(9).publicKey
        record.settle([Samples.slot: 4])
        try record.accept([Samples.slot: 7], by: key)
        try record.accept([Samples.slot: 5, Samples.otherSlot: 2], by: key)
        record.judgedBy = Samples.digest(3)
        try record.save()
        let read = CheckpointRecord(in: place)
        #expect(read.settled == [Samples.slot: 4])
        #expect(read.accepted == [key: [Samples.slot: 7, Samples.otherSlot: 2]])
        #expect(read.judgedBy == Samples.digest(3))
        let bytes = try Files.read(place.file("state"))
        #expect(CheckpointRecord.fault(in: bytes) == nil)
    }

    @Test func acceptedWordsAreLimited() throws {
        var record = CheckpointRecord(in: place)
        let numbers = Dictionary(
            uniqueKeysWithValues: (0..<CheckpointRecord.maximumDecisionCount).map {
                (Slot(of: Samples.signer.publicKey, nonce: Self.nonce($0)), 1)
            })
        try record.accept(numbers, by: Samples.signer(9).publicKey)
        #expect(throws: RedoError.self) {
            try record.accept([Samples.slot: 1], by: Samples.signer(8).publicKey)
        }
    }

    /// What counted once is expected, also after the key does not count any more, or the slot goes on without counting.
    @Test func whatCountedIsExpected() throws {
        let one = try Samples.statement(1)
        var entry = CheckpointRecord.Seen(one, version: "1", isCounting: true, isWhole: true)
        entry.judge(isKeyCounting: false, after: nil)
        #expect(!entry.isCounting && entry.expected == one)
        var next = CheckpointRecord.Seen(
            try Samples.statement(2), under: Samples.slot, version: "2", isTrue: true,
            isWhole: true)
        next.judge(isKeyCounting: false, after: entry)
        #expect(!next.isCounting && next.expected == one)
        var record = CheckpointRecord(in: place)
        record.note(next)
        try record.save()
        let read = try #require(CheckpointRecord(in: place).seen[Samples.slot])
        #expect(read.expected == one && read.statement == next.statement && !read.isCounting)
        next.judge(isKeyCounting: true, after: entry)
        #expect(next.expected == next.statement)
    }
}
