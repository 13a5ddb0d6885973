import RedoCrypto
import RedoJSON
import RedoSystem

/// A reader of a node's JSON that performs stage 1 of validation (protocol, section 4).
///
/// ```
/// let validator = NodeValidator()
/// let node = try validator.read(text, signature: .required)
/// ```
///
/// It owns a digest context, so a value serves one thread.
package struct NodeValidator: ~Copyable {
    /// The maximum size of a canonical `payload` or `fields`, in bytes.
    package static let maximumPayloadByteCount = 1_048_576
    /// The maximum size of a canonical node with id and signature, in bytes.
    package static let maximumNodeByteCount = 2_097_152

    /// The requirement for the signature.
    package enum SignatureRule: Equatable, Sendable {
        /// Absent or valid: for a node that has never left the machine.
        case ifPresent
        /// Present and valid: for a node that crosses a machine boundary.
        case required
        /// Not checked: for bytes that were checked when they were written.
        case unchecked
        /// Created over the body with this key a moment ago: only checked to be the author's key.
        case madeBy(PublicKey)
    }

    private let sha256 = SHA256()

    package init() {}

    /// Reads one node in any JSON spelling.
    ///
    /// - Throws: ``Rejection`` with the first code of stage 1: all mistakes are collected, a more precise code replaces
    ///   E_SCHEMA_MISMATCH within a member, and hash and signature are checked if nothing else is wrong.
    /// - Complexity: O(n) for canonical text, and one Ed25519 verification.
    package func read(
        _ text: [UInt8], signature rule: SignatureRule
    ) throws(Rejection) -> Node {
        let envelope = try Envelope.parse(text)
        _ = try verifyHash(envelope)
        return Node(envelope, signedOver: try verify(envelope, rule))
    }

    /// Reads one node whose text must be in canonical form.
    ///
    /// - Throws: ``Rejection``; E_HASH_MISMATCH if the text is not canonical.
    package func readCanonical(
        _ line: [UInt8], signature rule: SignatureRule
    ) throws(Rejection) -> Node {
        let node = try read(line, signature: rule)
        guard node.canonicalBytes.span.isEqual(to: line.span) else {
            throw Rejection(.hashMismatch, "it is not in canonical form", id: node.id)
        }
        return node
    }

    /// Reads a line that this suite wrote and a checksum protects: everything but hash and signature is checked again.
    ///
    /// - Parameter id: the id under which it was stored.
    /// - Throws: ``Rejection``; E_HASH_MISMATCH if the line is that of another node.
    package func readStored(_ line: [UInt8], id: NodeID) throws(Rejection) -> Node {
        let envelope = try Envelope.parse(line)
        guard envelope.id == id else {
            throw Rejection(.hashMismatch, "the line is that of the node \(envelope.id)", id: id)
        }
        return Node(envelope, signedOver: nil)
    }

    /// A node that was read without its signature, with the signature verified if it has one.
    ///
    /// - Throws: E_INVALID_SIGNATURE if the signature is not the author's.
    /// - Complexity: one Ed25519 verification.
    package func verified(_ node: Node) throws(Rejection) -> Node {
        let over = try verify(
            node.signature, of: node.id, by: node.author, over: node.content.encoding.body,
            .ifPresent)
        return Node(node, signedOver: over)
    }

    /// The id of one node in any JSON spelling, after the same checks as in ``read(_:signature:)``.
    package func id(
        of text: [UInt8], signature rule: SignatureRule
    ) throws(Rejection) -> NodeID {
        let envelope = try Envelope.parse(text)
        let id = try verifyHash(envelope)
        _ = try verify(envelope, rule)
        return id
    }

    private func verifyHash(_ envelope: Envelope) throws(Rejection) -> NodeID {
        let id = NodeID(sha256.digest(envelope.encoding.body.span))
        guard id == envelope.id else {
            throw Rejection(
                .hashMismatch, "the canonical body hashes to \(id)", id: envelope.id)
        }
        return id
    }

    /// The id of a node's body in any JSON spelling, with or without an id. Only I-JSON is checked: this is for
    /// repairs.
    ///
    /// - Throws: E_SCHEMA_MISMATCH if the text is not an I-JSON object.
    package func identify(_ text: [UInt8]) throws(Rejection) -> NodeID {
        let root = try Envelope.object(text)
        var body: [UInt8] = []
        CanonicalJSON.append(root, to: &body) { name in
            !Envelope.unhashed.contains { name.isEqual(to: $0) }
        }
        return NodeID(sha256.digest(body.span))
    }

    /// The text of a node with the id of its body; the text itself if it has an id, or is not an object.
    package func completed(_ text: [UInt8]) -> [UInt8] {
        guard let root = try? Envelope.object(text), let id = try? identify(text) else {
            return text
        }
        var members = root.members.map { JSONMember($0.name, $0.value.value) }
        guard !members.contains(where: { $0.name == "id" }) else { return text }
        members.append(JSONMember("id", .string(JSONString(id.description))))
        return CanonicalJSON.bytes(.object(members))
    }

    /// Signs a node in any JSON spelling, with or without an id and a signature, and reads it with stage 1. The
    /// signature is not verified again: that would take twice as long as everything else.
    ///
    /// - Throws: ``SigningFailure``; E_INVALID_SIGNATURE if the signer is not the author's.
    package func sign(_ text: [UInt8], with signer: Signer) throws(SigningFailure) -> Node {
        let members: [JSONMember]
        do throws(Rejection) {
            members = try Self.bodyMembers(of: text)
        } catch {
            throw .rejected(error)
        }
        return try sign(body: members, with: signer)
    }

    /// Signs the members of a node's body, and reads the node with stage 1.
    ///
    /// - Throws: ``SigningFailure``; E_INVALID_SIGNATURE if the signer is not the author's.
    func sign(body members: [JSONMember], with signer: Signer) throws(SigningFailure) -> Node {
        let body = CanonicalJSON.bytes(.object(members), capacity: Self.usualByteCount)
        let signature: Signature
        do throws(RedoError) {
            signature = try signer.sign(body.span)
        } catch {
            throw .notSigned(error)
        }
        do throws(Rejection) {
            return try signed(members, body, signature, by: signer.publicKey)
        } catch {
            throw .rejected(error)
        }
    }

    /// Signs a node with a key in memory, which always signs.
    ///
    /// - Throws: ``Rejection``; E_INVALID_SIGNATURE if the key is not the author's.
    package func sign(
        _ text: [UInt8], with key: borrowing SigningKey
    ) throws(Rejection) -> Node {
        try sign(body: Self.bodyMembers(of: text), with: key)
    }

    /// Signs the members of a node's body with a key in memory.
    ///
    /// - Throws: ``Rejection``; E_INVALID_SIGNATURE if the key is not the author's.
    func sign(
        body members: [JSONMember], with key: borrowing SigningKey
    ) throws(Rejection) -> Node {
        let body = CanonicalJSON.bytes(.object(members))
        return try signed(members, body, key.sign(body.span), by: key.publicKey)
    }

    /// The members of a node that are hashed.
    private static func bodyMembers(of text: [UInt8]) throws(Rejection) -> [JSONMember] {
        let root = try Envelope.object(text)
        var members = root.members.map { JSONMember($0.name, $0.value.value) }
        members.removeAll { member in Envelope.unhashed.contains { member.name == $0 } }
        return members
    }

    /// Reads the members of a node's body with stage 1, and adds the id of the node.
    func unsignedNode(body members: [JSONMember]) throws(Rejection) -> Node {
        // The checks require an id and write the body; the hash of the body is the id.
        let anyID = JSONMember(
            "id", .string(JSONString(NodeID(Digest(words: 0, 0, 0, 0)).description)))
        let text = CanonicalJSON.bytes(.object(members + [anyID]))
        do throws(Rejection) {
            let envelope = try Envelope.parse(text)
            let id = NodeID(sha256.digest(envelope.encoding.body.span))
            return Node(envelope.withID(id), signedOver: nil)
        } catch {
            throw Rejection(error.code, error.detail)
        }
    }

    /// Reads a node that was signed a moment ago.
    private func signed(
        _ members: [JSONMember], _ body: [UInt8], _ signature: Signature, by key: PublicKey
    ) throws(Rejection) -> Node {
        let id = NodeID(sha256.digest(body.span))
        var members = members
        members.append(JSONMember("id", .string(JSONString(id.description))))
        members.append(JSONMember("signature", .string(JSONString(signature.hexadecimal))))
        let text = CanonicalJSON.bytes(
            .object(CanonicalJSON.sorted(members)), capacity: body.count + Self.usualByteCount)
        return try read(text, signature: .madeBy(key))
    }

    /// The length of the body of most nodes in bytes, at most.
    private static let usualByteCount = 512

    private func verify(
        _ envelope: Envelope, _ rule: SignatureRule
    ) throws(Rejection) -> Node.SignedOver? {
        switch rule {
        case .unchecked: return nil
        case .madeBy(let key) where key == envelope.author.publicKey: return .body
        case .madeBy, .ifPresent, .required: break
        }
        return try verify(
            envelope.signature, of: envelope.id, by: envelope.author, over: envelope.encoding.body,
            rule)
    }

    private func verify(
        _ signature: Signature?, of id: NodeID, by author: Author, over body: [UInt8],
        _ rule: SignatureRule
    ) throws(Rejection) -> Node.SignedOver? {
        guard let signature else {
            guard case .required = rule else { return nil }
            throw Rejection(.invalidSignature, "the node has no signature", id: id)
        }
        guard let key = author.publicKey else {
            throw Rejection(
                .invalidSignature, "author.publicKey is absent, so nothing verifies the signature",
                id: id)
        }
        if key.isSigner(of: body.span, signature: signature) { return .body }
        if key.isSigner(of: sha256.digest(body.span).bytes.span, signature: signature) {
            return .digest
        }
        throw Rejection(
            .invalidSignature, "the signature is not author.publicKey's over this node", id: id)
    }
}
