import RedoJSON
import RedoModel
import RedoSystem
import SampleNodes
import Testing

@testable import RedoFirestore

/// Documents as other clients write them.
@Suite struct ForeignDocumentTests {
    /// What reading a document says: nothing, or a code.
    private func code(_ fields: [FirestoreField], _ node: Node) throws -> ErrorCode? {
        do throws(Rejection) {
            let read = try NodeDocument.read(fields, id: node.id, validator: NodeValidator())
            #expect(read.canonicalBytes == node.canonicalBytes)
            return nil
        } catch {
            #expect(error.id == node.id)
            return error.code
        }
    }

    private func fields(of node: Node) throws -> [FirestoreField] {
        try SampleDocument.resent(NodeDocument(node, accessList: [SampleDocument.uid]).fields)
    }

    /// The fields with another value under a name: of the document, or of its map `author`.
    private func setting(
        _ name: JSONString, to value: FirestoreValue, in fields: [FirestoreField]
    ) -> [FirestoreField] {
        fields.filter { $0.name != name } + [FirestoreField(name, value)]
    }

    private func author(_ fields: [FirestoreField]) -> [FirestoreField] {
        guard case .map(let author)? = FirestoreValue.map(fields)["author"] else { return [] }
        return author
    }

    @Test func emptyTextsForAbsentMembersAreUndone() throws {
        let members = SampleDocument.members().filter { $0.name != "taskId" }
        let node = try SampleDocument.node(members)
        let plain = try fields(of: node)
        let named = setting("name", to: .string(""), in: author(plain))
        let empty = setting(
            "taskId", to: .string(""), in: setting("author", to: .map(named), in: plain))
        #expect(try code(empty, node) == nil)
    }

    @Test func anEmptyNameThatWasMeantStays() throws {
        var author = SampleDocument.author
        author.name = ""
        let members = SampleDocument.members(author: author).filter { $0.name != "taskId" }
        let node = try SampleDocument.node(members)
        let plain = try fields(of: node)
        #expect(try code(plain, node) == nil)
        #expect(try code(setting("taskId", to: .string(""), in: plain), node) == nil)
    }

    @Test func fieldsDirectlyUnderDataAreReadAsFields() throws {
        let node = try SampleDocument.node()
        let plain = try fields(of: node)
        let bare = try #require(FirestoreValue.map(plain)["data"]?["fields"])
        #expect(try code(setting("data", to: bare, in: plain), node) == nil)
        let named = setting("name", to: .string(""), in: author(plain))
        let both = setting(
            "author", to: .map(named), in: setting("data", to: bare, in: plain))
        #expect(try code(both, node) == nil)
    }

    @Test func aMissingSignatureIsNamed() throws {
        let node = try SampleDocument.node()
        let plain = try fields(of: node)
        #expect(try code(plain.filter { $0.name != "signature" }, node) == .invalidSignature)
        #expect(
            try code(setting("signature", to: .string(""), in: plain), node) == .invalidSignature)
        let zeros = JSONString(String(repeating: "0", count: 128))
        #expect(
            try code(setting("signature", to: .string(zeros), in: plain), node) == .invalidSignature
        )
    }

    @Test func whatNoReadingExplainsIsAnotherNode() throws {
        let node = try SampleDocument.node()
        let plain = try fields(of: node)
        for changed in [
            setting("version", to: .integer(2), in: plain),
            setting("action", to: .string("UPDATE"), in: plain),
            setting("data", to: .null, in: plain), setting("more", to: .null, in: plain),
            plain.filter { $0.name != "data" }, [],
        ] {
            #expect(try code(changed, node) == .hashMismatch)
        }
    }

    @Test func anotherIDBesideItsHashIsAMistakeOfTheNode() throws {
        let node = try SampleDocument.node()
        let plain = try fields(of: node)
        #expect(
            try code(setting("id", to: .string("sha256:"), in: plain), node) == .encodingViolation)
        let zeros = JSONString("sha256:" + String(repeating: "0", count: 64))
        #expect(try code(setting("id", to: .string(zeros), in: plain), node) == .hashMismatch)
        #expect(try code(plain.filter { $0.name != "id" }, node) == .schemaMismatch)
    }

    @Test func whatJSONCannotSayIsNoMember() throws {
        let node = try SampleDocument.node()
        let plain = try fields(of: node)
        #expect(
            try code(setting("data", to: .other("bytesValue"), in: plain), node) == .schemaMismatch)
        let noText = setting("dataJSON", to: .integer(1), in: plain.filter { $0.name != "data" })
        #expect(try code(noText, node) == .schemaMismatch)
        let noJSON = setting("dataJSON", to: .string("{"), in: plain.filter { $0.name != "data" })
        #expect(try code(noJSON, node) == .schemaMismatch)
    }

    @Test func replicaMembersOfAnyKindAreNotOfTheNode() throws {
        let node = try SampleDocument.node()
        let plain = try fields(of: node)
        for value in [FirestoreValue.null, .other("bytesValue"), .integer(3), .map([])] {
            let changed = setting(
                "createdAt", to: value, in: setting("accessList", to: value, in: plain))
            #expect(try code(changed, node) == nil)
        }
    }
}
