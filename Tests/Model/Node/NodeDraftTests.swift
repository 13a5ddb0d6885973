import RedoCrypto
import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// What is written is read back.
@Suite struct NodeDraftTests {
    static let todo: JSONValue = "aaaaaaaa-0000-4000-8000-000000000001"
    static let time: JSONValue = "2025-01-05T09:00:00.000Z"

    static func create(_ dialect: Dialect) -> NodeDraft {
        Sample.draft(.create, dialect, fields: ["title": "Water the plants", "frequencyDays": 7])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let draft: NodeDraft
        var testDescription: String {
            "\(draft.action) in \(draft.dialect), \(draft.fields.map(\.name.description))"
        }
    }

    /// One of every action of both dialects.
    static let cases: [Case] = {
        let one = [Sample.id(1)]
        let two = [Sample.id(1), Sample.id(2)]
        func draft(
            _ action: Action, _ dialect: Dialect, _ parents: [NodeID], _ fields: JSONValue
        ) -> NodeDraft {
            Sample.draft(action, dialect, parents: parents, lamport: 2, fields: fields)
        }
        let both: [NodeDraft] = [Dialect.fields, .payload].flatMap { dialect in
            [
                create(dialect), draft(.update, dialect, one, ["priority": 5]),
                draft(.createTodo, dialect, one, ["todoTaskId": todo, "deadline": time]),
                draft(.completeTodo, dialect, one, ["todoTaskId": todo, "completed": time]),
                draft(.snooze, dialect, one, ["todoTaskId": todo, "daysToExtend": 3]),
                draft(.snooze, dialect, one, ["todoTaskId": todo, "newDeadline": time]),
                draft(.archive, dialect, one, [:]), draft(.unarchive, dialect, one, [:]),
                draft(
                    .delete, dialect, one,
                    ["deletedChain": [.string(JSONString(Sample.id(1).description))]]),
            ]
        }
        let others = [
            draft(.merge, .payload, two, ["base": .string(JSONString(Sample.id(3).description))]),
            draft(.merge, .fields, two, ["title": "merged"]),
            draft(.addTodo, .fields, one, ["title": "once"]), draft(.complete, .fields, one, [:]),
            draft(.snooze, .fields, one, ["snoozeUntil": time]), draft(.delete, .fields, one, [:]),
            draft(Action("FROBNICATE")!, .fields, [], ["a": [nil, .number(1e21), "é"]]),
            Sample.draft(.update, .fields, task: nil, fields: ["anything": [:]]),
        ]
        return (both + others).map { Case(draft: $0) }
    }()

    @Test(arguments: cases)
    func aSignedNodeIsReadBack(_ example: Case) throws {
        let draft = example.draft
        let written = try draft.node(signedBy: Sample.key(), validator: NodeValidator())
        let read = try NodeValidator().read(written.canonicalBytes, signature: .required)
        #expect(read.canonicalBytes == written.canonicalBytes)
        #expect(read.id == written.id)
        #expect(read.signedOver == .body)
        #expect(read.payload == written.payload)
    }

    @Test(arguments: cases)
    func theNodeSaysWhatTheDraftSays(_ example: Case) throws {
        let draft = example.draft
        let node = try draft.node(signedBy: Sample.key(), validator: NodeValidator())
        #expect(node.action == draft.action)
        #expect(node.taskID == draft.taskID)
        #expect(node.parents == draft.parents)
        #expect(node.timestamp == draft.timestamp)
        #expect(node.author == draft.author)
        #expect(node.dialect == draft.dialect)
    }

    @Test(arguments: cases)
    func theSignatureDoesNotChangeTheID(_ example: Case) throws {
        let draft = example.draft
        let signed = try draft.node(signedBy: Sample.key(), validator: NodeValidator())
        let unsigned = try draft.unsignedNode(validator: NodeValidator())
        #expect(unsigned.id == signed.id)
        #expect(unsigned.signature == nil)
        #expect(unsigned.encoding.body == signed.encoding.body)
    }

    @Test func theWorkedExampleIsWritten() throws {
        let node = try Self.create(.fields).node(signedBy: Sample.key(), validator: NodeValidator())
        #expect(
            node.id.description
                == "sha256:1bf216ef11d0755a8527ed7e21f43590012897282b236dbad7829e7c323380d9")
        #expect(node.encoding.body.count == 387)
        #expect(
            node.signature?.hexadecimal
                == "9fc6388fd3499222484df6b437860924235fa201ea90a67923f63e000789f179"
                + "a47bf0b6f922f4508bcbbcb6b26405c41c489c563618ce836a50a1b8ccda3b06")
    }

    @Test func anAuthorMayHaveNothingButIDs() throws {
        let author = Author(userID: Sample.author.userID, deviceID: "d")
        let draft = Sample.draft(.create, .fields, author: author, fields: ["title": "t"])
        #expect(try draft.unsignedNode(validator: NodeValidator()).author == author)
    }

    @Test func anAuthorMayHaveEverything() throws {
        let author = Author(
            userID: Sample.author.userID, deviceID: "d", publicKey: Sample.author.publicKey,
            name: "", email: "a@example.com", deviceName: "Ana’s “phone”")
        let draft = Sample.draft(.create, .payload, author: author, fields: ["title": "t"])
        #expect(try draft.unsignedNode(validator: NodeValidator()).author == author)
    }

    /// A node that is signed after it was made is the one that is signed at once.
    @Test(arguments: cases)
    func aNodeIsTheSameWhenItIsSignedLater(_ tested: Case) throws {
        let validator = NodeValidator()
        let signer = Signer(Sample.key())
        let atOnce = try tested.draft.node(signedBy: Sample.key(), validator: validator)
        let unsigned = try tested.draft.unsignedNode(validator: validator)
        let later = try #require(unsigned.signed(by: signer))
        #expect(later.canonicalBytes == atOnce.canonicalBytes)
        #expect(later.isSigned && later.signature == atOnce.signature)
        #expect(later.signedOver == .body && later.id == atOnce.id)
        #expect(!unsigned.isSigned && unsigned.signature == nil)
        #expect(later.signed(by: signer) == nil)
        #expect(unsigned.signed(by: Signer(.random())) == nil)
    }
}
