import RedoCrypto
import RedoJSON

/// A node to be written: everything but its id and signature.
package struct NodeDraft: Sendable {
    package var action: Action
    package var taskID: TaskID?
    package var parents: [NodeID]
    package var timestamp: Timestamp
    package var author: Author
    package var dialect: Dialect
    /// The members of `payload` or `fields`.
    package var fields: [JSONMember]

    package init(
        action: Action, taskID: TaskID?, parents: [NodeID], timestamp: Timestamp,
        author: Author, dialect: Dialect, fields: [JSONMember]
    ) {
        self.action = action
        self.taskID = taskID
        self.parents = parents
        self.timestamp = timestamp
        self.author = author
        self.dialect = dialect
        self.fields = fields
    }

    /// The members of the body, which is hashed and signed, in canonical order: they are written twice.
    private var members: [JSONMember] {
        var members: [JSONMember] = [
            JSONMember("action", .string(JSONString(action.description))),
            JSONMember("author", author.json),
            JSONMember(
                "data",
                .object([
                    JSONMember(
                        JSONString(dialect.rawValue), .object(CanonicalJSON.sorted(fields)))
                ])),
            JSONMember("parents", .array(parents.map { .string(JSONString($0.description)) })),
        ]
        if let taskID {
            members.append(JSONMember("taskId", .string(JSONString(taskID.description))))
        }
        members += [
            JSONMember(
                "timestamp",
                .object([
                    JSONMember("lamport", .number(Double(timestamp.lamport))),
                    JSONMember("wall", .string(JSONString(timestamp.wall.wallText))),
                ])),
            JSONMember("version", 1),
        ]
        return members
    }

    /// Creates the node: canonical body, id and signature.
    ///
    /// The text is read with all checks of stage 1, so no malformed node is created.
    ///
    /// - Throws: ``SigningFailure`` if a field breaks a rule of stage 1, the signer is not the author's, or it returns
    ///   no signature.
    package func node(
        signedBy signer: Signer, validator: borrowing NodeValidator
    ) throws(SigningFailure) -> Node {
        try validator.sign(body: members, with: signer)
    }

    /// Creates the node with a key in memory, which always signs.
    ///
    /// - Throws: ``Rejection`` if a field breaks a rule of stage 1, or the key is not the author's.
    package func node(
        signedBy key: borrowing SigningKey, validator: borrowing NodeValidator
    ) throws(Rejection) -> Node {
        try validator.sign(body: members, with: key)
    }

    /// Creates the node without a signature. It can be stored here, but must not leave the machine.
    package func unsignedNode(validator: borrowing NodeValidator) throws(Rejection) -> Node {
        try validator.unsignedNode(body: members)
    }
}
