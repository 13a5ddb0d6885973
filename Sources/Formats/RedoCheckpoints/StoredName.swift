import RedoCrypto

/// The names of files in a store of checkpoints (docs/checkpoints.md, "Other stores").
package enum StoredName {
    /// The directory of pieces of packs, each named by the SHA-256 of its bytes.
    package static let dataDirectory = "data"
    /// The directory of epochs, each named by the SHA-256 of its bytes.
    package static let epochsDirectory = "epochs"
    /// The file of the first epoch.
    package static let genesis = "genesis"
    /// The directory of slots, each a directory of statements.
    package static let slotsDirectory = "slots"
    /// The directory of marks of pieces that no statement lists, named like the pieces.
    package static let goneDirectory = "gone"
    /// The directory of claims, each a directory of numbered files.
    package static let claimsDirectory = "claims"

    static let dataPrefix = "\(dataDirectory)/"
    static let epochsPrefix = "\(epochsDirectory)/"
    static let slotsPrefix = "\(slotsDirectory)/"
    static let gonePrefix = "\(goneDirectory)/"
    static let claimsPrefix = "\(claimsDirectory)/"

    static func data(_ name: Digest) -> String { dataPrefix + name.hexadecimal }
    static func epoch(_ name: Digest) -> String { epochsPrefix + name.hexadecimal }
    /// The prefix of the names of a slot's statements.
    static func slot(_ slot: Slot) -> String { "\(slotsPrefix)\(slot.hexadecimal)/" }
    static func statement(_ tip: CheckpointTip) -> String { slot(tip.slot) + tip.version }
    static func mark(_ name: Digest) -> String { gonePrefix + name.hexadecimal }
    static func going(_ name: Digest) -> String { mark(name) + goingSuffix }
    static let goingSuffix = "-going"

    /// The digest that is the name of a file in a directory; nil for any other name.
    static func digest(_ name: String, below prefix: String) -> Digest? {
        guard name.hasPrefix(prefix) else { return nil }
        return Digest(hexadecimal: Array(name.utf8.dropFirst(prefix.utf8.count)).span)
    }

    /// The last part of a statement's name: 16 digits of the sequence number, a hyphen, and the digest of the file.
    package static func fileName(_ sequence: Int, _ digest: Digest) -> String {
        let digits = String(sequence, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits + "-"
            + digest.hexadecimal
    }

    /// Parses the last part of a statement's name; nil for any other text.
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
