import RedoJSON
import RedoModel
import SampleNodes
import Testing

@testable import RedoFirestore

/// Documents of nodes, and nodes of any members.
enum SampleDocument {
    static let uid: JSONString = "uid-1"
    static let author = Author(
        userID: Sample.author.userID, deviceID: "phone", publicKey: Sample.author.publicKey)

    /// The members of a node without id and signature, in the fields dialect.
    static func members(
        action: JSONString = "CREATE", data: JSONValue = ["fields": ["title": "Water"]],
        author: Author = author
    ) -> [JSONMember] {
        [
            JSONMember("action", .string(action)), JSONMember("author", author.json),
            JSONMember("data", data), JSONMember("parents", []),
            JSONMember("taskId", .string(JSONString(Sample.task.description))),
            JSONMember("timestamp", ["lamport": 1, "wall": "2025-01-01T08:00:00.000Z"]),
            JSONMember("version", 1),
        ]
    }

    static func node(_ members: [JSONMember] = members()) throws -> Node {
        try NodeValidator().sign(CanonicalJSON.bytes(.object(members)), with: Sample.key())
    }

    /// What comes of a node that is written to a document, sent, and read again.
    static func roundTrip(_ node: Node) throws -> Node {
        let document = try NodeDocument(node, accessList: [uid])
        return try NodeDocument.read(
            resent(document.fields), id: node.id, validator: NodeValidator())
    }

    /// Fields as they come back: in other order, and with the server's time.
    static func resent(_ fields: [FirestoreField]) throws -> [FirestoreField] {
        var text: [UInt8] = []
        FirestoreValue.append(
            fields.reversed() + [
                FirestoreField("createdAt", .timestamp("2025-01-01T00:00:00.123456Z"))
            ], to: &text)
        let document = try JSONDocument(text, maximumDepth: 80)
        return try #require(FirestoreValue.fields(reading: document.root))
    }
}

extension NodeDocument {
    init(_ node: Node, accessList: [JSONString]) throws(Rejection) {
        try self.init(line: node.canonicalBytes, id: node.id, accessList: accessList)
    }
}

extension FirestoreValue {
    subscript(name: StaticString) -> FirestoreValue? {
        guard case .map(let fields) = self else { return nil }
        return fields.first { $0.name == name }?.value
    }

    var string: JSONString? {
        guard case .string(let string) = self else { return nil }
        return string
    }
}
