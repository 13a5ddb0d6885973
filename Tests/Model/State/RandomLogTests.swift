import Foundation
import RedoJSON
import RedoStore
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// What must hold of every log, tried on random ones: 2,000, or as many as `REDO_LOGS` says.
///
/// To make a log takes longer than to check it, so one is checked for everything that needs no files.
@Suite struct RandomLogTests {
    /// As many logs as asked for, each with its own seed.
    ///
    /// - Parameters:
    ///   - share: the reciprocal of the part of them that the test takes.
    ///   - part: which part, where a test is run for several.
    ///   - count: about how many nodes a log has.
    static func forEachLog(
        share: Int = 1, part: Int = 0, count: ClosedRange<Int> = 10...60,
        _ body: (_ nodes: [Node], _ random: inout SeededGenerator, _ replay: Comment) throws
            -> Void
    ) rethrows {
        let asked = ProcessInfo.processInfo.environment["REDO_LOGS"].flatMap { Int($0) } ?? 2000
        let seed = Seed()
        var random = SeededGenerator(seed: seed.value &+ UInt64(part))
        for _ in 0..<max(1, asked / share) {
            let nodes = RandomLog(seed: random.next(), count: count).nodes.inReplayOrder
            try body(nodes, &random, seed.replay)
        }
    }

