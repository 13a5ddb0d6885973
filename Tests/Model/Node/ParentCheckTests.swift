import RedoSystem
import SampleNodes
import Testing

@testable import RedoModel

/// Stage 2: a node with its parents (protocol, section 4).
@Suite struct ParentCheckTests {
    /// The log: node 1 at lamport 5, node 2 at 8, node 3 at 6 of another task, node 4 without one.
    static let log: [NodeID: ParentFacts] = [
        Sample.id(1): ParentFacts(lamport: 5, taskID: Sample.task),
        Sample.id(2): ParentFacts(lamport: 8, taskID: Sample.task),
        Sample.id(3): ParentFacts(lamport: 6, taskID: Sample.otherTask),
        Sample.id(4): ParentFacts(lamport: 7, taskID: nil),
    ]

    struct Case: Sendable, CustomTestStringConvertible {
        let dialect: Dialect
        let parents: [Int]
        let lamport: Int
        let code: ErrorCode?
        init(_ dialect: Dialect, _ parents: [Int], _ lamport: Int, _ code: ErrorCode?) {
            self.dialect = dialect
            self.parents = parents
            self.lamport = lamport
            self.code = code
        }
        var testDescription: String { "\(dialect), parents \(parents), lamport \(lamport)" }

        func node() throws -> Node {
            let parents = parents.map { Sample.id($0) }
            let isMerge = parents.count > 1
            let action: Action = parents.isEmpty ? .create : isMerge ? .merge : .update
            let base = "sha256:" + String(repeating: "0", count: 64)
            let draft = Sample.draft(
                action, dialect, parents: parents, lamport: lamport,
                fields: isMerge && dialect == .payload
                    ? ["base": .init(stringLiteral: base)] : ["title": "t"])
            return try draft.unsignedNode(validator: NodeValidator())
        }
    }

    @Test(arguments: [
        // One above the greatest parent, exactly.
        Case(.payload, [], 1, nil), Case(.payload, [], 2, .lamportViolation),
        Case(.payload, [1], 6, nil), Case(.payload, [1], 5, .lamportViolation),
        Case(.payload, [1], 7, .lamportViolation), Case(.payload, [1, 2], 9, nil),
        Case(.payload, [2, 1], 6, .lamportViolation),
        // Every parent is of the task.
        Case(.payload, [3], 7, .parentMismatch), Case(.payload, [4], 8, .parentMismatch),
        Case(.payload, [1, 3], 7, .parentMismatch), Case(.payload, [3], 1, .parentMismatch),
        Case(.payload, [9], 1, .parentNotFound), Case(.payload, [3, 9], 1, .parentNotFound),
        Case(.payload, [9, 3], 1, .parentNotFound),
    ])
    func thePayloadDialectIsStrict(_ example: Case) throws {
        let rejection = try example.node().checkParents { Self.log[$0] }
        #expect(rejection?.code == example.code)
    }

    @Test(arguments: [
        // Above every parent, at most a million above the greatest.
        Case(.fields, [], 1, nil), Case(.fields, [], 1_000_000, nil),
        Case(.fields, [], 1_000_001, .lamportViolation),
        Case(.fields, [], 9_007_199_254_740_991, .lamportViolation),
        Case(.fields, [1], 6, nil), Case(.fields, [1], 5, .lamportViolation),
        Case(.fields, [1], 4, .lamportViolation), Case(.fields, [1], 1_000_005, nil),
        Case(.fields, [1], 1_000_006, .lamportViolation), Case(.fields, [2, 1], 1_000_008, nil),
        Case(.fields, [1, 2], 1_000_009, .lamportViolation),
        Case(.fields, [2, 1], 8, .lamportViolation), Case(.fields, [2, 1], 9, nil),
        // A parent of another subject orders.
        Case(.fields, [3], 7, nil), Case(.fields, [4], 8, nil), Case(.fields, [3, 4], 9, nil),
        Case(.fields, [3], 6, .lamportViolation),
        Case(.fields, [9], 1, .parentNotFound), Case(.fields, [1, 9], 5, .parentNotFound),
        Case(.fields, [1, 9], 2_000_000, .parentNotFound),
    ])
    func theFieldsDialectOrders(_ example: Case) throws {
        let rejection = try example.node().checkParents { Self.log[$0] }
        #expect(rejection?.code == example.code)
    }

    @Test func theRejectionNamesTheNode() throws {
        let node = try Case(.fields, [9], 1, nil).node()
        #expect(node.checkParents { Self.log[$0] }?.id == node.id)
    }

    @Test func aTaskIsToldByItsValue() throws {
        let node = try Case(.payload, [1], 6, nil).node()
        let upper = TaskID("C0FFEE11-1111-4111-8111-111111111111")
        #expect(node.checkParents { _ in ParentFacts(lamport: 5, taskID: upper) } == nil)
    }

    @Test func aFailureToLookUpIsPassedOn() throws {
        struct Failure: Error {}
        let node = try Case(.fields, [1], 6, nil).node()
        #expect(throws: Failure.self) {
            try node.checkParents { _ throws(Failure) -> ParentFacts? in throw Failure() }
        }
    }

    @Test func aNodeTellsItsChildrenWhatTheyAsk() throws {
        let facts = try Case(.fields, [1], 42, nil).node().parentFacts
        #expect(facts.lamport == 42)
        #expect(facts.taskID == Sample.task)
    }

    /// An index can say anything.
    @Test(arguments: [Dialect.fields, .payload])
    func theGreatestLamportIsNoParents(_ dialect: Dialect) {
        for lamport in [0, 1, Int.max] {
            var check = ParentCheck(dialect: dialect, lamport: lamport)
            _ = check.add(lamport: Int.max, isOfTask: true)
            #expect(!check.isLamportSound)
        }
    }
}
