import RedoCrypto
import RedoJSON
import RedoModel

/// Parts of nodes, by the author of the protocol's worked examples.
package enum Sample {
    package static let task = TaskID("c0ffee11-1111-4111-8111-111111111111")!
    package static let otherTask = TaskID("c0ffee11-2222-4222-8222-222222222222")!
    package static let todo: JSONValue = "aaaaaaaa-0000-4000-8000-000000000001"
    package static let wall = instant("2025-01-01T08:00:00.000Z")

    package static let author: Author = {
        let key = Sample.key().publicKey
        return Author(userID: UserID(key), deviceID: "ana-phone", publicKey: key, name: "Ana")
    }()

    package static func key() -> SigningKey {
        let digits = "8e69d70c41a587a0175bc4265fde015c12b3218951f9e5248ff6437b4c5224c3"
        var seed = bytes(hexadecimal: Array(digits.utf8).span) ?? []
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    /// A time of the form of `wall`.
    package static func instant(_ text: String) -> Instant {
        Instant(wall: Array(text.utf8).span)!
    }

    /// An id that is ordered as its number.
    package static func id(_ number: Int) -> NodeID {
        NodeID(Digest(words: UInt64(number), 1, 2, 3))
    }

    /// The id of a task that is easy to tell from others.
    ///
    /// - Parameter number: below 10,000.
    package static func taskID(_ number: Int) -> TaskID {
        TaskID("c0ffee11-1111-4111-8111-11111111\(String(10_000 + number).dropFirst())")!
    }

    /// A node that is to be written.
    package static func draft(
        _ action: Action, _ dialect: Dialect, parents: [NodeID] = [], lamport: Int = 1,
        wall: Instant = Sample.wall, task: TaskID? = Sample.task, author: Author = Sample.author,
        fields: JSONValue = [:]
    ) -> NodeDraft {
        NodeDraft(
            action: action, taskID: task, parents: parents,
            timestamp: Timestamp(lamport: lamport, wall: wall), author: author, dialect: dialect,
            fields: fields.members)
    }
}

extension JSONValue {
    /// The members of what must be an object.
    package var members: [JSONMember] {
        guard case .object(let members) = self else { preconditionFailure("no object: \(self)") }
        return members
    }
}