    static func store(_ directory: TemporaryDirectory, _ name: String) throws -> Store {
        let path = "\(directory.path)/\(name)"
        _ = try Store.create(at: path, configuration: Configuration())
        return try Store(
            opening: StoreLocation(path: path, origin: .named),
            userConfiguration: try Configuration(parsing: "[core]\nfsync = none\n"),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
    }

    static func admit(_ nodes: [Node], to store: Store) throws -> [Rejection?] {
        try store.admit(nodes.map { .success($0) }, validator: NodeValidator())
    }

    static func rejections(_ replay: Replay) -> [String] {
        replay.rejected.map { "\(replay.nodes[$0.number].id) \($0.code.rawValue)" }
    }

    /// In parts, for several processors.
    @Test(arguments: 0..<4)
    func whatTheProtocolPromisesHolds(_ part: Int) throws {
        var rejectedCount: [ErrorCode: Int] = [:]
        try Self.forEachLog(share: 4, part: part) { nodes, random, replay in
            let result = Replay(nodes)
            let literal = LiteralHistoryValidation(nodes)
            try validationIsLiteral(result, literal, replay, &rejectedCount)
            headsAndSurvivorsAreLiteral(result, literal, replay)
            try ignoredNodesHaveNoEffect(result, &random, replay)
            replayingTwiceIsTheSame(result, replay)
            aTaskAloneIsTheTaskInTheState(result, replay)
            try anInvalidNodeChangesNothingButItsOwnBranch(result, &random, replay)
        }
        // The random logs are no use unless stage 3 has something to say about them.
        let seen: [ErrorCode] = [
            .brokenBranch, .duplicateCreate, .invalidTodoReference, .schemaMismatch, .missingTaskID,
            .unknownAction,
        ]
        for code in seen { #expect(rejectedCount[code, default: 0] > 0, "\(code)") }
    }

    /// With small logs, since files take most of the time.
    @Test(arguments: 0..<4)
    func twoStoresThatExchangeTheirNodesAgree(_ part: Int) throws {
        try Self.forEachLog(share: 4, part: part, count: 8...16) { nodes, random, replay in
            try exchange(Replay(nodes), &random, replay)
        }
    }

    private func exchange(
        _ expected: Replay, _ random: inout SeededGenerator, _ replay: Comment
    ) throws {
        let nodes = expected.nodes
        let directory = try TemporaryDirectory()
        let hash = expected.foldState().hash
        let rejections = Self.rejections(expected)

        // Each store hears of some nodes, with what they follow, in any order: first of a part,
        // of which it refuses what it cannot connect, then of all.
        let shared = Set(nodes.filter { _ in Bool.random(using: &random) }.map(\.id))
        let parts = [
            Self.closed(nodes) { shared.contains($0.id) },
            Self.closed(nodes) { !shared.contains($0.id) },
        ]
        var stores: [Store] = []
        for (number, part) in parts.enumerated() {
            let store = try Self.store(directory, "\(number)")
            let first = part.shuffled(using: &random).prefix(part.count / 2)
            _ = try Self.admit(Array(first), to: store)
            let verdicts = try Self.admit(part.shuffled(using: &random), to: store)
            #expect(verdicts.allSatisfy { $0 == nil }, replay)
            stores.append(store)
        }
        let sent = try stores.map { try $0.snapshot().nodes }
        _ = try Self.admit(sent[1].shuffled(using: &random), to: stores[0])
        _ = try Self.admit(sent[0].shuffled(using: &random), to: stores[1])
        for store in stores {
            let snapshot = try store.snapshot()
            #expect(snapshot.refused.isEmpty, replay)
            #expect(snapshot.nodes.map(\.id) == nodes.map(\.id), replay)
            let result = Replay(snapshot.nodes)
            #expect(result.foldState().hash == hash, replay)
            #expect(Self.rejections(result) == rejections, replay)
        }
    }

    /// Some nodes with all that they follow.
    static func closed(_ nodes: [Node], _ isWanted: (Node) -> Bool) -> [Node] {
        var wanted: Set<NodeID> = []
        for node in nodes.reversed() where isWanted(node) || wanted.contains(node.id) {
            wanted.insert(node.id)
            wanted.formUnion(node.parents)
        }
        return nodes.filter { wanted.contains($0.id) }
    }

    private func validationIsLiteral(
        _ result: Replay, _ literal: LiteralHistoryValidation, _ replay: Comment,
        _ rejectedCount: inout [ErrorCode: Int]
    ) throws {
        for (node, verdict) in zip(result.nodes, result.validation.verdicts) {
            let code: ErrorCode? =
                switch verdict {
                case .accepted: nil
                case .skipped: .unknownAction
                case .ignored: .validationFailed
                case .rejected(let code, _): code
                }
            #expect(code == literal.codes[node.id], replay)
            if let code { rejectedCount[code, default: 0] += 1 }
            if case .rejected(.brokenBranch, let culprit) = verdict {
                let id = try #require(culprit, replay)
                #expect(result.nodes[id].id == literal.culprits[node.id], replay)
            }
        }
    }

    private func headsAndSurvivorsAreLiteral(
        _ result: Replay, _ literal: LiteralHistoryValidation, _ replay: Comment
    ) {
        let (nodes, validation) = (result.nodes, result.validation)
        let survivors = validation.survivors(nodes)
        let heads = validation.heads()
        for (number, task) in validation.graph.taskIDs.enumerated() {
            #expect(survivors[number].map { nodes[$0].id } == literal.kept(of: task), replay)
            #expect(heads[number].map { nodes[$0].id } == literal.heads(of: task), replay)
        }
    }

    private func ignoredNodesHaveNoEffect(
        _ whole: Replay, _ random: inout SeededGenerator, _ replay: Comment
    ) throws {
        let nodes = whole.nodes
        let authors = Set(nodes.map(\.author.userID)).sorted()
        let ignored = Set(authors.filter { _ in Bool.random(using: &random) })
        let result = Replay(nodes, ignoring: ignored)
        let literal = LiteralHistoryValidation(nodes, ignoring: ignored)
        for (node, verdict) in zip(nodes, result.validation.verdicts) {
            #expect((verdict == .ignored) == ignored.contains(node.author.userID), replay)
            switch verdict {
            case .accepted, .ignored: #expect(literal.codes[node.id] == nil, replay)
            case .skipped: #expect(literal.codes[node.id] == .unknownAction, replay)
            case .rejected(let code, _): #expect(literal.codes[node.id] == code, replay)
            }
        }
        headsAndSurvivorsAreLiteral(result, literal, replay)
        let effective = nodes.filter { !ignored.contains($0.author.userID) }
        let makers = Set(effective.filter { $0.action == .create }.compactMap(\.taskID))
        #expect(makers.isSuperset(of: result.foldState().tasks.map(\.id)), replay)
        if ignored.isEmpty {
            #expect(result.foldState().canonicalBytes == whole.foldState().canonicalBytes, replay)
        }
    }

    private func replayingTwiceIsTheSame(_ first: Replay, _ replay: Comment) {
        let second = Replay(first.nodes)
        #expect(first.foldState().canonicalBytes == second.foldState().canonicalBytes, replay)
        #expect(first.validation.verdicts == second.validation.verdicts, replay)
    }

    private func aTaskAloneIsTheTaskInTheState(_ result: Replay, _ replay: Comment) {
        let state = result.foldState()
        for task in result.validation.graph.taskIDs {
            #expect(
                result.task(task)?.canonicalBytes() == state[task]?.canonicalBytes(), replay)
        }
    }

    private func anInvalidNodeChangesNothingButItsOwnBranch(
        _ before: Replay, _ random: inout SeededGenerator, _ replay: Comment
    ) throws {
        let followed = try #require(
            before.nodes.filter { $0.taskID != nil }.randomElement(using: &random))
        let stranger = Writer(9)
        let missing: JSONValue = "ffffffff-ffff-4fff-8fff-ffffffffffff"
        let invalid = try stranger.node(
            .completeTodo, task: followed.taskID, after: [followed], minute: 999,
            ["todoTaskId": missing, "completed": "2025-02-01T09:00:00Z"])
        let child = try stranger.node(
            .createTodo, task: followed.taskID, after: [invalid], minute: 999,
            ["todoTaskId": missing, "deadline": "2025-02-01T09:00:00Z"])
        let grandchild = try stranger.node(
            .completeTodo, task: followed.taskID, after: [child], minute: 999,
            ["todoTaskId": missing, "completed": "2025-02-01T09:00:00Z"])
        let branch = [invalid, child, grandchild]

        let after = Replay((before.nodes + branch).inReplayOrder)
        #expect(after.foldState().hash == before.foldState().hash, replay)
        let strangers = Set(branch.map { "\($0.id)" })
        let rejections = Self.rejections(after)
        #expect(rejections.count { strangers.contains("\($0.prefix(71))") } == 3, replay)
        #expect(
            rejections.filter { !strangers.contains("\($0.prefix(71))") }
                == Self.rejections(before), replay)
    }
}
