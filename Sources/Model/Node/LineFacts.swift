/// What tells where the members of a canonical line are, and what its data means.
package struct LineFacts: Sendable {
    package var id: NodeID
    package var action: Action
    package var dialect: Dialect
    /// Of the canonical bytes of the author.
    package var authorByteCount: Int
    package var parentCount: Int
    package var lamport: Int
    package var hasTask: Bool
    package var isSigned: Bool

    package init(
        id: NodeID, action: Action, dialect: Dialect, authorByteCount: Int, parentCount: Int,
        lamport: Int, hasTask: Bool, isSigned: Bool
    ) {
        self.id = id
        self.action = action
        self.dialect = dialect
        self.authorByteCount = authorByteCount
        self.parentCount = parentCount
        self.lamport = lamport
        self.hasTask = hasTask
        self.isSigned = isSigned
    }
}
