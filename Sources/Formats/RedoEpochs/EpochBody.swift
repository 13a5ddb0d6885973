import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// What the members of an epoch read of it: who they are, what it follows, and who says so.
///
/// ```
/// {"boxes":…,"members":[…],"parents":[…],"past":[…],"signer":…}     canonical JSON, a line
/// 128 hexadecimal digits                                             the signature, a line
/// ```
///
/// Signed is `redo-epoch-1`, a line feed, and the JSON. The past has keys, so the text is a secret: whoever makes or
/// reads one wipes it.
package struct EpochBody: Sendable {
    /// Keys in a list of members.
    package static let greatestEntryCount = 4096
    /// Epochs in a past.
    package static let greatestPastCount = 16_384

    /// The epoch that it was made for.
    package let id: EpochID
    /// Sorted.
    package let parents: [EpochReference]
    /// In their order, the most senior first.
    package let members: [Member]
    package let past: PastEpochs
    package let signer: PublicKey
    /// The SHA-256 of the JSON.
    package let digest: Digest

    /// What is signed comes after this line.
    private static let context = Array("redo-epoch-1\n".utf8)
    /// The line of the signature, with the line feeds around it.
    private static let signatureByteCount = 1 + 2 * Signature.byteCount + 1

    /// - Parameter text: the canonical JSON of the other values.
    init(
        id: EpochID, parents: [EpochReference], members: [Member], past: PastEpochs,
        signer: PublicKey, text: Span<UInt8>
    ) {
        self.id = id
        self.parents = parents
        self.members = members
        self.past = past
        self.signer = signer
        digest = SHA256.digest(text)
    }

    /// Reads the content of a sealed body.
    ///
    /// - Throws: ``EpochFault`` for anything but the canonical text, and for a signature that is not the signer's.
    init(reading content: Span<UInt8>) throws(EpochFault) {
        let end = content.count - Self.signatureByteCount
        guard end >= 0, content[end] == UInt8(ascii: "\n"),
            content[content.count - 1] == UInt8(ascii: "\n"),
            let signature = Signature(
                hexadecimal: content.extracting(end + 1..<content.count - 1))
        else { throw .malformedBody(offset: max(end, 0)) }
        let text = content.extracting(first: end)
        var reader = EpochBodyReader()
        self = try reader.read(text)
        var message = Self.message(text)
        defer { wipe(&message) }
        guard signer.isSigner(of: message.span, signature: signature) else {
            throw .invalidSignature
        }
    }

    /// Writes and signs a body.
    ///
    /// - Parameter text: becomes the content of the sealed body, which the caller wipes.
    /// - Throws: KEYCHAIN_002 if the signer does not sign.
    static func make(
        id: EpochID, parents: [EpochReference], members: [Member], past: PastEpochs,
        signer: Signer, to text: inout [UInt8]
    ) throws(RedoError) -> EpochBody {
        text = EpochBodyWriter.text(
            id: id, parents: parents, members: members, past: past, signer: signer.publicKey)
        let body = EpochBody(
            id: id, parents: parents, members: members, past: past, signer: signer.publicKey,
            text: text.span)
        var message = Self.message(text.span)
        defer { wipe(&message) }
        let signature = try signer.sign(message.span)
        text.append(UInt8(ascii: "\n"))
        appendHexadecimal(signature.bytes.span, to: &text)
        text.append(UInt8(ascii: "\n"))
        return body
    }

    /// What is signed, which the caller wipes.
    private static func message(_ text: Span<UInt8>) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(context.count + text.count)
        message += context
        message.append(text)
        return message
    }
}
