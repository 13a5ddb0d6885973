import RedoCrypto

/// Eight words that two devices show, and a person compares, before one lets the other in: no other key and no
/// other person has them.
///
/// They are 88 bits of the SHA-256 of `redo:pair:`, the id of the person and the key, both as hexadecimal digits.
package struct PairingWords: Equatable, Sendable {
    package let words: [String]

    package static let count = 8

    package init(_ person: NodeID, _ key: PublicKey) {
        let text = Array("redo:pair:\(person)\(key.hexadecimal)".utf8)
        words = WordCode.words(of: SHA256.digest(text.span).bytes, count: Self.count)
    }

    /// Whether words that a person typed are these. Case does not matter, nor does what stands between them.
    package func matches(_ text: String) -> Bool {
        text.lowercased().split { !$0.isLetter }.map(String.init) == words
    }
}
