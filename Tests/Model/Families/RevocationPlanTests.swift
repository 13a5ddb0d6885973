import RedoCrypto
import RedoJSON
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// What a revocation keeps, tried on random logs.
@Suite struct RevocationPlanTests {
    private static let writers = (1...7).map { Writer(UInt8($0)) }

    /// Logs with a person, of which a device revokes one that it has just let in, or itself.
    ///
    /// - Parameter body: returns whether the revocation counts.
    private static func forEachRevocation(
        _ body: (
            SharedScenario, People.Person, _ by: Writer, PublicKey, inout SeededGenerator, Comment
        ) throws -> Bool
    ) throws {
        let seed = Seed()
        var random = seed.generator
        var count = 0
        for _ in 0..<100 {
            var scenario = SharedScenario(RandomSharedLog(seed: random.next()).nodes)
            for person in scenario.replay.authority.people.persons {
                let device = person.devices.filter { $0.revoked == nil }
                    .randomElement(using: &random)
                guard let device,
                    let by = writers.first(where: { $0.author.publicKey == device.key }),
                    let create = scenario.nodes.first(where: { $0.id == person.id })
                else { continue }
                var key = device.key
                if random.next() % 4 != 0 {
                    let junior = Writer(UInt8.random(in: 50...90, using: &random))
                    key = try #require(junior.author.publicKey)
                    try write(junior, create, by: by, in: &scenario, &random)
                }
                guard let now = scenario.replay.authority.people[person.id] else { continue }
                if try body(scenario, now, by, key, &random, seed.replay) { count += 1 }
            }
        }
        #expect(count > 20, seed.replay)
    }

    /// Lets a device join, which changes a task at random places of the log.
    private static func write(
        _ junior: Writer, _ person: Node, by other: Writer, in scenario: inout SharedScenario,
        _ random: inout SeededGenerator
    ) throws {
        try scenario.join(junior, person, by: other)
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let isAtTheEnd = random.next() % 2 == 0
            let seen = isAtTheEnd ? nil : scenario.nodes.randomElement(using: &random).map { [$0] }
            try scenario.update(Sample.taskID(1), by: junior, after: seen)
        }
    }

    private static func revoke(
        _ scenario: inout SharedScenario, _ person: People.Person, _ by: Writer, _ key: PublicKey,
        _ plan: RevocationPlan
    ) throws -> Node {
        let keeps = (plan.keeps[key] ?? []).map { JSONValue.string(JSONString($0.description)) }
        return try scenario.add(
            "REVOKE_DEVICE", by, after: plan.parents,
            [
                "person": .string(JSONString(person.id.description)),
                "key": .string(JSONString(key.hexadecimal)), "keeps": .array(keeps),
            ])
    }

    private static func plan(
        _ scenario: SharedScenario, _ person: People.Person, _ key: PublicKey,
        isVoid: (Node) -> Bool
    ) -> RevocationPlan {
        RevocationPlan(
            of: [key], person, scenario.nodes, in: LogGraph(scenario.nodes), isVoid: isVoid)
    }

    /// Who keeps everything that is here takes the effect of no node.
    @Test func whatIsHereStays() throws {
        try Self.forEachRevocation { scenario, person, by, key, _, comment in
            var after = scenario
            let plan = Self.plan(scenario, person, key) { _ in false }
            let node = try Self.revoke(&after, person, by, key, plan)
            let (before, codes) = (scenario.codes, after.codes)
            guard codes[node.id] == nil else { return false }
            for other in scenario.nodes { #expect(codes[other.id] == before[other.id], comment) }
            return true
        }
    }

    /// What is not kept becomes void, unless a node that is kept has seen it; nothing else by the key does.
    @Test func whatIsNotKeptIsVoid() throws {
        try Self.forEachRevocation { scenario, person, by, key, random, comment in
            var after = scenario
            let own = scenario.nodes.filter { AuthorKey($0.author).isWritten(by: key) }
            let dropped = Set(
                own.filter { node in
                    node.action != .joinPerson && node.action != .createPerson
                        && random.next() % 3 == 0
                }.map(\.id))
            let plan = Self.plan(scenario, person, key) { dropped.contains($0.id) }
            let node = try Self.revoke(&after, person, by, key, plan)
            guard after.codes[node.id] == nil else { return false }
            let cutOff = after.replay.authority.people.cutOff
            let graph = LogGraph(scenario.nodes)
            let followed = graph.closure(of: plan.parents.compactMap { graph.number(of: $0.id) })
            let isDropped = scenario.nodes.map { dropped.contains($0.id) }
            #expect(!zip(followed, isDropped).contains { $0 && $1 }, comment)
            let kept = own.filter { !dropped.contains($0.id) }
            let seen = graph.closure(
                of: (kept + plan.parents).compactMap { graph.number(of: $0.id) })
            for (number, other) in scenario.nodes.enumerated()
            where AuthorKey(other.author).isWritten(by: key) && !other.action.isNamed("RECOVER") {
                let isCutOff = cutOff[other.id] != nil
                if seen[number] {
                    let was = scenario.replay.authority.people.cutOff[other.id] != nil
                    #expect(!isCutOff || was, comment)
                } else if key != by.author.publicKey || !other.action.isNamed("KEEP_NODES") {
                    #expect(isCutOff, comment)
                }
            }
            return true
        }
    }

    /// A KEEP_NODES of what was forgotten brings it back.
    @Test func whatIsKeptLaterCountsAgain() throws {
        try Self.forEachRevocation { scenario, person, by, key, _, comment in
            guard key != by.author.publicKey else { return false }
            var after = scenario
            let all = Self.plan(scenario, person, key) { _ in false }
            let none = Self.plan(scenario, person, key) { _ in true }
            let node = try Self.revoke(&after, person, by, key, none)
            let keeps = (all.keeps[key] ?? []).map { JSONValue.string(JSONString($0.description)) }
            guard after.codes[node.id] == nil, !keeps.isEmpty else { return false }
            try after.add(
                "KEEP_NODES", by, after: [node],
                ["revocation": .string(JSONString(node.id.description)), "keeps": .array(keeps)])
            let (before, codes) = (scenario.codes, after.codes)
            for other in scenario.nodes { #expect(codes[other.id] == before[other.id], comment) }
            return true
        }
    }

    /// The first node of a log is kept and followed like any other.
    @Test func aPersonOfOneStatementIsKept() throws {
        var scenario = SharedScenario()
        let writer = Writer(1)
        let create = try scenario.person(writer)
        let key = try #require(writer.author.publicKey)
        let person = try #require(scenario.replay.authority.people[create.id])
        let plan = Self.plan(scenario, person, key) { _ in false }
        #expect(plan.keeps == [key: [create.id]])
        #expect(plan.parents.map(\.id) == [create.id])
    }
}
