import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The part of an epoch that only its members read: who they are, which epochs it follows, and who has signed it.
///
/// ```
/// {"boxes":…,"members":[…],"parents":[…],"past":[…],"signer":…}     canonical JSON, a line
/// 128 hexadecimal digits                                             the signature, a line
/// ```
///
/// The signed bytes are `redo-epoch-1`, a line feed, and the JSON. The past has keys, so the text is a secret: its
/// writer and its reader wipe it.
package struct EpochBody: Sendable {
    /// The maximum number of keys in a list of members.
    package static let maximumEntryCount = 4096
    /// The maximum number of epochs in a past.
    package static let maximumPastCount = 16_384

    /// The epoch to which it belongs.
    package let id: EpochID
    /// Sorted.
    package let parents: [EpochReference]
    /// In the order of seniority, the most senior first.
    package let members: [Member]
    package let past: PastEpochs
    package let signer: PublicKey
    /// The SHA-256 of the JSON.
    package let digest: Digest

    /// The line before the signed JSON.
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

    /// Parses the content of a sealed body.
    ///
    /// - Throws: ``EpochFault`` for anything but the canonical text, and for a signature of another key.
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
    /// - Parameter text: receives the content of the sealed body, which the caller wipes.
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

    /// The signed bytes, which the caller wipes.
    private static func message(_ text: Span<UInt8>) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(context.count + text.count)
        message += context
        message.append(text)
        return message
    }
}
