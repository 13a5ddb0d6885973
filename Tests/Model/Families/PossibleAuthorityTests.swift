import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// SHAREs and UNSHAREs that cannot count are put aside first.
@Suite struct PossibleAuthorityTests {
    /// None that is put aside would have counted, and the others are judged the same without them.
    @Test func whatIsPutAsideDoesNotCount() {
        let seed = Seed()
        var random = seed.generator
        var counts = (possible: 0, impossible: 0)
        for _ in 0..<100 {
            let nodes = RandomSharedLog(seed: random.next()).nodes
            let people = Replay(nodes, Exclusion(LogRule(leavesOutVoid: true))).authority.people
            let graph = LogGraph(nodes)
            let ancestry = TaskAncestry(graph)
            for (task, id) in graph.taskIDs.enumerated() {
                let numbers = nodes.indices.filter { graph.task(of: $0) == task }
                let creates = numbers.filter { nodes[$0].action == .create }
                guard let create = creates.first else { continue }
                let owner = people.principal(of: nodes[create].author)
                let shares = numbers.compactMap { number -> ShareNode? in
                    let node = nodes[number]
                    guard let definition = SharingActions.definition(of: node.action),
                        definition.fault(in: node, fields: node.fields) == nil,
                        let fields = node.fields
                    else { return nil }
                    let author = people.identity(of: AuthorKey(node.author))
                    return ShareNode(number, node, by: author, fields)
                }
                let (possible, impossible) = shares.split(owner: owner)
                #expect(possible.count + impossible.count == shares.count, seed.replay)
                counts.possible += possible.count
                counts.impossible += impossible.count
                func reasons(_ shares: [ShareNode]) -> [Int: VoidReason] {
                    let history = SharedHistory(shares, among: numbers, nearest: ancestry.nearest)
                    let sharing = Sharing(history, owner: owner)
                    var reasons: [Int: VoidReason] = [:]
                    for (index, share) in shares.enumerated() {
                        reasons[share.number] = sharing.reason(ofShare: index)
                    }
                    return reasons
                }
                let all = reasons(shares)
                for share in impossible {
                    #expect(all[share.number] != nil, "\(id) \(seed.replay)")
                }
                let alone = reasons(possible)
                for share in possible {
                    #expect(all[share.number]?.code == alone[share.number]?.code, seed.replay)
                }
            }
        }
        #expect(counts.possible > 0 && counts.impossible > 0, seed.replay)
    }

    /// What strangers write in large numbers does not take the square of it.
    @Test func strangersAreManyAndCostLittle() throws {
        let (owner, stranger) = (Writer(1), Writer(2))
        let create = try owner.node(.create, minute: 0, ["title": "T"])
        var nodes = [create]
        for minute in 1...300 {
            nodes.append(
                try stranger.node(
                    .share, after: [nodes[minute - 1]], minute: minute,
                    ["grants": [["grantee": stranger.userValue, "permission": "admin"]]]))
        }
        let shares = nodes.enumerated().dropFirst().compactMap { number, node in
            node.fields.map {
                ShareNode(
                    number, node, by: Identity(user: node.author.userID, person: nil), $0)
            }
        }
        let split = shares.split(owner: .user(owner.author.userID))
        #expect(split.possible.isEmpty && split.impossible.count == 300)
        let replay = Replay(nodes, Exclusion(LogRule(leavesOutVoid: true)))
        #expect(replay.authority.voidNodes { nodes[$0].id }.count == 300)
    }
}
