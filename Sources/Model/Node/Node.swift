import RedoCrypto
import RedoJSON

/// A node's place in time: the logical clock and the wall clock of its author.
package struct Timestamp: Hashable, Sendable {
    /// 1 to ``greatestLamport``.
    package let lamport: Int
    package let wall: Instant

    /// 2^53−1.
    package static let greatestLamport = greatestExactInteger

    package init(lamport: Int, wall: Instant) {
        self.lamport = lamport
        self.wall = wall
    }
}

/// A node of the log that has passed stage 1: immutable, content-addressed, well formed.
///
/// One reference to its content: a log of many nodes is moved and sorted without touching what is in
/// them.
package struct Node: Sendable {
    @usableFromInline let content: Content

    /// The members of a node.
    @usableFromInline final class Content: Sendable {
        @usableFromInline let id: NodeID
        @usableFromInline let parents: [NodeID]
        @usableFromInline let timestamp: Timestamp
        @usableFromInline let author: Author
        @usableFromInline let action: Action
        @usableFromInline let taskID: TaskID?
        @usableFromInline let dialect: Dialect
        @usableFromInline let payload: Payload
        /// Nil also for a stored node, whose encoding has it.
        private let givenSignature: Signature?
        @usableFromInline let signedOver: SignedOver?
        @usableFromInline let encoding: NodeEncoding

        /// - Parameter envelope: whose hash and signature have been looked at.
        init(_ envelope: Envelope, signedOver: SignedOver?) {
            id = envelope.id
            parents = envelope.parents
            timestamp = envelope.timestamp
            author = envelope.author
            action = envelope.action
            taskID = envelope.taskID
            dialect = envelope.dialect
            payload = envelope.payload(id: envelope.id)
            givenSignature = envelope.signature
            self.signedOver = signedOver
            encoding = envelope.encoding
        }

        init(_ facts: StoredFacts, payload: Payload, encoding: NodeEncoding) {
            id = facts.line.id
            parents = facts.parents
            timestamp = facts.timestamp
            author = facts.author
            action = facts.line.action
            taskID = facts.taskID
            dialect = facts.line.dialect
            self.payload = payload
            givenSignature = nil
            signedOver = nil
            self.encoding = encoding
        }

        @usableFromInline var signature: Signature? { givenSignature ?? encoding.signature }
        @usableFromInline var isSigned: Bool { givenSignature != nil || encoding.isSigned }
    }

    init(_ envelope: Envelope, signedOver: SignedOver?) {
        content = Content(envelope, signedOver: signedOver)
    }

    init(_ facts: StoredFacts, payload: Payload, encoding: NodeEncoding) {
        content = Content(facts, payload: payload, encoding: encoding)
    }

    @inlinable package var id: NodeID { content.id }
    @inlinable package var parents: [NodeID] { content.parents }
    @inlinable package var timestamp: Timestamp { content.timestamp }
    @inlinable package var author: Author { content.author }
    @inlinable package var action: Action { content.action }
    @inlinable package var taskID: TaskID? { content.taskID }
    @inlinable package var dialect: Dialect { content.dialect }
    @inlinable package var payload: Payload { content.payload }
    /// The bytes of the signature; they are looked for where the node is stored in a text with
    /// others.
    @inlinable package var signature: Signature? { content.signature }
    @inlinable package var isSigned: Bool { content.isSigned }
    /// What the signature covers, where it was looked at.
    @inlinable package var signedOver: SignedOver? { content.signedOver }
    /// The bytes of the node.
    @inlinable package var encoding: NodeEncoding { content.encoding }

    /// What a signature can be over: new ones are over the body; one document describes the digest.
    package enum SignedOver: String, Sendable { case body, digest }

    /// The node as it is stored: canonical, with id and signature, without replica metadata.
    package var canonicalBytes: [UInt8] { encoding.line(id: id, signature: signature) }
}

/// A place in the total order of the log: lamport, then wall time, then id (protocol, section 5).
package struct ReplayPosition: Hashable, Comparable, Sendable {
    package let timestamp: Timestamp
    package let id: NodeID

    package init(timestamp: Timestamp, id: NodeID) {
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
