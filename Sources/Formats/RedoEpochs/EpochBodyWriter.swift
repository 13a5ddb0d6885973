import RedoCrypto
import RedoModel

/// Writes the canonical JSON of a body (docs/encrypted-remotes.md). Its names and values need no escapes. The text is
/// written into memory of its final size, so that no copy of a key remains.
enum EpochBodyWriter {
    /// - Returns: the text, which the caller wipes, with reserved capacity for the line of the signature.
    static func text(
        id: EpochID, parents: [EpochReference], members: [Member], past: PastEpochs,
        signer: PublicKey
    ) -> [UInt8] {
        var text: [UInt8] = []
        let entryCount = members.reduce(0) { $0 + $1.entries.count }
        // The maximum sizes: 229 bytes for a reference with a key, 157 for a key of a member, 119 for a member around
        // its keys.
        text.reserveCapacity(
            512 + 256 * (past.references.count + parents.count) + 160 * entryCount
                + 128 * members.count)
        text += "{\"boxes\":".utf8
        append(id.digest.hexadecimal, to: &text)
        text += ",\"members\":[".utf8
        for (index, member) in members.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(member, to: &text)
        }
        text += "],\"parents\":[".utf8
        for (index, parent) in parents.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(parent, to: &text)
            text.append(UInt8(ascii: "}"))
        }
        text += "],\"past\":[".utf8
        for (index, reference) in past.references.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(reference, to: &text)
            text += ",\"key\":\"".utf8
            past.appendKey(at: index, to: &text)
            text += "\"}".utf8
        }
        text += "],\"signer\":".utf8
        append(signer.hexadecimal, to: &text)
        text.append(UInt8(ascii: "}"))
        return text
    }

    private static func append(_ member: Member, to text: inout [UInt8]) {
        text += "{\"devices\":[".utf8
        for (index, device) in member.devices.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += "{\"box\":".utf8
            append(device.box.hexadecimal, to: &text)
            text += ",\"key\":".utf8
            append(device.key.hexadecimal, to: &text)
            text.append(UInt8(ascii: "}"))
        }
        text += "],\"principal\":".utf8
        append(member.principal.description, to: &text)
        text += ",\"recovery\":".utf8
        if let recovery = member.recovery {
            text += "{\"box\":".utf8
            append(recovery.box.hexadecimal, to: &text)
            text += ",\"commit\":".utf8
            append(recovery.commit.hexadecimal, to: &text)
            text += "}}".utf8
        } else {
            text += "null}".utf8
        }
    }

    /// Writes an object with `body` and `id`, without its closing brace.
    private static func append(_ reference: EpochReference, to text: inout [UInt8]) {
        text += "{\"body\":".utf8
        append(reference.body.hexadecimal, to: &text)
        text += ",\"id\":".utf8
        append(reference.id.digest.hexadecimal, to: &text)
    }

    private static func append(_ characters: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        text += characters.utf8
        text.append(UInt8(ascii: "\""))
    }
}
