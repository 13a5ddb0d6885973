import RedoJSON
import RedoSystem
import SampleNodes
import Testing

@testable import RedoModel

/// Of several mistakes of stage 1 one code is told (protocol, section 4).
@Suite struct CodePrecedenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let code: ErrorCode?
        let text: NodeText
        init(_ name: String, _ code: ErrorCode?, _ text: NodeText) {
            (self.name, self.code, self.text) = (name, code, text)
        }
        var testDescription: String { name }
    }

    static func repeating(_ digit: String, _ count: Int, after prefix: String = "") -> JSONValue {
        .string(JSONString(prefix + String(repeating: digit, count: count)))
    }

    static let upperID = repeating("A", 64, after: "sha256:")
    static let upperUser: JSONValue = "FD01C56E9F3C5C539638B15AB8FA61DE"
    static let chain: JSONValue = [.string(JSONString(Sample.id(1).description))]

    static func id(_ number: Int) -> JSONValue {
        .string(JSONString(Sample.id(number).description))
    }

    static func text(_ action: Action, _ dialect: Dialect, _ fields: JSONValue) -> NodeText {
        NodeText(
            of: Sample.draft(
                action, dialect, parents: [Sample.id(1)], lamport: 2, fields: fields))
    }
    static let update = text(.update, .fields, ["title": "t"])
    static let payloadUpdate = text(.update, .payload, ["title": "t"])
    static let payloadDelete = text(.delete, .payload, ["deletedChain": chain])
    static let merge = NodeText(
        of: Sample.draft(
            .merge, .payload, parents: [Sample.id(1), Sample.id(2)], lamport: 2,
            fields: [
                "base": id(4),
                "resolutions": [
                    "task": [["path": "title", "strategy": "ours", "chosenParent": id(2)]]
                ],
            ]))
    static let large = repeating("x", 1 << 20)

    static let cases: [Case] = [
        Case("nothing", nil, .create),
        // The examples of the section.
        Case(
            "two equal parents in Base58", .encodingViolation,
            update.setting("parents", to: ["QmSnuWmxptJZdLJp", "QmSnuWmxptJZdLJp"])),
        Case(
            "an upper-case userId and an empty title", .schemaMismatch,
            update.setting("author.userId", to: upperUser).setting("data.fields.title", to: "")),
        Case(
            "an UPDATE of archived alone, fields", .forbiddenField,
            update.setting("data.fields", to: ["archived": true])),
        Case(
            "an UPDATE of archived alone, payload", .forbiddenField,
            payloadUpdate.setting("data.payload", to: ["archived": true])),
        Case(
            "archived and an unknown field", .schemaMismatch,
            payloadUpdate.setting("data.payload", to: ["archived": true, "x": 1])),
        Case(
            "an upper-case userId and a wrong id", .encodingViolation,
            update.setting("author.userId", to: upperUser)),
        // Each code beside the ones after it.
        Case(
            "schema and encoding", .schemaMismatch,
            update.setting("parents", to: [upperID]).setting("version", to: 2)),
        Case(
            "schema, encoding and forbidden", .schemaMismatch,
            update.setting("parents", to: [upperID]).setting("data.fields.guid", to: "x")
                .setting("author.deviceId", to: "")),
        Case(
            "encoding and forbidden", .encodingViolation,
            update.setting("parents", to: [upperID]).setting("data.fields.guid", to: "x")),
        Case(
            "forbidden and too large", .forbiddenField,
            update.setting("data.fields", to: ["guid": 1, "x": large])),
        Case(
            "encoding and a missing chain", .encodingViolation,
            payloadDelete.setting("id", to: upperID).setting("data.payload", to: [:])),
        Case(
            "a missing chain and a wrong hash", .missingDeletedChain,
            payloadDelete.setting("data.payload", to: [:])),
        Case(
            "a missing chain and an unknown field", .schemaMismatch,
            payloadDelete.setting("data.payload", to: ["x": 1])),
        Case(
            "too large and a wrong hash", .payloadTooLarge,
            update.setting("data.fields.x", to: large)),
        Case(
            "a wrong hash and a wrong signature", .hashMismatch,
            update.setting("data.fields.title", to: "u")),
        Case(
            "a wrong hash and no key for the signature", .hashMismatch,
            update.removing("author.publicKey")),
        Case(
            "a signature and no key for it", .invalidSignature,
            update.removing("author.publicKey").rehashed
                .setting("signature", to: repeating("0", 128))),
        Case(
            "a signature of something else", .invalidSignature,
            update.setting("signature", to: repeating("0", 128))),
        // Within one member.
        Case(
            "a parent of another type beside an upper-case one", .encodingViolation,
            update.setting("parents", to: [1, upperID])),
        Case(
            "an upper-case parent beside the chosen one", .encodingViolation,
            merge.setting("parents", to: [upperID, id(2)])),
        Case(
            "an upper-case parent and another id chosen", .schemaMismatch,
            merge.setting("parents", to: [upperID, id(3)])),
        Case("a parent of another type", .schemaMismatch, update.setting("parents", to: [1])),
        Case(
            "eleven parents of which one is in upper case", .encodingViolation,
            update.setting(
                "parents",
                to: .array(
                    (1...10).map { .string(JSONString(Sample.id($0).description)) } + [upperID]))),
        Case(
            "a chain of a number and an upper-case id", .encodingViolation,
            payloadDelete.setting("data.payload.deletedChain", to: [1, upperID])),
        Case(
            "a chain of a number", .schemaMismatch,
            payloadDelete.setting("data.payload.deletedChain", to: [1])),
        Case(
            "an empty chain", .schemaMismatch,
            payloadDelete.setting("data.payload.deletedChain", to: [])),
        Case("an id of another type", .schemaMismatch, update.setting("id", to: 1)),
        Case(
            "a signature in upper case", .encodingViolation,
            update.setting("signature", to: repeating("A", 128))),
        Case(
            "a userId that is not of the key", .schemaMismatch,
            update.setting("author.userId", to: "00000000000000000000000000000000")),
        Case(
            "a userId that cannot be compared with the key", .encodingViolation,
            update.setting("author.publicKey", to: "abc")),
    ]

    @Test(arguments: cases)
    func oneCodeIsTold(_ example: Case) {
        #expect(example.text.code() == example.code)
    }

    @Test func aMissingSignatureMattersOnlyWhereItIsRequired() {
        let text = NodeText.create.removing("signature")
        #expect(text.code(.required) == .invalidSignature)
        #expect(text.code(.ifPresent) == nil)
        #expect(text.code(.unchecked) == nil)
    }

    @Test func anUncheckedSignatureIsNotLookedAt() {
        let text = NodeText.create.setting("signature", to: Self.repeating("0", 128))
        #expect(text.code(.unchecked) == nil)
        #expect(text.code(.ifPresent) == .invalidSignature)
    }

    @Test func theHashIsCheckedUnderEveryRule() {
        let text = NodeText.create.setting("data.fields.title", to: "another")
        for rule: NodeValidator.SignatureRule in [.unchecked, .ifPresent, .required] {
            #expect(text.code(rule) == .hashMismatch)
        }
    }

    @Test func theRejectionNamesTheClaimedID() throws {
        let text = NodeText.create.setting("data.fields.title", to: "")
        let error = #expect(throws: Rejection.self) {
            try NodeValidator().read(text.bytes, signature: .ifPresent)
        }
        #expect(error?.id?.description == NodeText.create.json["id"]?.string?.description)
    }
}
