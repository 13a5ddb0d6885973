import RedoCrypto

/// The names that files have in a store of checkpoints (docs/checkpoints.md, "Other stores").
package enum StoredName {
    /// Of pieces of packs, each named by the SHA-256 of its bytes.
    package static let dataFolder = "data"
    /// Of epochs, each named by the SHA-256 of its bytes.
    package static let epochsFolder = "epochs"
    /// The file of the first epoch.
    package static let genesis = "genesis"
    /// Of slots, each a folder of statements.
    package static let slotsFolder = "slots"
    /// Of marks of pieces that no statement lists, named as these.
    package static let goneFolder = "gone"

    /// The last part of a statement's name: 16 digits of the sequence number, a hyphen, and the digest of the file.
    package static func fileName(_ sequence: Int, _ digest: Digest) -> String {
        let digits = String(sequence, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits + "-"
            + digest.hexadecimal
    }

    /// Reads the last part of a statement's name; nil for any other.
    package static func statementName(
        _ name: some StringProtocol
    ) -> (sequence: Int, digest: Digest)? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 16,
            let sequence = Int(parts[0], radix: 16), sequence >= 1,
            let digest = Digest(hexadecimal: Array(parts[1].utf8).span),
            fileName(sequence, digest) == String(name)
        else { return nil }
        return (sequence, digest)
    }
}

extension StoredName {
    /// The name of a file that is put to find out what a store does with a second one of the name; readers ignore it.
    static func probe(_ bytes: [UInt8]) -> String {
        var name = Array("probe/".utf8)
        appendHexadecimal(bytes.span, to: &name)
        return String(decoding: name, as: UTF8.self)
    }
}
