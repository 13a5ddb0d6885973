import RedoSystem

/// A node without effect in a family. It is valid in the protocol, and is stored and sent.
package struct VoidNode: Equatable, Sendable {
    /// The node's index in replay order.
    package let number: Int
    package let id: NodeID
    package let reason: VoidReason

    package init(number: Int, id: NodeID, reason: VoidReason) {
        self.number = number
        self.id = id
        self.reason = reason
    }

    package var code: ErrorCode { reason.code }
}
