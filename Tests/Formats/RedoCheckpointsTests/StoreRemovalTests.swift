import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoSystem
import TestSupport
import Testing

/// Pieces that no statement lists, in stores of four verbs: what is listed never goes, whoever does what in between.
@Suite struct StoreRemovalTests {
    private let disk = MemoryStore.Disk()

    private static let start: Int64 = 1_763_294_400_000
    private static let slots = (1...9).map { Slot(checked: Array(repeating: $0, count: 16)) }

    private static func instant(day: Int64) -> Instant {
        Instant(milliseconds: start + day * 24 * 60 * 60 * 1000)
    }

    private static func name(_ piece: [UInt8]) -> Digest { SHA256.digest(piece.span) }

    private func storage(_ store: MemoryStore) -> StoreStorage<MemoryStore> {
        StoreStorage(store, name: "memory", expectsSlots: false)
    }

    /// The pieces that a statement lists.
    private static func pieces(_ file: [UInt8]) -> [Digest]? {
        (try? SignedStatement(reading: file))?.statement.pieces
    }

    private func sweep(_ store: MemoryStore, day: Int64) throws(RedoError) {
        var storage = storage(store)
        try storage.removeUnlisted(at: Self.instant(day: day), Self.pieces)
    }

    private func sweep(day: Int64) throws { try sweep(MemoryStore(disk), day: day) }

    private func isThere(_ piece: [UInt8]) -> Bool {
        disk.files["data/\(Self.name(piece).hexadecimal)"] == piece
    }

    /// The pieces that statements list and that are not there.
    private func lost() throws -> [String] {
        disk.files.filter { $0.key.hasPrefix("slots/") }.flatMap { name, file in
            (Self.pieces(file) ?? []).filter { disk.files["data/\($0.hexadecimal)"] == nil }
                .map { "\($0.hexadecimal.prefix(8)) of \(name.prefix(14))" }
        }
    }

