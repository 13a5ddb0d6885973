import RedoCrypto
import RedoJSON
import RedoModel

/// A device that makes nodes with a key of its own.
package final class Writer: @unchecked Sendable {
    package let author: Author
    // Only read after it is made.
    private let key: SigningKey

    /// - Parameter number: 1 to 255; the same number makes the same key.
    package init(_ number: UInt8) {
        var seed = [UInt8](repeating: number, count: SigningKey.seedByteCount)
        key = SigningKey(seed: SecretMemory(taking: &seed))
        author = Author(
            userID: UserID(key.publicKey), deviceID: JSONString("device-\(number)"),
            publicKey: key.publicKey)
    }

    package static let ana = Writer(1)
    package static let ben = Writer(2)

    /// A signed node.
    ///
    /// - Parameters:
    ///   - lamport: one above the parents' if it is not given.
    ///   - minute: the wall time, in minutes after an arbitrary morning.
    /// - Throws: ``Rejection`` if stage 1 refuses it.
    package func node(
        _ action: Action, _ dialect: Dialect = .fields, task: TaskID? = Sample.task,
        after parents: [Node] = [], lamport: Int? = nil, minute: Int, _ fields: JSONValue = [:]
    ) throws(Rejection) -> Node {
        try sign(
            draft(
                action, dialect, task: task, after: parents, lamport: lamport, minute: minute,
                fields))
    }

    /// A node that is to be signed.
    func draft(
        _ action: Action, _ dialect: Dialect = .fields, task: TaskID?, after parents: [Node],
        lamport: Int? = nil, minute: Int, _ fields: JSONValue
    ) -> NodeDraft {
        let above = (parents.map(\.timestamp.lamport).max() ?? 0) + 1
        let wall = Instant(milliseconds: Sample.wall.milliseconds + Int64(minute) * 60_000)
        return NodeDraft(
            action: action, taskID: task, parents: parents.map(\.id),
            timestamp: Timestamp(lamport: lamport ?? above, wall: wall), author: author,
            dialect: dialect, fields: fields.members)
    }

    func sign(_ draft: NodeDraft) throws(Rejection) -> Node {
        try draft.node(signedBy: key, validator: NodeValidator())
    }
}

extension Node {
    /// The id as a value of a node's field.
    package var reference: JSONValue { .string(JSONString(id.description)) }
}
