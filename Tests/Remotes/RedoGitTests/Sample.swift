import RedoCrypto
import RedoJSON
import RedoModel

@testable import RedoGit

/// Nodes for tests.
enum Sample {
    /// The protocol's worked examples: a CREATE, and the CREATE_TODO after it.
    static let create = node(
        #"{"action":"CREATE","author":{"deviceId":"ana-phone","name":"Ana","publicKey":"fd01c56e9f3c5c539638b15ab8fa61dec91e8c1a27e91ea5574394e99d846644","userId":"fd01c56e9f3c5c539638b15ab8fa61de"},"data":{"fields":{"frequencyDays":7,"title":"Water the plants"}},"id":"sha256:1bf216ef11d0755a8527ed7e21f43590012897282b236dbad7829e7c323380d9","parents":[],"signature":"9fc6388fd3499222484df6b437860924235fa201ea90a67923f63e000789f179a47bf0b6f922f4508bcbbcb6b26405c41c489c563618ce836a50a1b8ccda3b06","taskId":"c0ffee11-1111-4111-8111-111111111111","timestamp":{"lamport":1,"wall":"2025-01-01T08:00:00.000Z"},"version":1}"#
    )
    static let createTodo = node(
        #"{"action":"CREATE_TODO","author":{"deviceId":"ana-phone","name":"Ana","publicKey":"fd01c56e9f3c5c539638b15ab8fa61dec91e8c1a27e91ea5574394e99d846644","userId":"fd01c56e9f3c5c539638b15ab8fa61de"},"data":{"fields":{"deadline":"2025-01-05T09:00:00.000Z","todoTaskId":"aaaaaaaa-0000-4000-8000-000000000001"}},"id":"sha256:ea797e9a562ac73dadc8a144bf6fba8d2b485bccf0be4d0f81f2f81983239928","parents":["sha256:1bf216ef11d0755a8527ed7e21f43590012897282b236dbad7829e7c323380d9"],"signature":"b54d1f940525deb24bed06e75d2bc8c6aca1d9335d71b86b68f972983f98fbb5f8fefcd98707ec0556f0904ad230dba87c8e6cd90cabe8e949df5b6a4b1dd202","taskId":"c0ffee11-1111-4111-8111-111111111111","timestamp":{"lamport":2,"wall":"2025-01-01T09:00:00.000Z"},"version":1}"#
    )

    private static func node(_ text: String) -> Node {
        guard let node = try? NodeValidator().read(Array(text.utf8), signature: .required) else {
            preconditionFailure("the protocol's example is no node")
        }
        return node
    }

    static let user = "00112233445566778899aabbccddeeff"

    /// An unsigned CREATE by an author of this name on this device.
    static func node(
        name: String?, device: String = "phone", title: String = "Water",
        wall: Instant = Instant(milliseconds: 1_735_718_400_000)
    ) throws -> Node {
        guard let user = UserID(text: Array(user.utf8).span) else {
            preconditionFailure("no userId")
        }
        let author = Author(
            userID: user, deviceID: JSONString(device), name: name.map { JSONString($0) })
        return try NodeDraft(
            action: .create, taskID: nil, parents: [],
            timestamp: Timestamp(lamport: 1, wall: wall), author: author, dialect: .fields,
            fields: [JSONMember("title", .string(JSONString(title)))]
        ).unsignedNode(validator: NodeValidator())
    }

    /// An object's name that is easy to tell from others.
    static func commit(_ number: UInt8) -> GitObjectID {
        GitObjectID(bytes: [UInt8](repeating: number, count: 20).span)
    }

    static func id(_ number: Int) -> NodeID {
        NodeID(Digest(words: UInt64(number), 1, 2, 3))
    }
}
