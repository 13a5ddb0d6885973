/// A family of actions: what its nodes make of each subject of a log.
package protocol Family {
    /// What the nodes of one subject amount to.
    associatedtype State: Sendable

    /// Applies a node that counts to the state of its subject. Nodes come in replay order, and the state
    /// is nil until one makes the subject.
    static func apply(_ change: Change, to state: inout State?)

    /// Appends the state of a subject in canonical JSON, the same bytes in every client.
    static func append(_ state: State, to output: inout [UInt8])
}
