import RedoCrypto
import RedoJSON

@testable import RedoModel

/// Parts of nodes. The author is that of the protocol's worked examples.
enum Sample {
    static let task = TaskID("c0ffee11-1111-4111-8111-111111111111")!
    static let otherTask = TaskID("c0ffee11-2222-4222-8222-222222222222")!
    static let todo: JSONValue = "aaaaaaaa-0000-4000-8000-000000000001"
    static let wall = instant("2025-01-01T08:00:00.000Z")

    static let author: Author = {
        let key = Sample.key().publicKey
        return Author(
            userID: UserID(key), deviceID: "ana-phone", publicKey: key, name: "Ana")
    }()

    static func key() -> SigningKey {
        let digits = "8e69d70c41a587a0175bc4265fde015c12b3218951f9e5248ff6437b4c5224c3"
        var seed = bytes(hexadecimal: Array(digits.utf8).span) ?? []
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    /// A time of the form of `wall`.
    static func instant(_ text: String) -> Instant { Instant(wall: Array(text.utf8).span)! }

    /// An id that is easy to tell from others: the number's digits over and over.
    static func id(_ number: Int) -> NodeID {
        let digits = String(String(repeating: String(number, radix: 16), count: 64).prefix(64))
        return NodeID("sha256:\(digits)")!
    }

    /// A node that is to be written.
    static func draft(
        _ action: Action, _ dialect: Dialect, parents: [NodeID] = [], lamport: Int = 1,
        task: TaskID? = Sample.task, author: Author = Sample.author, fields: JSONValue = [:]
    ) -> NodeDraft {
        guard case .object(let members) = fields else { preconditionFailure("fields is an object") }
        return NodeDraft(
            action: action, taskID: task, parents: parents,
            timestamp: Timestamp(lamport: lamport, wall: wall), author: author, dialect: dialect,
            fields: members)
    }
}
