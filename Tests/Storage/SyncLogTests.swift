import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoStore

/// The log of exchanges with remotes.
@Suite struct SyncLogTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private static func record(_ number: Int) -> SyncRecord {
        var record = SyncRecord(
            time: Instant(milliseconds: Int64(number)), remote: "origin", cause: .auto)
        record.receivedCount = number
        return record
    }

    @Test func whatIsNotedIsReadAgain() throws {
        var failed = Self.record(1)
        failed.status = .failed
        failed.failure = SyncRecord.Failure(
            code: .unreachable, message: "no \"way\"\n", hints: ["a", "ß"])
        var done = SyncRecord(time: .latest, remote: "b", cause: .watch)
        (done.milliseconds, done.sentCount, done.mergedCount, done.divergedCount) = (1, 2, 3, 4)
        done.status = .incomplete
        try store.add(failed)
        try store.add(done)
        #expect(store.syncRecords() == [failed, done])
        #expect(failed.isOffline && !done.isOffline)
    }

    @Test func theLastHundredAreKept() throws {
        for number in 0..<105 { try store.add(Self.record(number)) }
        #expect(store.syncRecords().map(\.receivedCount) == Array(5..<105))
    }

    /// The log is not synced to the disk: after a power cut any part of it can be there.
    @Test func nothingIsWrittenBehindALineThatIsCutOff() throws {
        for number in 0..<12 { try store.add(Self.record(number)) }
        let path = Path.join(store.syncPath, "log")
        let whole = try Files.read(path)
        // Cut off anywhere in the last two lines, and with a sector that was never written.
        var torn: [[UInt8]] = []
        for count in (whole.count - 300)...whole.count { torn.append(Array(whole.prefix(count))) }
        let hole = [UInt8](repeating: 0, count: 512)
        torn.append(Array(whole[..<512]) + hole + Array(whole[1024...]))
        for bytes in torn {
            try temporary.replace(path, with: bytes)
            let known = store.syncRecords()
            try store.add(Self.record(12))
            #expect(store.syncRecords() == known + [Self.record(12)], "\(bytes.count)")
            #expect(SyncRecord.faults(inLog: try Files.read(path)).isEmpty, "\(bytes.count)")
        }
        // Any other line stays, for a check to name.
        try temporary.replace(path, with: Array(whole.dropFirst()))
        try store.add(Self.record(12))
        #expect(SyncRecord.faults(inLog: try Files.read(path)).first?.gravity == .damage)
    }

    @Test func noneIsLostWhereSeveralAreNotedAtOnce() throws {
        let store = store
        let failures = Parallel.map(count: 64, smallestShare: 1) { range in
            range.map { number in (try? store.add(Self.record(number))) == nil }
        }
        #expect(!failures.contains(true))
        #expect(Set(store.syncRecords().map(\.receivedCount)) == Set(0..<64))
    }

    /// One that is larger is not read, and the next exchange begins it again.
    @Test func aLogOf16MebibytesIsRead() throws {
        try store.add(Self.record(1))
        let path = Path.join(store.syncPath, "log")
        let line = try Files.read(path)
        let padding = Array(repeating: UInt8(ascii: "x"), count: (16 << 20) - line.count - 1)
        let bytes = padding + [UInt8(ascii: "\n")] + line
        try #require(bytes.count == 16 << 20)
        try temporary.replace(path, with: bytes)
        #expect(store.syncRecords() == [Self.record(1)])
        #expect(store.lastSyncRecord == Self.record(1))
        try temporary.replace(path, with: [UInt8(ascii: "x")] + bytes)
        #expect(store.syncRecords().isEmpty && store.lastSyncRecord == nil)
        try store.add(Self.record(2))
        #expect(store.syncRecords() == [Self.record(2)])
    }
}
