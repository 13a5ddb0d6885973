import Foundation
import RedoCrypto
import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoStore

/// The order in which nodes have come, and the places in it.
@Suite struct ArrivalJournalTests {
    private let store: TemporaryStore
    private var file: String { "\(store.store.path)/watch/arrivals" }

    init() throws { store = try TemporaryStore() }

    private static func ids(_ numbers: some Sequence<Int>) -> [NodeID] {
        numbers.map { NodeID(SHA256.digest(Array("\($0)".utf8).span)) }
    }

    private func journal() -> ArrivalJournal { ArrivalJournal(of: store.store) }

    @discardableResult
    private func update(
        _ journal: inout ArrivalJournal, _ numbers: some Sequence<Int>
    ) throws -> [NodeID] {
        let places = try #require(try journal.update(with: Self.ids(numbers)) { $0 })
        return places.map { journal.id(at: $0) }
    }

    @Test func whatIsNewIsAppendedOnce() throws {
        var first = journal()
        #expect(try update(&first, 0..<3) == Self.ids(0..<3))
        #expect(try update(&first, 1..<5) == Self.ids(3..<5))
        #expect(try update(&first, 0..<5) == [])
        #expect(try Files.read(file).count == 16 + 5 * 40)
    }

    @Test func theOrderIsTheCallers() throws {
        var first = journal()
        let places = try #require(try first.update(with: Self.ids(0..<3)) { $0.reversed() })
        #expect(places.map { first.id(at: $0) } == Self.ids(0..<3).reversed())
    }

    /// What one has appended the other tells, and neither tells anything twice.
    @Test func twoWatchersShareIt() throws {
        var (first, second) = (journal(), journal())
        try update(&first, 0..<2)
        #expect(try update(&second, 0..<3) == Self.ids(0..<3))
        #expect(try update(&first, 0..<4) == Self.ids(2..<4))
        #expect(try update(&second, []) == Self.ids(3..<4))
        for count in 0...4 { #expect(first.cursor(after: count) == second.cursor(after: count)) }
    }

    @Test func cursorsAreReadAsTheyArePrinted() throws {
        var first = journal()
        try update(&first, 0..<3)
        for count in 0...3 {
            let cursor = first.cursor(after: count)
            #expect(ArrivalCursor("\(cursor)") == cursor && cursor.count == count)
            #expect(first.has(cursor))
        }
        for text in [
            "", "1", "-", "1-", "-0123456789abcdef", "1-0123456789abcde", "1-0123456789ABCDEF",
            "1-0123456789abcdef0", "-1-0123456789abcdef", "+1-0123456789abcdef", "00x", " 0",
            "99999999999999999999-0123456789abcdef",
        ] { #expect(ArrivalCursor(text) == nil, "\(text)") }
    }

    /// A node that could not be reported gets another record once it is whole, after all cursors.
    @Test func anUntoldNodeComesAgain() throws {
        let untold = Self.ids([1])[0]
        var first = journal()
        try update(&first, 0..<3)
        let cursor = first.cursor(after: 3)
        try first.updateUnreported(adding: [untold])
        #expect(try journal().unreported() == [untold])
        // Not before it is whole.
        #expect(try update(&first, 0..<3) == [])
        let whole = Set(Self.ids(0..<2))
        let places = try first.update(with: Self.ids(0..<3), nowWhole: whole) { $0 }
        #expect(places == [3] && first.id(at: 3) == untold)
        #expect(first.has(cursor) && first.last(of: 0..<4) == [0, 2, 3])
        #expect(try first.unreported().isEmpty)
        #expect(try first.update(with: Self.ids(0..<3), nowWhole: whole) { $0 } == [])
        // Another watcher reads both records.
        var second = journal()
        #expect(try update(&second, 0..<3) == Self.ids([0, 1, 2, 1]))
        #expect(second.cursor(after: 4) == first.cursor(after: 4))
    }

    /// A cursor of another journal, or of another order, is not a place.
    @Test func aForeignCursorIsUnknown() throws {
        var first = journal()
        try update(&first, 0..<3)
        let cursor = first.cursor(after: 3)
        try Files.remove(file)
        var second = journal()
        try update(&second, 0..<5)
        #expect(!second.has(cursor) && second.has(.start))
        // The one that ran on begins again, and tells nothing twice.
        #expect(try update(&first, 0..<6) == Self.ids(3..<6))
        #expect(!first.has(cursor))
    }

    @Test(arguments: [1, 39, 40, 41, 79])
    func aRecordThatWasCutOffIsMadeAgain(_ count: Int) throws {
        var first = journal()
        try update(&first, 0..<4)
        let cursors = (0...4).map { first.cursor(after: $0) }
        let bytes = try Files.read(file)
        try Data(bytes.dropLast(count)).write(to: URL(filePath: file))
        var second = journal()
        let kept = 4 - (count + 39) / 40
        // What is left keeps its places; the others come again, in another order.
        _ = try second.update(with: Self.ids(0..<6)) { $0.reversed() }
        #expect(second.count == 6)
        for (place, cursor) in cursors.enumerated() {
            #expect(second.has(cursor) == (place <= kept))
        }
    }

    /// Whatever byte is wrong, each node has one record afterwards, and a cursor that is known stands for the same
    /// nodes.
    @Test func aDamagedByteLosesNothing() throws {
        var first = journal()
        try update(&first, 0..<6)
        let cursors = (0...6).map { first.cursor(after: $0) }
        let bytes = try Files.read(file)
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x40
            try Data(damaged).write(to: URL(filePath: file))
            var second = journal()
            _ = try second.update(with: Self.ids(0..<6)) { $0.reversed() }
            #expect(second.count == 6)
            let order = (0..<6).map { second.id(at: $0) }
            #expect(Set(order) == Set(Self.ids(0..<6)))
            for cursor in cursors where second.has(cursor) {
                #expect(
                    Set(order[..<cursor.count]) == Set(Self.ids(0..<cursor.count)), "byte \(place)")
            }
        }
    }

    @Test func aLockThatIsKeptPutsItOff() throws {
        var first = journal()
        try update(&first, 0..<3)
        do {
            let lock = try FileLock.take("\(store.store.path)/watch/lock")
            #expect(try first.update(with: Self.ids(0..<4), waiting: 5) { $0 } == nil)
            #expect(first.count == 3)
            _ = consume lock
        }
        #expect(try update(&first, 0..<4) == Self.ids(3..<4))
    }

    @Test func aLinkIsNotFollowed() throws {
        let target = "\(store.directory.path)/target"
        try Data("precious".utf8).write(to: URL(filePath: target))
        try FileManager.default.createDirectory(
            atPath: "\(store.store.path)/watch", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
        var first = journal()
        _ = try? update(&first, 0..<3)
        #expect(try Files.read(target) == Array("precious".utf8))
    }

    @Test func itIsRemovedWhenTheStoreIsNotWatched() throws {
        var first = journal()
        try update(&first, 0..<3)
        let now = Int(Clock.milliseconds() / 1000)
        try store.store.removeOldArrivals(now: now + 29 * 86_400)
        #expect(try Files.status(of: file) != nil)
        first.touch()
        try store.store.removeOldArrivals(now: now + 31 * 86_400)
        #expect(try Files.status(of: file) == nil)
        try store.store.removeOldArrivals(now: now + 31 * 86_400)
    }
}
