import RedoJSON
import RedoModel

/// An operation: what one command wrote on this machine, and what it reverted.
///
/// `redo undo` finds its position by operations. They are local, and a log without them still has all its tasks.
package struct Operation: Sendable, Equatable {
    /// The relation of an operation to those before it.
    package enum Kind: Sendable, Equatable {
        case change
        /// It reverts some nodes.
        case undo([NodeID])
        /// It restores what the operation of this number reverted.
        case redo(UInt64)
        /// Maintenance purged what had been in the trash long enough. Undo skips it.
        case maintenance
    }

    /// The wall time of its nodes.
    package let time: Instant
    package let user: UserID
    package let device: JSONString
    /// In replay order. Empty for a reversal that had nothing to write.
    package let nodes: [NodeID]
    package let kind: Kind
    /// The command that wrote it, `category add`; nil if the record does not have it.
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
