import RedoCrypto
import RedoJSON

/// A node's place in time: the logical clock and the wall clock of its author.
package struct Timestamp: Hashable, Sendable {
    /// 1 to 2^53−1.
    package let lamport: Int
    package let wall: Instant

    package init(lamport: Int, wall: Instant) {
        self.lamport = lamport
        self.wall = wall
    }
}

/// A node of the log that has passed stage 1: immutable, content-addressed, well formed.
package struct Node: Sendable {
    package let id: ChangeID
    package let parents: [ChangeID]
    package let timestamp: Timestamp
    package let author: Author
    package let action: Action
    package let taskID: TaskID?
    package let dialect: Dialect
    package let payload: Payload
    package let signature: Signature?
    /// What the signature covers, where it was looked at.
    package let signedOver: SignedOver?
    /// The bytes of the node.
    package let encoding: NodeEncoding

    /// What a signature can be over: new ones are over the body; one document describes the digest.
    package enum SignedOver: String, Sendable { case body, digest }

    /// The node as it is stored: canonical, with id and signature, without replica metadata.
    package var canonicalBytes: [UInt8] { encoding.line(id: id, signature: signature) }
}

/// A place in the total order of the log: lamport, then wall time, then id (protocol, section 5).
package struct ReplayPosition: Hashable, Comparable, Sendable {
    package let timestamp: Timestamp
    package let id: ChangeID

    package init(timestamp: Timestamp, id: ChangeID) {
        self.timestamp = timestamp
        self.id = id
    }

    package static func < (left: ReplayPosition, right: ReplayPosition) -> Bool {
        if left.timestamp.lamport != right.timestamp.lamport {
            return left.timestamp.lamport < right.timestamp.lamport
        }
        if left.timestamp.wall != right.timestamp.wall {
            return left.timestamp.wall < right.timestamp.wall
        }
        return left.id < right.id
    }
}

extension Node {
    package var position: ReplayPosition { ReplayPosition(timestamp: timestamp, id: id) }
}
