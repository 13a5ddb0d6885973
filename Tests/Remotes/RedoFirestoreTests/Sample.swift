import RedoCrypto
import RedoJSON
import RedoModel
import RedoReplica
import TestSupport
import Testing

@testable import RedoFirestore

/// Nodes, and documents of them.
enum Sample {
    static let uid: JSONString = "uid-1"

    static func key() -> SigningKey {
        var seed = [UInt8](repeating: 7, count: 32)
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    static let userID: String = UserID(key().publicKey).description
    static let publicKey: String = key().publicKey.hexadecimal

    /// The members of a node without id and signature, in the fields dialect.
    static func members(
        action: JSONString = "CREATE", data: JSONValue = ["fields": ["title": "Water"]]
    ) -> [JSONMember] {
        [
            JSONMember("action", .string(action)),
            JSONMember(
                "author",
                [
                    "deviceId": "phone", "publicKey": .string(JSONString(publicKey)),
                    "userId": .string(JSONString(userID)),
                ]),
            JSONMember("data", data), JSONMember("parents", []),
            JSONMember("taskId", "c0ffee11-1111-4111-8111-111111111111"),
            JSONMember("timestamp", ["lamport": 1, "wall": "2025-01-01T08:00:00.000Z"]),
            JSONMember("version", 1),
        ]
    }

    static func node(_ members: [JSONMember] = members()) throws -> Node {
        try NodeValidator().sign(CanonicalJSON.bytes(.object(members)), with: key())
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
        let document = try JSONDocument(text, greatestDepth: 80)
        return try #require(FirestoreValue.fields(reading: document.root))
    }
}

extension PublicKey {
    var hexadecimal: String {
        var digits: [UInt8] = []
        appendHexadecimal(bytes.span, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }
}
