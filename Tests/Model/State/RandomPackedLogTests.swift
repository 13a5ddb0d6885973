import Foundation
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoRepository
@testable import RedoStore

/// What the columns of indexes say of random logs, against what their nodes say.
///
/// Each store has nodes in several packs, loose ones, and some of them twice.
@Suite struct RandomPackedLogTests {
    private static func forEachStore(
        share: Int, _ body: (_ nodes: [Node], _ stored: StoredLog, _ replay: Comment) throws -> Void
    ) throws {
        try RandomLogTests.forEachLog(share: share) { nodes, random, replay in
            let directory = try TemporaryDirectory()
            let store = try RandomLogTests.store(directory, "store")
            for number in 0..<2 {
                // A pack that another store made.
                let other = try RandomLogTests.store(directory, "other\(number)")
                _ = try RandomLogTests.admit(part(of: nodes, &random), to: other)
                _ = try other.pack(.all)
                let known = try store.packs.names()
                for name in try other.packs.names() where !known.contains(name) {
                    try Files.makeDirectories(store.packs.path)
                    for file in [name.packFileName, name.indexFileName] {
                        try FileManager.default.copyItem(
                            atPath: "\(other.packs.path)/\(file)",
                            toPath: "\(store.packs.path)/\(file)")
                    }
                }
            }
            // A pack whose nodes follow some of another one.
            _ = try RandomLogTests.admit(part(of: nodes, &random), to: store)
            _ = try store.pack(Bool.random(using: &random) ? .geometric : .small(0))
            _ = try RandomLogTests.admit(nodes, to: store)
            let stored = try #require(try store.storedLog())
            try body(nodes, stored, replay)
        }
    }

    /// Some nodes, and all that they follow.
    private static func part(of nodes: [Node], _ random: inout SeededGenerator) -> [Node] {
        let wanted = nodes.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
        let ids = Set(wanted.map(\.id))
        return RandomLogTests.closed(nodes) { ids.contains($0.id) }
    }

    @Test func columnsTellWhatNodesTell() throws {
        var packCounts: Set<Int> = []
        try Self.forEachStore(share: 10) { nodes, stored, replay in
            packCounts.insert(stored.packs.count)
            try Self.expectFacts(of: nodes, in: stored, replay)
            try Self.expectFacts(of: nodes, in: StoredLog(read: nodes), replay)
        }
        #expect(packCounts.isSuperset(of: [1, 2, 3]))
    }

