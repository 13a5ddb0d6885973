import RedoSystem

/// A node that is valid in the protocol, is stored and sent on, and has no effect in a family.
package struct VoidNode: Equatable, Sendable {
    /// The node's place in replay order.
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
