// RedoModel owns the protocol: what a node is, when it is valid, and which state a set of nodes leads to. `Families`
// has the tables of actions, from which everything else about an action follows; `Validation` has the three stages;
// `Graph` has questions about the shape of a log; `Replay` has the fold into tasks, and its caches.
//
// It does not read files, environment or clock: nodes come from a ``NodeSource``, and moments from the caller. Every
// function is deterministic, because all clients must agree on its results.
//
// Start with ``Node`` and ``NodeDraft``, then ``NodeValidator`` (stage 1), ``ParentCheck`` (stage 2) and
// ``HistoryValidation`` (stage 3), then ``Replay`` and ``TaskState``. ``TaskActions`` is the table of the protocol's
// actions, and ``FamilyName`` lists the families of docs/extensions.md.

import RedoCrypto
import RedoJSON

/// The time of a node: the logical clock and the wall clock of its author.
package struct Timestamp: Hashable, Sendable {
    /// 1 to ``maximumLamport``.
    package let lamport: Int
    package let wall: Instant

    /// The maximum Lamport time: 2^53−1.
    package static let maximumLamport = maximumExactInteger

    package init(lamport: Int, wall: Instant) {
        self.lamport = lamport
        self.wall = wall
    }
}

/// A node of the log that has passed stage 1: immutable, content-addressed, well formed.
///
/// It is one reference to its content, so a log of many nodes is moved and sorted without touching the contents.
package struct Node: Sendable {
    @usableFromInline let content: Content

    /// The members of a node.
    @usableFromInline final class Content: Sendable {
        @usableFromInline let header: NodeHeader
        @usableFromInline let author: Author
        @usableFromInline let payload: Payload
        /// The signature; nil also for a stored node, whose encoding has it.
        private let givenSignature: Signature?
        @usableFromInline let signedOver: SignedOver?
        @usableFromInline let encoding: NodeEncoding

        /// - Parameter envelope: an envelope whose hash and signature have been checked.
        init(_ envelope: Envelope, signedOver: SignedOver?) {
            header = envelope.header
            author = envelope.author
            payload = envelope.payload
            givenSignature = envelope.signature
            self.signedOver = signedOver
            encoding = envelope.encoding
        }

        /// - Parameter signature: a signature of the body with the author's key, created a moment ago.
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

        /// - Parameter signedOver: what the signature was found to be over.
        init(_ other: Content, signedOver: SignedOver?) {
            header = other.header
            author = other.author
            payload = other.payload
            givenSignature = other.givenSignature
            self.signedOver = signedOver
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

    init(_ node: Node, signedOver: SignedOver?) {
        content = Content(node.content, signedOver: signedOver)
    }

    /// Signs an unsigned node of this process, which a validator has read.
    ///
    /// - Returns: nil if the key is not the author's, is not in memory, or the node is too long with a signature.
    package func signed(by signer: Signer) -> Node? {
        guard signer.publicKey == author.publicKey, !isSigned,
            encoding.lineByteCount(hasSignature: true) <= NodeValidator.maximumNodeByteCount,
            let signature = signer.signatureAtHand(of: encoding.body.span)
        else { return nil }
        return Node(Content(content, signature: signature))
    }

    private init(_ content: Content) { self.content = content }

    /// Creates a node from a canonical line that a checksum protects. Everything but its data is known, so only the
    /// data is parsed.
    ///
    /// - Parameters:
    ///   - header: the node's entry in an index.
    ///   - layout: the layout of the line.
    ///   - text: the text that contains the line.
    /// - Returns: nil if the line has another layout, or must be read in full.
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
    /// The signature. If the node is stored in a text with others, it is read from there.
    @inlinable package var signature: Signature? { content.signature }
    @inlinable package var isSigned: Bool { content.header.isSigned }
    /// What the signature covers, if that was checked.
    @inlinable package var signedOver: SignedOver? { content.signedOver }
    /// The bytes of the node.
    @inlinable package var encoding: NodeEncoding { content.encoding }

    /// What a signature can cover: new ones cover the body; one document describes the digest.
    package enum SignedOver: String, Sendable { case body, digest }

    /// The node in its stored form: canonical, with id and signature, without replica metadata.
    package var canonicalBytes: [UInt8] { encoding.line(id: id, signature: signature) }

    /// Appends the canonical bytes.
    package func appendLine(to output: inout [UInt8]) {
        encoding.appendLine(id: id, signature: signature, to: &output)
    }
}

/// The position of a node in the total order of the log: lamport, then wall time, then id (protocol, section 5).
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
