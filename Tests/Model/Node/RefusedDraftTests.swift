import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import Testing

@testable import RedoModel

/// A draft that breaks a rule of stage 1 does not become a node.
@Suite struct RefusedDraftTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let draft: NodeDraft
        let code: ErrorCode
        init(_ name: String, _ code: ErrorCode, _ draft: NodeDraft) {
            (self.name, self.code, self.draft) = (name, code, draft)
        }
        var testDescription: String { name }
    }

    static let one = [Sample.id(1)]

    static let cases: [Case] = [
        Case(
            "an empty title", .schemaMismatch, Sample.draft(.create, .fields, fields: ["title": ""])
        ),
        Case("no title", .schemaMismatch, Sample.draft(.create, .payload)),
        Case(
            "a name twice", .schemaMismatch,
            Sample.draft(.create, .fields, fields: ["title": "a", "title": "b"])),
        Case("lamport 0", .schemaMismatch, Sample.draft(.archive, .fields, lamport: 0)),
        Case(
            "a lamport beyond 2^53−1", .schemaMismatch,
            Sample.draft(.archive, .fields, lamport: 9_007_199_254_740_992)),
        Case(
            "a parent twice", .schemaMismatch, Sample.draft(.archive, .fields, parents: one + one)),
        Case(
            "eleven parents", .schemaMismatch,
            Sample.draft(.archive, .fields, parents: (1...11).map { Sample.id($0) })),
        Case("a MERGE of one", .schemaMismatch, Sample.draft(.merge, .fields, parents: one)),
        Case(
            "a CREATE with a parent", .schemaMismatch,
            Sample.draft(.create, .payload, parents: one, fields: ["title": "t"])),
        Case("no task", .schemaMismatch, Sample.draft(.archive, .payload, parents: one, task: nil)),
        Case("no such action", .schemaMismatch, Sample.draft(.complete, .payload, parents: one)),
        Case(
            "a further field", .schemaMismatch,
            Sample.draft(.create, .payload, fields: ["title": "t", "tags": []])),
        Case("no field", .schemaMismatch, Sample.draft(.update, .fields, parents: one)),
        Case(
            "an empty device", .schemaMismatch,
            Sample.draft(
                .archive, .fields, author: Author(userID: Sample.author.userID, deviceID: ""))),
        Case(
            "no key", .schemaMismatch,
            Sample.draft(
                .archive, .payload, parents: one,
                author: Author(userID: Sample.author.userID, deviceID: "d"))),
        Case(
            "a reserved field", .forbiddenField,
            Sample.draft(.update, .fields, parents: one, fields: ["guid": "x"])),
        Case("no chain", .missingDeletedChain, Sample.draft(.delete, .payload, parents: one)),
        Case(
            "a chain of other ids", .encodingViolation,
            Sample.draft(.delete, .fields, parents: one, fields: ["deletedChain": ["abc"]])),
        Case(
            "a MiB of notes", .payloadTooLarge,
            Sample.draft(
                .update, .fields, parents: one,
                fields: ["notes": .string(JSONString(String(repeating: "n", count: 1 << 20)))])),
    ]

    @Test(arguments: cases)
    func theDraftIsRefused(_ example: Case) {
        let error = #expect(throws: Rejection.self) {
            try example.draft.unsignedNode(validator: NodeValidator())
        }
        #expect(error?.code == example.code)
    }

    @Test func aSignatureOfAnotherKeyIsRefused() {
        let draft = Sample.draft(.create, .fields, fields: ["title": "t"])
        let error = #expect(throws: Rejection.self) {
            try draft.node(signedBy: SigningKey.random(), validator: NodeValidator())
        }
        #expect(error?.code == .invalidSignature)
    }
}
