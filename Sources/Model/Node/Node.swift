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
        @usableFromInline let header: NodeHeader
        @usableFromInline let author: Author
        @usableFromInline let payload: Payload
        /// Nil also for a stored node, whose encoding has it.
        private let givenSignature: Signature?
        @usableFromInline let signedOver: SignedOver?
        @usableFromInline let encoding: NodeEncoding

        /// - Parameter envelope: whose hash and signature have been looked at.
        init(_ envelope: Envelope, signedOver: SignedOver?) {
            header = envelope.header
            author = envelope.author
            payload = envelope.payload
            givenSignature = envelope.signature
            self.signedOver = signedOver
            encoding = envelope.encoding
        }

        /// - Parameter signature: over the body, made a moment ago with the author's key.
        init(_ other: Content, signature: Signature) {
            header = NodeHeader(
                id: other.header.id, parents: other.header.parents,
                timestamp: other.header.timestamp, action: other.header.action,
                dialect: other.header.dialect, taskID: other.header.taskID, isSigned: true)
            author = other.author
            payload = other.payload
            givenSignature = signature
            signedOver = .body
            encoding = other.encoding
        }

        init(_ header: NodeHeader, author: Author, payload: Payload, encoding: NodeEncoding) {
            self.header = header
            self.author = author
            self.payload = payload
            givenSignature = nil
            signedOver = nil
            self.encoding = encoding
        }

        @usableFromInline var signature: Signature? { givenSignature ?? encoding.signature }
    }

    init(_ envelope: Envelope, signedOver: SignedOver?) {
        content = Content(envelope, signedOver: signedOver)
    }

    /// Signs an unsigned node of this process, which a validator has read.
    ///
    /// - Returns: nil if the key is not the author's, is not at hand, or the node is too long for a signature.
    package func signed(by signer: Signer) -> Node? {
        guard signer.publicKey == author.publicKey, !isSigned,
            encoding.lineByteCount(hasSignature: true) <= NodeValidator.greatestNodeByteCount,
            let signature = signer.signatureAtHand(of: encoding.body.span)
        else { return nil }
        return Node(Content(content, signature: signature))
    }

    private init(_ content: Content) { self.content = content }

    /// Makes a node from a canonical line that a checksum has vouched for: all but its data is known, so
    /// only that is parsed.
    ///
    /// - Parameters:
    ///   - header: what an index says of the node.
    ///   - layout: of the line.
    ///   - text: the line, among others.
    /// - Returns: nil if the line is not laid out so, or has to be read in full.
    package init?(_ header: NodeHeader, author: Author, _ layout: LineLayout, in text: [UInt8]) {
        guard let payload = layout.payload(in: text.span) else { return nil }
        content = Content(
            header, author: author, payload: payload,
            encoding: NodeEncoding(
                text: text, line: layout.line, id: layout.idRange,
                signature: layout.signatureRange))
    }

    @inlinable package var header: NodeHeader { content.header }
    @inlinable package var id: NodeID { content.header.id }
    @inlinable package var parents: [NodeID] { content.header.parents }
    @inlinable package var timestamp: Timestamp { content.header.timestamp }
    @inlinable package var author: Author { content.author }
    @inlinable package var action: Action { content.header.action }
    @inlinable package var taskID: TaskID? { content.header.taskID }
    @inlinable package var dialect: Dialect { content.header.dialect }
    @inlinable package var payload: Payload { content.payload }
    /// The bytes of the signature; they are looked for where the node is stored in a text with
    /// others.
    @inlinable package var signature: Signature? { content.signature }
    @inlinable package var isSigned: Bool { content.header.isSigned }
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
