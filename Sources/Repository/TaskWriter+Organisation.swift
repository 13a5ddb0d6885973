import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The ids of things that nodes of a writer will create. Any thread draws them.
package struct NewIDs: Sendable {
    fileprivate let key: PublicKey?
    fileprivate let dialect: Dialect
    fileprivate let closesTasks: Bool

    /// Draws the id of a thing that a node will create. The author's key certifies it if the node can express that:
    /// the payload dialect has no field for it, and it needs a key.
    ///
    /// - Parameter other: the thing that this one replaces.
    /// - Returns: the id, and the fields to add to the node: what certifies the id and, if tasks are closed, what
    ///   closes it.
    package func draw(
        _ kind: OwnedKind, replacing other: UUIDValue? = nil
    ) -> (id: UUIDValue, certificate: [JSONMember]) {
        guard let key, kind != .task || dialect == .fields else {
            return (UUIDValue(randomBytes: RandomBytes.bytes(count: 16)), [])
        }
        let nonce =
            other.map { kind.nonce(replacing: $0) }
            ?? JSONString(RandomBytes.hexadecimal(count: 16))
        var members = [JSONMember(JSONString("\(kind.nonceName)"), .string(nonce))]
        if kind == .task, closesTasks {
            members.append(JSONMember(JSONString("\(OwnedKind.closedName)"), .bool(true)))
        }
        return (kind.certifiedID(key, nonce: nonce), members)
    }
}

extension Organisation.Comment {
    /// The fields of the ADD_COMMENT that makes a comment.
    ///
    /// - Parameters:
    ///   - new: its id, and what certifies it.
    ///   - text: as ``textMember(_:)`` or a caller of the program gives it.
    package static func fields(
        _ new: (id: UUIDValue, certificate: [JSONMember]), _ text: [JSONMember]
    ) -> [JSONMember] {
        [OwnedThing(kind: .comment, id: new.id).member] + text + new.certificate
    }

    package static func textMember(_ text: String) -> JSONMember {
        JSONMember("text", .string(JSONString(text)))
    }
}

extension TaskWriter {
    package var newIDs: NewIDs {
        NewIDs(key: identity.author.publicKey, dialect: dialect, closesTasks: closesTasks)
    }

    /// Draws the id of a thing that a node will create, as ``NewIDs/draw(_:replacing:)`` does.
    package func newID(
        _ kind: OwnedKind, replacing other: UUIDValue? = nil
    ) -> (id: UUIDValue, certificate: [JSONMember]) {
        newIDs.draw(kind, replacing: other)
    }

    /// Creates a task.
    ///
    /// - Parameter id: with the field that certifies it; nil to draw one.
    package mutating func addTask(
        _ fields: [JSONMember], as id: (id: UUIDValue, certificate: [JSONMember])? = nil
    ) throws(RedoError) -> TaskID {
        let (id, certificate) = id ?? newID(.task)
        try add(.create, TaskID(id), fields + certificate)
        return TaskID(id)
    }

    /// Creates a node about a task that only the fields dialect has, such as one of a family other than `tasks`.
    @discardableResult
    package mutating func add(
        familyNode action: Action, of task: TaskID, _ fields: [JSONMember]
    ) throws(RedoError) -> Node {
        try make(action, task, fields, after: try joinedEnds(of: task), dialect: .fields)
    }

    /// Creates a node about a category.
    ///
    /// - Parameter heads: the category's; empty for a new one.
    @discardableResult
    package mutating func add(
        categoryNode action: Action, after heads: [Node], _ fields: [JSONMember]
    ) throws(RedoError) -> Node {
        try make(
            action, nil, fields, after: heads.suffix(Self.maximumParentCount), dialect: .fields)
    }

    /// Creates a node about a person.
    ///
    /// - Parameter heads: the parents; empty for a new person.
    @discardableResult
    package mutating func add(
        personNode action: Action, after heads: [Node], _ fields: [JSONMember]
    ) throws(RedoError) -> Node {
        try make(
            action, nil, fields, after: heads.suffix(Self.maximumParentCount), dialect: .fields)
    }
}
