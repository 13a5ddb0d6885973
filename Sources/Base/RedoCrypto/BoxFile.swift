import RedoSystem

/// The box key of a signer that cannot open boxes: a random key in its own file, sealed under a signature.
///
/// ```
/// redo-box 1
/// publicKey 64 hexadecimal digits             whose box key it is
/// boxKey 64 digits                            the public half
/// salt 32 digits
/// nonce 48 digits
/// sealed 96 digits                            32 bytes and their tag, XChaCha20-Poly1305
/// ```
///
/// The sealing key is KB(signature; `redo box seal 1`), where the signature is the signer's over the lines before
/// `nonce`. Ed25519 of RFC 8032 is deterministic, so the signature is the same each time. A signer that is not
/// deterministic is refused when the file is created. The lines before `sealed` are the associated data.
package struct BoxFile {
    /// The maximum size of a file in bytes; a file has about 400.
    package static let maximumByteCount = 4096

    private let publicKey: PublicKey
    /// The public half.
    package let boxKey: BoxPublicKey
    private let salt: [UInt8]
    private let nonce: [UInt8]
    private let sealed: [UInt8]

    private static let saltByteCount = 16

    /// Parses the text of a file.
    ///
    /// - Throws: KEYCHAIN_003 for anything else, and for the box key of another user.
    package init(reading text: [UInt8], of publicKey: PublicKey) throws(RedoError) {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.split(separator: UInt8(ascii: " ")).map(Array.init) }
        func field(_ line: Int, _ name: String, _ count: Int) -> [UInt8]? {
            guard line < lines.count, lines[line].count == 2, lines[line][0] == Array(name.utf8)
            else { return nil }
            let digits = lines[line][1]
            guard let value = bytes(hexadecimal: digits.span), value.count == count else {
                return nil
            }
            return value
        }
        guard lines.first == [Array("redo-box".utf8), Array("1".utf8)],
            let owner = field(1, "publicKey", PublicKey.byteCount),
            let boxKey = field(2, "boxKey", BoxPublicKey.byteCount),
            let salt = field(3, "salt", Self.saltByteCount),
            let nonce = field(4, "nonce", Sealing.nonceByteCount),
            let sealed = field(5, "sealed", BoxKey.seedByteCount + Sealing.tagByteCount)
        else { throw .key(.notAKey(reason: "it is not the file of a box key")) }
        guard owner == publicKey.bytes else {
            throw .key(.notAKey(reason: "it is the box key of another user"))
        }
        self.publicKey = publicKey
        self.boxKey = BoxPublicKey(checked: boxKey)
        (self.salt, self.nonce, self.sealed) = (salt, nonce, sealed)
    }

    private init(
        publicKey: PublicKey, boxKey: BoxPublicKey, salt: [UInt8], nonce: [UInt8], sealed: [UInt8]
    ) {
        self.publicKey = publicKey
        self.boxKey = boxKey
        (self.salt, self.nonce, self.sealed) = (salt, nonce, sealed)
    }

    /// Creates a random box key and seals it.
    ///
    /// - Throws: KEYCHAIN_002 if the signer does not sign, or two signatures differ.
    package static func make(for signer: Signer, named name: String) throws(RedoError) -> BoxFile {
        var bytes = RandomBytes.bytes(count: BoxKey.seedByteCount)
        let seed = SecretMemory(taking: &bytes)
        let key = BoxKey(kept: seed)
        let draft = BoxFile(
            publicKey: signer.publicKey, boxKey: key.publicKey,
            salt: RandomBytes.bytes(count: saltByteCount),
            nonce: RandomBytes.bytes(count: Sealing.nonceByteCount), sealed: [])
        let message = draft.signedLines
        let first = try signer.sign(message.span)
        guard try signer.sign(message.span) == first else {
            throw .helper(
                name, .incapable,
                "it signs the same text differently each time, so a box key cannot be sealed",
                remedies: ["'redo keygen' creates a key that can be used"])
        }
        let sealingKey = sealingKey(first)
        return BoxFile(
            publicKey: signer.publicKey, boxKey: key.publicKey, salt: draft.salt,
            nonce: draft.nonce,
            sealed: Sealing.encrypt(
                seed, key: sealingKey, nonce: draft.nonce, associated: draft.header))
    }

    /// Opens the file.
    ///
    /// - Throws: KEYCHAIN_002 if the signer does not sign; KEYCHAIN_003 if the file was changed, or the signature
    ///   differs.
    package func key(signedBy signer: Signer) throws(RedoError) -> BoxKey {
        let signature = try signer.sign(signedLines.span)
        let sealingKey = Self.sealingKey(signature)
        guard
            let seed = Sealing.decrypt(sealed, key: sealingKey, nonce: nonce, associated: header),
            seed.count == BoxKey.seedByteCount
        else { throw .key(.notAKey(reason: "the box key is damaged, or sealed by another signer")) }
        let key = BoxKey(kept: seed)
        guard key.publicKey == boxKey else {
            throw .key(.notAKey(reason: "the box key is not that of its public half"))
        }
        return key
    }

    private static func sealingKey(_ signature: Signature) -> SecretMemory {
        var bytes = signature.bytes
        return keyedBLAKE2b("redo box seal 1", key: SecretMemory(taking: &bytes))
    }

    /// The text that is signed: neither a node nor any other text of the suite begins like this.
    private var signedLines: [UInt8] {
        Array(
            """
            redo-box 1
            publicKey \(publicKey.hexadecimal)
            boxKey \(boxKey.hexadecimal)
            salt \(hexadecimal(salt))

            """.utf8)
    }

    private var header: [UInt8] { signedLines + Array("nonce \(hexadecimal(nonce))\n".utf8) }

    /// The text of the file.
    package var text: [UInt8] { header + Array("sealed \(hexadecimal(sealed))\n".utf8) }
}
