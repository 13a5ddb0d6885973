import RedoCrypto
import RedoJSON

@testable import RedoModel

/// A device that makes nodes with a key of its own.
final class Writer: @unchecked Sendable {
    let author: Author
    // Only read after it is made.
    private let key: SigningKey

    /// - Parameter number: 1 to 255; the same number makes the same key.
    init(_ number: UInt8) {
        var seed = [UInt8](repeating: number, count: SigningKey.seedByteCount)
        key = SigningKey(seed: SecretMemory(taking: &seed))
        author = Author(
            userID: UserID(key.publicKey), deviceID: JSONString("device-\(number)"),
            publicKey: key.publicKey)
    }

    static let ana = Writer(1)
    static let ben = Writer(2)

    /// A signed node.
    ///
    /// - Parameters:
    ///   - lamport: one above the parents' if it is not given.
    ///   - minute: the wall time, in minutes after an arbitrary morning.
    /// - Throws: ``Rejection`` where stage 1 refuses it.
    func node(
        _ action: Action, _ dialect: Dialect = .fields, task: TaskID? = Sample.task,
        after parents: [Node] = [], lamport: Int? = nil, minute: Int, _ fields: JSONValue = [:]
    ) throws(Rejection) -> Node {
        guard case .object(let members) = fields else { preconditionFailure("fields is an object") }
        let above = (parents.map(\.timestamp.lamport).max() ?? 0) + 1
        let wall = Instant(milliseconds: Sample.wall.milliseconds + Int64(minute) * 60_000)
        let draft = NodeDraft(
            action: action, taskID: task, parents: parents.map(\.id),
            timestamp: Timestamp(lamport: lamport ?? above, wall: wall), author: author,
            dialect: dialect, fields: members)
        return try draft.node(signedBy: key, validator: NodeValidator())
    }
}

extension Node {
    /// The id as a value of a node's field.
    var reference: JSONValue { .string(JSONString(id.description)) }
}

extension [Node] {
    /// In the order in which replay sees them.
    var inReplayOrder: [Node] { sorted { $0.position < $1.position } }
}
