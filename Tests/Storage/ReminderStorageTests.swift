import RedoCrypto
import RedoModel
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoStore

/// The record of what was announced on a device.
@Suite struct ReminderStorageTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private var path: String { Path.join(store.path, "reminders/told") }

    private static let now = Sample.instant("2025-01-07T10:00:00.000Z")

    init() throws { temporary = try TemporaryStore() }

    private static func record() -> ReminderRecord {
        var record = ReminderRecord(beginningAt: Sample.wall)
        let moment = Sample.instant("2025-01-05T09:00:00.000Z")
        let reminder = Reminder(.due, of: Sample.task, date: moment, at: moment)
        record.note([reminder], at: Sample.instant("2025-01-05T09:00:01.000Z"))
        return record
    }

    /// Writes something in the place of the record.
    private func write(_ bytes: some Sequence<UInt8>) throws {
        _ = try Files.makeDirectory(Path.parent(of: path))
        try temporary.replace(path, with: Array(bytes))
    }

    private func expectNone(_ comment: Comment) {
        #expect(
            store.reminderRecord(at: Self.now) == ReminderRecord(beginningAt: Self.now), comment)
    }

    @Test func aRecordBeginsNowWhereThereIsNone() { expectNone("missing") }

    @Test func whatIsKeptIsReadAgain() throws {
        let first = Self.record()
        try #require(first.announced.count == 1)
        try store.keep(first)
        #expect(store.reminderRecord(at: Self.now) == first)
        let second = ReminderRecord(beginningAt: Sample.wall)
        try store.keep(second)
        #expect(store.reminderRecord(at: Self.now) == second)
        #expect(try Files.names(in: Path.parent(of: path)) == ["told"])
    }

    @Test func aDamagedRecordBeginsNow() throws {
        try store.keep(Self.record())
        let bytes = try Files.read(path)
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1
            try write(damaged)
            expectNone("byte \(place)")
            try write(bytes[..<place])
            expectNone("cut off after \(place) bytes")
        }
        try write(bytes + [10])
        expectNone("a line feed too much")
        try write(bytes)
        #expect(store.reminderRecord(at: Self.now) == Self.record())
    }

    @Test(arguments: ["", "began 2025\n", "€€€€€€€€€€€€€€€€€€€€€€€€€"])
    func whatIsNoRecordBeginsNow(_ text: String) throws {
        let checksum = SHA256.digest(Array(text.utf8).span).hexadecimal
        try write("\(text)\(checksum)\n".utf8)
        expectNone("with its checksum")
        try write(text.utf8)
        expectNone("without a checksum")
    }

    @Test func oneAtATimeAnnounces() throws {
        let lock = try store.reminderLock()
        let other = try store.reminderLock(patience: 1)
        let (isTaken, isTakenTwice) = (lock != nil, other != nil)
        #expect(isTaken && !isTakenTwice)
        _ = consume lock
    }
}