    private static func expectFacts(
        of nodes: [Node], in stored: StoredLog, _ replay: Comment
    ) throws {
        let logIndex = try #require(stored.logIndex())
        let facts = try #require(logIndex.facts())
        let expected = LogFacts(nodes)
        #expect(facts.graph.ids == expected.graph.ids, replay)
        #expect(facts.graph.taskIDs == expected.graph.taskIDs, replay)
        #expect(facts.roles == expected.roles, replay)
        #expect(facts.todos == expected.todos, replay)
        #expect(facts.bases == expected.bases, replay)
        for (number, node) in nodes.enumerated() {
            #expect(facts.graph.number(of: node.id) == number, replay)
            #expect(facts.graph.id(of: number) == node.id, replay)
            #expect(facts.wall(number) == node.timestamp.wall, replay)
            #expect(facts.graph.task(of: number) == expected.graph.task(of: number), replay)
            #expect(
                Array(facts.graph.parents(of: number))
                    == Array(expected.graph.parents(of: number)), replay)
        }
        let backwards = Array(nodes.indices.reversed())
        var ids: [NodeID] = []
        logIndex.forEachID(of: backwards[...]) { ids.append($0) }
        #expect(ids == nodes.reversed().map(\.id), replay)
        let validation = HistoryValidation(facts)
        #expect(validation.verdicts == HistoryValidation(nodes).verdicts, replay)
        #expect(validation.heads() == HistoryValidation(nodes).heads(), replay)
        let order = TimeOrder(expected.graph) { nodes[$0].timestamp.wall }
        #expect(logIndex.timeOrder.newestFirst() == order.newestFirst(), replay)
        #expect(logIndex.canRead(Array(nodes.indices)), replay)
    }

    @Test func aReplayThatKeepsNoNodesIsTheReplay() throws {
        var buriedCount = 0
        var mergedCount = 0
        try Self.forEachStore(share: 10) { nodes, stored, replay in
            let logIndex = try #require(stored.logIndex())
            let validation = HistoryValidation(try #require(logIndex.facts()))
            let expected = Replay(nodes).foldState().canonicalBytes
            for shareCount in 1...3 {
                let state = State(validation, reading: logIndex, shareCount: shareCount)
                #expect(state?.canonicalBytes == expected, replay)
            }
            let ignored = Set(nodes.prefix(3).map(\.author.userID))
            let effective = try #require(
                LogSource(stored).validation(
                    LogRule(leavesOutVoid: false, ignoring: ignored)))
            let shown = Replay(nodes, ignoring: ignored)
            #expect(effective.verdicts == shown.validation.verdicts, replay)
            #expect(effective.heads() == shown.validation.heads(), replay)
            let state = State(effective, reading: logIndex)
            #expect(state?.canonicalBytes == shown.foldState().canonicalBytes, replay)
            for (role, verdict) in zip(validation.facts.roles, validation.verdicts)
            where verdict == .accepted {
                if role == .delete { buriedCount += 1 }
                if role == .decidesMerge { mergedCount += 1 }
            }
        }
        #expect(buriedCount > 0 && mergedCount > 0)
    }

    /// A cache is compared with the log a batch of tasks at a time.
    @Test func writtenTasksAreTheReplayOrNot() throws {
        var damagedCount = 0
        try RandomLogTests.forEachLog(share: 20) { nodes, random, replay in
            let directory = try TemporaryDirectory()
            let store = try RandomLogTests.store(directory, "store")
            _ = try RandomLogTests.admit(nodes, to: store)
            let logIndex = try #require(store.storedLog()?.logIndex())
            let validation = HistoryValidation(try #require(logIndex.facts()))
            let state = try #require(State(validation, reading: logIndex))
            var bytes = CachedTasks(state, validation).serialized
            let written = try #require(WrittenTasks(reading: bytes))
            for batchCount in [1, 2, WrittenTasks.batchCount] {
                #expect(
                    written.areReplayed(
                        from: validation, reading: logIndex, batchCount: batchCount) == true,
                    replay)
            }
            #expect(ResumableStateHash(written) == ResumableStateHash(state), replay)
            bytes[Int.random(in: bytes.indices, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            if let other = WrittenTasks(reading: bytes) {
                damagedCount += 1
                #expect(
                    other.areReplayed(from: validation, reading: logIndex, batchCount: 2)
                        == false, replay)
            }
            // The tasks of fewer nodes.
            let some = State(tasks: Array(state.tasks.dropLast()))
            let fewer = try #require(
                WrittenTasks(reading: CachedTasks(some, validation).serialized))
            #expect(
                state.tasks.isEmpty
                    || fewer.areReplayed(from: validation, reading: logIndex) == false, replay)
        }
        #expect(damagedCount > 0)
    }

    /// Parts of the cache begin and end within batches.
    @Test func manyWrittenTasksAreTheReplay() throws {
        let directory = try TemporaryDirectory()
        let store = try RandomLogTests.store(directory, "store")
        let count = 2 * CachedTasks.partCount + 3
        let nodes = try (0..<count).map { number in
            let id = UUIDValue(
                high: 0x1111_1111_1111_4111, low: 0x8111_0000_0000_0000 + UInt64(number))
            return try Writer.ana.node(.create, task: TaskID(id), minute: number, ["title": "a"])
        }
        _ = try RandomLogTests.admit(nodes, to: store)
        let logIndex = try #require(store.storedLog()?.logIndex())
        let validation = HistoryValidation(try #require(logIndex.facts()))
        let state = try #require(State(validation, reading: logIndex))
        #expect(state.tasks.count == count)
        let written = try #require(WrittenTasks(reading: CachedTasks(state, validation).serialized))
        for batchCount in [
            100, CachedTasks.partCount, CachedTasks.partCount + 1, count, count + 1,
        ] {
            #expect(
                written.areReplayed(from: validation, reading: logIndex, batchCount: batchCount)
                    == true)
        }
        #expect(ResumableStateHash(written) == ResumableStateHash(state))
    }

    /// What is kept of the packs, and the tasks of loose nodes replayed on top.
    @Test func tasksOfPacksAreUpdatedByLooseNodes() throws {
        var counts = (unchanged: 0, alone: 0, amongOthers: 0, deleted: 0)
        try Self.forEachStore(share: 4) { nodes, stored, replay in
            let packed = try #require(stored.packed.logIndex())
            let validation = HistoryValidation(try #require(packed.facts()))
            let state = try #require(State(validation, reading: packed))
            let known = try #require(
                CachedTasks(reading: CachedTasks(state, validation).serialized))
            let changed = stored.looseTasks
            let updated = try #require(known.updated(by: LogSource(stored), .version1))
            let whole = Replay(nodes)
            #expect(updated.state.canonicalBytes == whole.foldState().canonicalBytes, replay)
            #expect(updated.ids == whole.validation.graph.taskIDs.sorted(), replay)
            counts.unchanged += known.ids.count { !changed.contains($0) }
            if stored.nodes(of: changed) == nil {
                counts.amongOthers += 1
            } else {
                counts.alone += 1
            }
            counts.deleted += updated.ids.count - updated.state.tasks.count
        }
        #expect(counts.unchanged > 0 && counts.alone > 0)
        #expect(counts.amongOthers > 0 && counts.deleted > 0)
    }

    @Test func theNodesOfATaskAreEnoughToJudgeIt() throws {
        var aloneCount = 0
        try Self.forEachStore(share: 10) { nodes, stored, replay in
            let whole = Replay(nodes)
            let outcomes = whole.outcomes()
            for task in whole.validation.graph.taskIDs {
                guard let own = stored.nodes(of: [task]) else { continue }
                aloneCount += 1
                let alone = Replay(own)
                #expect(own.map(\.id) == nodes.filter { $0.taskID == task }.map(\.id), replay)
                let expected = nodes.indices.filter { nodes[$0].taskID == task }.map {
                    outcomes[$0]
                }
                #expect(Self.named(alone.outcomes(), own) == Self.named(expected, nodes), replay)
                #expect(
                    alone.task(task)?.canonicalBytes() == whole.task(task)?.canonicalBytes(),
                    replay)
            }
        }
        #expect(aloneCount > 0)
    }

    /// Fates with the ids of nodes for their numbers.
    private static func named(_ outcomes: [NodeOutcome?], _ nodes: [Node]) -> [String] {
        func id(_ number: Int) -> String { nodes[number].id.description }
        return outcomes.map { outcome in
            switch outcome {
            case .countsAgain(let tombstone, let survivor)?:
                "counts again \(id(tombstone)) \(id(survivor))"
            case .isBuried(let tombstone)?: "is buried \(id(tombstone))"
            case .isRejected(let code, let culprit)?:
                "is rejected \(code) \(culprit.map(id) ?? "")"
            case nil, .counts, .hasNoCreate, .isIgnored, .isSkipped, .isVoid, .tombstone:
                "\(String(describing: outcome))"
            }
        }
    }

    @Test func neighboursMakeTheSameAbbreviations() throws {
        try Self.forEachStore(share: 40) { nodes, stored, replay in
            let ids = nodes.map(\.id)
            let all = Abbreviations(ids)
            for id in ids {
                let few = Abbreviations([id] + stored.neighbours(of: [id]))
                #expect(few.text(of: id) == all.text(of: id), replay)
            }
        }
    }
}
