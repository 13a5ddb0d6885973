/// The key with which a person who has lost all devices becomes a member again: 24 words, kept outside of every device.
package struct RecoveryKey: ~Copyable {
    package let key: SigningKey

    private init(_ key: consuming SigningKey) { self.key = key }

    /// - Parameter seed: 32 bytes.
    package init(seed: borrowing SecretMemory) { key = SigningKey(seed: seed) }

    package static func random() -> RecoveryKey { RecoveryKey(SigningKey.random()) }

    /// - Parameter words: as people type them; see ``WordCode``.
    package init(words: borrowing SecretMemory) throws(WordCode.Mistake) {
        key = SigningKey(seed: try WordCode.secret(of: words))
    }

    /// The seed in words.
    ///
    /// - Returns: the text, which the caller wipes.
    package func words() -> [UInt8] { WordCode.text(of: key.seed()) }

    /// The value that a log has of it: the SHA-256 of the public key.
    package var commitment: Digest { SHA256.digest(key.publicKey.bytes.span) }
}
