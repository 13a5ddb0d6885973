import RedoJSON
import RedoModel

/// What one command wrote on this machine, and what it took back.
///
/// Operations tell `redo undo` where it is. They are local, and a log without them still has all its tasks.
package struct Operation: Sendable, Equatable {
    /// What an operation is to those before it.
    package enum Kind: Sendable, Equatable {
        case change
        /// It takes back some nodes.
        case undo([NodeID])
        /// It brings back what the operation of this number took back.
        case redo(UInt64)
        /// Maintenance deleted for good what had been in the trash long enough. Undo passes it over.
        case maintenance
    }

    /// The wall time of its nodes.
    package let time: Instant
    package let user: UserID
    package let device: JSONString
    /// In replay order. A reversal that had nothing to write has none.
    package let nodes: [NodeID]
    package let kind: Kind
    /// The command that wrote it, `category add`; nil where the record does not say.
    package let command: String?

    package init(
        time: Instant, user: UserID, device: JSONString, nodes: [NodeID], kind: Kind = .change,
        command: String? = nil
    ) {
        self.time = time
        self.user = user
        self.device = device
        self.nodes = nodes
        self.kind = kind
        self.command = command
    }
}
