import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// Properties of rooms over random logs.
@Suite struct RandomRoomTests {
    private static func rooms(_ nodes: [Node]) -> Rooms {
        Rooms(
            Replay(nodes.inReplayOrder, Exclusion(LogRule(leavesOutVoid: true)))
                .log(of: Rooms.self))
    }

    private func forEachLog(
        _ count: Int, isForked: Bool = true,
        _ body: ([Node], inout SeededGenerator, Comment) -> Void
    ) throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<count {
            let log = try RandomRoomLog(seed: random.next(), isForked: isForked)
            body(log.nodes, &random, seed.replay)
        }
    }

    /// A random order of arrival in which each node comes after those that it follows.
    private func causalOrder(_ nodes: [Node], _ random: inout SeededGenerator) -> [Node] {
        var pending = nodes.shuffled(using: &random)
        var known: Set<NodeID> = []
        var order: [Node] = []
        while !pending.isEmpty {
            guard
                let place = pending.firstIndex(where: { $0.parents.allSatisfy(known.contains) })
            else { return order }
            let node = pending.remove(at: place)
            known.insert(node.id)
            order.append(node)
        }
        return order
    }

    @Test func theReducerAgreesWithALiteralEvaluation() throws {
        var seen: [String: Int] = [:]
        var forks = 0
        try forEachLog(120) { nodes, _, comment in
            let literal = LiteralRooms(nodes.inReplayOrder)
            let rooms = Self.rooms(nodes)
            let codes = Dictionary(
                uniqueKeysWithValues: rooms.voidNodes.map { ($0.id, $0.code.rawValue) })
            #expect(codes == literal.codes, comment)
            let texts = Dictionary(
                uniqueKeysWithValues: rooms.rooms.map { ($0.id, LiteralRooms.text($0)) })
            #expect(texts == literal.rooms, comment)
            for code in codes.values { seen[code, default: 0] += 1 }
            for void in rooms.voidNodes {
                if case .room(.otherChosen) = void.reason { forks += 1 }
            }
        }
        for code in [
            "E_SCHEMA_MISMATCH", "E_INVALID_REF", "E_NOT_A_PARTICIPANT", "E_ROOM_STATE",
            "E_NOT_YOUR_TURN",
        ] {
            #expect(seen[code, default: 0] > 0, "no log has \(code)")
        }
        #expect(forks > 0)
    }

    @Test func anyOrderOfArrivalGivesTheSame() throws {
        try forEachLog(40) { nodes, random, comment in
            let (one, other) = (Self.rooms(nodes), Self.rooms(causalOrder(nodes, &random)))
            #expect(one.hash == other.hash, comment)
            #expect(one.voidNodes == other.voidNodes, comment)
        }
    }

    /// State never regresses, a signal stays, and the turn index never falls.
    @Test func nothingGoesBackAsNodesArrive() throws {
        let ranks: [Room.State] = [.draft, .pending, .active, .defunct]
        try forEachLog(12) { nodes, random, comment in
            let order = causalOrder(nodes, &random)
            var before: [NodeID: Room] = [:]
            for count in order.indices {
                let rooms = Self.rooms(Array(order[...count])).rooms
                for room in rooms {
                    guard let old = before[room.id] else { continue }
                    let states = [old, room].map { ranks.firstIndex(of: $0.state) ?? -1 }
                    #expect(states[0] <= states[1], comment)
                    for (was, isHere) in zip(old.hasSignaled, room.hasSignaled) {
                        #expect(!was || isHere, comment)
                    }
                    #expect(old.turns.count <= room.turns.count, comment)
                }
                before = Dictionary(uniqueKeysWithValues: rooms.map { ($0.id, $0) })
            }
        }
    }

    /// Where no participant writes twice for a turn, two replicas that meet have the messages of both, and no others.
    @Test func messagesAreAUnionByID() throws {
        var messageCount = 0
        try forEachLog(60, isForked: false) { nodes, random, comment in
            let parts = (0..<2).map { _ in
                let order = causalOrder(nodes, &random)
                return Array(order.prefix(Int.random(in: 1...order.count, using: &random)))
            }
            var both = parts[0]
            let ids = Set(both.map(\.id))
            both += parts[1].filter { !ids.contains($0.id) }
            let messages = (parts + [both]).map { part in
                Set(Self.rooms(part).rooms.flatMap { $0.messages.map(\.node.id) })
            }
            #expect(messages[0].union(messages[1]) == messages[2], comment)
            messageCount += messages[2].count
        }
        #expect(messageCount > 0)
    }

    /// If a participant never writes two candidates for a turn, each of its candidates is chosen, whatever the others do.
    @Test func whatIsSaidOnceStays() throws {
        struct Speaker: Hashable {
            let room: NodeID?
            let user: UserID
        }
        var steadyCount = 0
        try forEachLog(60) { nodes, _, comment in
            let void = Set(Self.rooms(nodes).voidNodes.map(\.id))
            var turns: [Speaker: [Int]] = [:]
            var candidates: [Speaker: [NodeID]] = [:]
            let literal = LiteralRooms(nodes.inReplayOrder)
            for node in nodes {
                guard let turn = literal.turns[node.id] else { continue }
                let speaker = Speaker(
                    room: node.fields?["room"]?.nodeID, user: node.author.userID)
                turns[speaker, default: []].append(turn)
                candidates[speaker, default: []].append(node.id)
            }
            for (speaker, turns) in turns where Set(turns).count == turns.count {
                let own = Set(candidates[speaker] ?? [])
                #expect(void.isDisjoint(with: own), comment)
                steadyCount += own.count
            }
        }
        #expect(steadyCount > 0)
    }

    @Test func everyVoidNodeSaysWhy() throws {
        try forEachLog(20) { nodes, _, comment in
            for void in Self.rooms(nodes).voidNodes {
                #expect(!void.reason.sentence { "node \($0)" }.isEmpty, comment)
            }
        }
    }
}