    @Test(arguments: [true, false])
    func aPieceGoesAfterThirtyDays(_ isConditional: Bool) throws {
        let store = MemoryStore(disk)
        store.isConditional = isConditional
        var storage = storage(store)
        let tip = try #require(
            try storage.advance(to: Samples.checkpoint(1, [1]), from: nil) { _, _ in })
        disk.files["data/\(Self.name([2]).hexadecimal)"] = [2]
        for day in [0, 29] as [Int64] {
            try sweep(store, day: day)
            #expect(isThere([2]))
            #expect(try storage.marks().marked == [Self.name([2])])
        }
        try sweep(store, day: 30)
        #expect(!isThere([2]) && isThere([1]))
        try sweep(store, day: 60)
        #expect(try storage.marks().isEmpty)
        try storage.remove(tip)
        #expect(disk.files.keys.sorted() == ["data/\(Self.name([1]).hexadecimal)"])
    }

    /// Whoever cannot read a statement does not know what it lists. Pieces are marked all the same, and go when it is gone.
    @Test(arguments: [false, true])
    func anUnreadableStatementKeepsEverything(_ isWhole: Bool) throws {
        disk.files["data/\(Self.name([2]).hexadecimal)"] = [2]
        try sweep(day: 0)
        let name = StoredName.fileName(3, Self.name([9]))
        disk.files["slots/\(Self.slots[0])/\(name)"] = [isWhole ? 9 : 8]
        disk.files["data/\(Self.name([3]).hexadecimal)"] = [3]
        for day in [31, 62] as [Int64] {
            try sweep(day: day)
            #expect(isThere([2]) && isThere([3]))
        }
        var storage = storage(MemoryStore(disk))
        #expect(try storage.marks().marked == [Self.name([2]), Self.name([3])])
        #expect(try storage.marks().going.isEmpty)
        disk.files["slots/\(Self.slots[0])/\(name)"] = nil
        try sweep(day: 62)
        #expect(!isThere([2]) && !isThere([3]))
    }

    /// What was going when the statement came stays as long as it.
    @Test func anUnreadableStatementKeepsWhatIsGoing() throws {
        let name = Self.name([2]).hexadecimal
        disk.files["data/\(name)"] = [2]
        disk.files["gone/\(name)"] = Array("2025-11-16T12:00:00.000Z\n".utf8)
        disk.files["gone/\(name)-going"] = Array("2025-11-16T12:00:00.000Z\n".utf8)
        let statement = "slots/\(Self.slots[0])/\(StoredName.fileName(3, Self.name([9])))"
        disk.files[statement] = [8]
        try sweep(day: 100)
        #expect(isThere([2]))
        disk.files[statement] = nil
        try sweep(day: 100)
        #expect(!isThere([2]))
    }

    /// A statement that cannot be read keeps nothing if later ones have all its nodes.
    @Test func anUnreadableStatementThatIsReplacedKeepsNothing() throws {
        disk.files["data/\(Self.name([2]).hexadecimal)"] = [2]
        let slot = Self.slots[0]
        disk.files["slots/\(slot)/\(StoredName.fileName(3, Self.name([9])))"] = [8]
        var storage = storage(MemoryStore(disk))
        var unread: [Int?] = []
        for (day, replaced) in [(0, 3), (31, 2), (31, 3)] as [(Int64, Int)] {
            unread += try storage.removeUnlisted(
                at: Self.instant(day: day), besides: [slot: replaced], Self.pieces
            ).map(\.sequence)
            #expect(isThere([2]) == (day == 0 || replaced == 2))
        }
        #expect(unread == [3])
    }

    /// A clock that runs ahead or was set back removes nothing that is listed, and a mark of a later time waits.
    @Test func aMarkOfALaterTimeWaits() throws {
        disk.files["data/\(Self.name([2]).hexadecimal)"] = [2]
        try sweep(day: 20_000)
        for day in [-20_000, 0, 31] as [Int64] {
            try sweep(day: day)
            #expect(isThere([2]))
        }
        try sweep(day: 20_030)
        #expect(!isThere([2]))
    }

    /// A removal that ends before any of its verbs loses nothing, and the next one completes it.
    @Test(arguments: [true, false]) func aRemovalMayEndAnywhere(_ isConditional: Bool) throws {
        struct Case {
            let day: Int64
            let files: [String: [UInt8]]
        }
        let first = MemoryStore(disk)
        var storage = storage(first)
        for (number, piece) in [[1], [2]].enumerated() as EnumeratedSequence<[[UInt8]]> {
            _ = try storage.advance(
                to: Samples.checkpoint(1, piece, in: Self.slots[number]), from: nil
            ) { _, _ in }
        }
        for piece in 3...5 as ClosedRange<UInt8> {
            disk.files["data/\(Self.name([piece]).hexadecimal)"] = [piece]
        }
        // Listed, and marked by someone who had not seen the statement.
        disk.files["gone/\(Self.name([2]).hexadecimal)"] = Array("2025-11-16T12:00:00.000Z\n".utf8)
        var cases = [Case(day: 0, files: disk.files)]
        for day in [0, 30] as [Int64] {
            try sweep(day: day)
            cases.append(Case(day: day + 30, files: disk.files))
        }
        var ends = 0
        for entry in cases {
            for number in 0..<200 {
                disk.files = entry.files
                let store = MemoryStore(disk)
                store.isConditional = isConditional
                store.before = { (_, _) throws(RedoError) in
                    if store.verbs.count == number { throw RedoError(.unreachable, "it ended") }
                }
                var isEnded = false
                do throws(RedoError) {
                    try sweep(store, day: entry.day)
                } catch {
                    isEnded = true
                }
                #expect(try lost().isEmpty, "day \(entry.day), verb \(number)")
                for day in [0, 30, 60, 90] as [Int64] { try sweep(day: entry.day + day) }
                #expect(isThere([1]) && isThere([2]))
                #expect(
                    disk.files.keys.allSatisfy { $0.hasPrefix("slots/") || $0.hasPrefix("data/") })
                #expect(!isThere([3]) && !isThere([4]) && !isThere([5]))
                guard isEnded else { break }
                ends += 1
            }
        }
        #expect(ends > 30)
    }

    // MARK: Others push at the same time

    /// A device that lists a piece of others: what docs/checkpoints.md has a writer do, one verb after the other.
    private struct Writer {
        var storage: StoreStorage<MemoryStore>
        let slot: Slot
        let piece: [UInt8]
        /// What the writer lists if the piece is to be removed, with a number behind it.
        let other: [UInt8]
        private var step = 0
        private var marks = RemovalMarks()
        private var tip: CheckpointTip?
        private var sequence = 0
        private(set) var listed: [UInt8]?
        var isDone: Bool { step == 3 }

        init(
            _ storage: StoreStorage<MemoryStore>, in slot: Slot, listing piece: [UInt8],
            else other: [UInt8]
        ) {
            self.storage = storage
            self.slot = slot
            self.piece = piece
            self.other = other
        }

        mutating func goOn() throws(RedoError) {
            switch step {
            case 0: marks = try storage.marks()
            case 1:
                let name = StoreRemovalTests.name(piece)
                let content = marks.all.contains(name) ? other + [UInt8(sequence)] : piece
                guard
                    let next = try? Samples.checkpoint(
                        sequence + 1, content, in: slot, listed: [name])
                else { return }
                sequence += 1
                tip = try storage.advance(to: next, from: tip) { _, _ in }
                listed = content
            case 2:
                if try !storage.keeps([StoreRemovalTests.name(listed ?? [])]) {
                    // Again, and its nodes go elsewhere.
                    marks.going.insert(StoreRemovalTests.name(piece))
                    step = 0
                }
            default: return
            }
            step += 1
        }
    }

    /// Devices whose clocks are 31 days apart remove pieces while others list them, in any order of their verbs.
    @Test func whatIsListedStaysWhoeverPushes() throws {
        let seed = Seed()
        var generator = seed.generator
        var removed = 0
        for round in 0..<400 {
            disk.files = [:]
            let piece: [UInt8] = [7]
            disk.files["data/\(Self.name(piece).hexadecimal)"] = piece
            var writers = (0..<2).map { number in
                Writer(
                    storage(MemoryStore(disk)), in: Self.slots[number], listing: piece,
                    else: [UInt8(10 + number)])
            }
            for pass in 0..<4 as Range<Int64> {
                let store = MemoryStore(disk)
                store.before = { (_, _) throws(RedoError) in
                    guard Int.random(in: 0..<4, using: &generator) == 0 else { return }
                    try writers[Int.random(in: 0..<2, using: &generator)].goOn()
                }
                try sweep(store, day: 31 * pass)
            }
            if !isThere(piece) { removed += 1 }
            for number in writers.indices {
                while !writers[number].isDone { try writers[number].goOn() }
            }
            try expectAllThere("round \(round), \(seed.replay.rawValue)")
        }
        // Both happen.
        #expect((20...380).contains(removed), "\(removed)")
    }

    /// Before any verb of a writer others may remove, as often as they like.
    @Test func whatIsListedStaysWhoeverRemoves() throws {
        let seed = Seed()
        var generator = seed.generator
        var others = 0
        for round in 0..<400 {
            disk.files = [:]
            let piece: [UInt8] = [7]
            disk.files["data/\(Self.name(piece).hexadecimal)"] = piece
            var day: Int64 = 0
            let store = MemoryStore(disk)
            store.before = { (_, _) throws(RedoError) in
                for _ in 0..<Int.random(in: 0..<12, using: &generator) / 8 {
                    try sweep(MemoryStore(disk), day: day)
                    day += 31
                }
            }
            var writer = Writer(storage(store), in: Self.slots[0], listing: piece, else: [8])
            while !writer.isDone { try writer.goOn() }
            if writer.listed != piece { others += 1 }
            store.before = { _, _ in }
            try sweep(store, day: day)
            try expectAllThere("round \(round), \(seed.replay.rawValue)")
        }
        #expect((20...380).contains(others), "\(others)")
    }

    /// Expects that the last statement of each slot, which is the one that was settled, has all that it lists.
    private func expectAllThere(_ comment: Comment) throws {
        var storage = storage(MemoryStore(disk))
        for tips in Dictionary(grouping: try storage.tips(), by: \.slot).values {
            let last = try #require(tips.first)
            let names = try #require(try storage.statement(of: last).flatMap(Self.pieces))
            #expect(try storage.missing(names).isEmpty, comment)
        }
    }

    // MARK: What it costs

    @Test func statementsAreReadOnce() throws {
        let store = MemoryStore(disk)
        var storage = storage(store)
        for slot in Self.slots.prefix(3) {
            _ = try storage.advance(to: Samples.checkpoint(1, [1], in: slot), from: nil) { _, _ in }
        }
        disk.files["data/\(Self.name([2]).hexadecimal)"] = [2]
        try sweep(day: 0)
        let sweeping = MemoryStore(disk)
        try sweep(sweeping, day: 30)
        #expect(sweeping.verbs.count { $0.hasPrefix("get slots/") } == 3)
        #expect(!isThere([2]))
    }
}
