import Foundation
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// Persons, sharing and what is void, on random logs: against a literal evaluation, and what must hold of every log.
/// 60 logs, or a twentieth of what `REDO_LOGS` says.
@Suite struct RandomSharingTests {
    private static func forEachLog(
        _ body: ([Node], inout SeededGenerator, Comment) throws -> Void
    ) rethrows {
        let asked = ProcessInfo.processInfo.environment["REDO_LOGS"].flatMap { Int($0) } ?? 1200
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<max(1, asked / 20) {
            let log = RandomSharedLog(seed: random.next())
            try body(log.nodes, &random, seed.replay)
        }
    }

    private static func text(_ codes: [NodeID: ErrorCode], _ nodes: [Node]) -> [String] {
        nodes.compactMap { node in
            codes[node.id].map { "\(node.id) \(node.action) \($0)" }
        }
    }

    private static func codes(_ voids: [VoidNode]) -> [NodeID: ErrorCode] {
        Dictionary(voids.map { ($0.id, $0.code) }, uniquingKeysWith: { first, _ in first })
    }

    private static func effective(_ nodes: [Node]) -> Replay {
        Replay(nodes, Exclusion(LogRule(leavesOutVoid: true)))
    }

    @Test func theReducersAgreeWithALiteralEvaluation() {
        var seen: [ErrorCode: Int] = [:]
        var closedCount = 0
        Self.forEachLog { nodes, _, comment in
            closedCount += nodes.count { $0.closesItsTask }
            let replay = Self.effective(nodes)
            let literal = LiteralEffective(nodes)
            let people = People(replay.log(of: People.self))
            #expect(people.lines == literal.people.persons, comment)
            #expect(
                Self.text(Self.codes(people.voidNodes), nodes)
                    == Self.text(literal.people.codes, nodes), comment)
            let void = replay.authority.voidNodes { nodes[$0].id }
            #expect(
                Self.text(Self.codes(void), nodes) == Self.text(literal.codes, nodes), comment)
            for code in literal.codes.values { seen[code, default: 0] += 1 }
            for code in literal.people.codes.values { seen[code, default: 0] += 1 }
            // Stage 3 and deletion over what is left.
            let voids = Set(literal.codes.keys)
            let history = LiteralHistoryValidation(nodes) { voids.contains($0.id) }
            let codes = zip(nodes, replay.validation.verdicts).compactMap { node, verdict in
                switch verdict {
                case .rejected(let code, _): "\(node.id) \(code)"
                case .skipped: "\(node.id) \(ErrorCode.unknownAction)"
                case .accepted, .ignored: nil
                }
            }
            #expect(
                codes
                    == nodes.compactMap { node in
                        node.taskID == nil && history.codes[node.id] == .unknownAction
                            ? "\(node.id) \(ErrorCode.unknownAction)"
                            : history.codes[node.id].map { "\(node.id) \($0)" }
                    }, comment)
            let survivors = replay.validation.survivors(nodes)
            for (place, task) in replay.validation.graph.taskIDs.enumerated() {
                #expect(survivors[place].map { nodes[$0].id } == history.kept(of: task), comment)
            }
            // Categories, as far as permission is concerned.
            let organisation = Organisation(replay.log(of: Organisation.self))
            let denied = organisation.voidNodes.filter {
                [.updateCategory, .deleteCategory].contains(nodes[$0.number].action)
                    && $0.code == .permissionDenied
            }
            #expect(Set(denied.map(\.id)) == literal.deniedOfCategories, comment)
        }
        for code: ErrorCode in [
            .schemaMismatch, .invalidSignature, .keyRevoked, .personConflict, .invalidReference,
            .permissionDenied,
        ] {
            #expect(seen[code, default: 0] > 0, "no log has \(code)")
        }
        #expect(closedCount > 0)
    }

    /// Whatever is added later cannot bring a node by a revoked key into what the revocation covers.
    @Test func theOrderOfArrivalDoesNotMatter() {
        Self.forEachLog { nodes, random, comment in
            let shuffled = nodes.shuffled(using: &random).inReplayOrder
            for family in [FamilyName.people, .effective, .organisation] {
                let (answer, other) = (FamilyAnswer(nodes, family), FamilyAnswer(shuffled, family))
                #expect(answer.hash == other.hash, comment)
                #expect(answer.voidNodes == other.voidNodes, comment)
            }
        }
    }

    /// Every void node has a reason whose code it is, and a sentence that names nodes of the log.
    @Test func everyVoidNodeSaysWhy() {
        Self.forEachLog { nodes, _, comment in
            let replay = Self.effective(nodes)
            for family in [FamilyName.people, .effective, .organisation] {
                for void in FamilyAnswer(nodes, family).voidNodes {
                    #expect(!replay.voids.sentence(void.reason).isEmpty, comment)
                }
            }
        }
    }

    /// A log without persons, SHAREs and ids that certify an owner is the protocol's.
    @Test func aLogWithoutPeopleAndSharesIsThatOfTheProtocol() {
        Self.forEachLog { nodes, _, comment in
            let own = nodes.filter { $0.action.isKnown && !$0.certifiesItsTask }
            let ids = Set(own.map(\.id))
            let closed = own.filter { $0.parents.allSatisfy(ids.contains) }
            let closedIDs = Set(closed.map(\.id))
            guard closed.allSatisfy({ $0.parents.allSatisfy(closedIDs.contains) }) else { return }
            #expect(
                Self.effective(closed).foldState().hash == Replay(closed).foldState().hash, comment)
        }
    }
}
