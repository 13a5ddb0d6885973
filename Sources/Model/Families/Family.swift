/// A family of actions: the rules by which its nodes lead to a state of each subject of a log.
package protocol Family {
    /// The state of one subject.
    associatedtype State: Sendable

    /// Applies a node that counts to the state of its subject. Nodes come in replay order, and the state is nil until
    /// one creates the subject.
    static func apply(_ change: Change, to state: inout State?)

    /// Appends the state of a subject in canonical JSON, the same bytes in every client.
    static func append(_ state: State, to output: inout [UInt8])
}
