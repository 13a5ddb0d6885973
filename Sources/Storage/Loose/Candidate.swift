import RedoModel

/// A node of a batch that has passed stage 1: what is kept of it until it is read again to be written.
package struct Candidate: Sendable {
    package let position: ReplayPosition
    /// The hash of its signature; 0 for none. It is seeded, so no one outside of this process can find another
    /// signature with the same hash.
    private let signatureHash: Int
    private let index: UInt32
    package let isSigned: Bool

    /// - Parameter index: its position in the batch, below 2^32.
    package init(_ node: Node, index: Int) {
        position = node.position
        self.index = UInt32(index)
        isSigned = node.isSigned
        signatureHash = Self.signatureHash(of: node)
    }

    package var id: NodeID { position.id }

    package var number: Int { Int(index) }

    /// Whether a node that was read again is the one that passed stage 1. Its id is the hash of its body.
    func isSame(as node: Node) -> Bool {
        node.id == id && node.isSigned == isSigned && Self.signatureHash(of: node) == signatureHash
    }

    private static func signatureHash(of node: Node) -> Int {
        node.signature?.bytes.hashValue ?? 0
    }
}
