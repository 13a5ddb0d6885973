import RedoSystem

/// The contents of a key file.
///
/// ```
/// redo-key 1
/// publicKey 64 hexadecimal digits
/// seed 64 digits                              an unsealed key
///
/// redo-key 1
/// publicKey 64 hexadecimal digits
/// argon2id 2 67108864 32 digits of salt       a sealed key: passes, bytes of memory, salt
/// nonce 48 digits
/// sealed 96 digits                            the seed and its tag, XChaCha20-Poly1305
///
/// redo-key 2
/// publicKey 64 hexadecimal digits
/// helper NAME                                 a key that a key helper keeps
/// ```
///
/// The lines before `sealed` are its associated data, so changing one of them makes it invalid.
package struct KeyFile: ~Copyable {
    /// The private part of a key file.
    enum Contents: ~Copyable {
        /// The seed of an unsealed file.
        case seed(SecretMemory)
        /// The encrypted seed with its tag.
        case sealed(Sealing, [UInt8])
        /// The name of the key helper that keeps the key.
        case helper(String)
    }

    /// The location of the private part.
    package enum Location: Equatable, Sendable {
        /// In the file, in plain text.
        case unsealed
        /// In the file, sealed with a passphrase.
        case sealed
        /// In the key helper of a name.
        case helper(String)
    }

    /// The public key.
    package let publicKey: PublicKey
    let contents: Contents

    /// Whether a passphrase protects the seed.
    package var isSealed: Bool { location == .sealed }

    /// The location of the private part.
    package var location: Location {
        switch contents {
        case .seed: .unsealed
        case .sealed: .sealed
        case .helper(let name): .helper(name)
        }
    }

    // MARK: Reading

    /// The maximum size of a key file in bytes; it has about 300.
    package static let maximumByteCount = 4096

    /// Parses the text of a key file.
    ///
    /// - Parameter text: the contents, which are wiped before the function returns.
    /// - Throws: KEYCHAIN_003 if the text is not a key file.
    package init(reading text: inout [UInt8]) throws(RedoError) {
        self = try Self.read(&text)
    }

    private init(publicKey: PublicKey, contents: consuming Contents) {
        self.publicKey = publicKey
        self.contents = contents
    }

    private static let versions = [Array("1".utf8): 1, Array("2".utf8): 2]

    /// Whether a text can name a key helper: lower-case letters, digits and hyphens, at most 64.
    package static func isHelperName(_ text: Span<UInt8>) -> Bool {
        guard (1...64).contains(text.count) else { return false }
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                continue
            default: return false
            }
        }
        return true
    }

    private static func read(_ text: inout [UInt8]) throws(RedoError) -> KeyFile {
        defer { wipe(&text) }
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.split(separator: UInt8(ascii: " ")) }
        defer { lines.removeAll() }
        func fields(_ line: Int, _ name: String, _ count: Int) -> [[UInt8]]? {
            guard line < lines.count, lines[line].count == count + 1,
                lines[line][0].elementsEqual(name.utf8)
            else { return nil }
            return lines[line].dropFirst().map(Array.init)
        }
        guard let version = fields(0, "redo-key", 1), let version = versions[version[0]],
            let keyDigits = fields(1, "publicKey", 1)?[0],
            let publicKey = PublicKey(hexadecimal: keyDigits.span)
        else {
            throw .key(.notAKey(reason: "it does not begin as a key file of version 1 or 2"))
        }
        if version == 2 {
            guard let name = fields(2, "helper", 1)?[0], isHelperName(name.span) else {
                throw .key(.notAKey(reason: "it names no key helper"))
            }
            return KeyFile(
                publicKey: publicKey, contents: .helper(String(decoding: name, as: UTF8.self)))
        }
        if var digits = fields(2, "seed", 1)?[0] {
            defer { wipe(&digits) }
            guard var seed = bytes(hexadecimal: digits.span),
                seed.count == SigningKey.seedByteCount
            else { throw .key(.notAKey(reason: "its seed is not 64 hexadecimal digits")) }
            return KeyFile(
                publicKey: publicKey, contents: .seed(SecretMemory(taking: &seed)))
        } else if let costs = fields(2, "argon2id", 3), let nonce = fields(3, "nonce", 1)?[0],
            let sealed = fields(4, "sealed", 1)?[0]
        {
            let salt = costs[2]
            let sealing = Sealing(
                operations: decimal(costs[0]), memory: decimal(costs[1]),
                salt: bytes(hexadecimal: salt.span) ?? [],
                nonce: bytes(hexadecimal: nonce.span) ?? [])
            guard sealing.isAffordable, let sealed = bytes(hexadecimal: sealed.span),
                sealed.count == SigningKey.seedByteCount + Sealing.tagByteCount
            else { throw .key(.notAKey(reason: "its sealed part has a wrong form")) }
            return KeyFile(publicKey: publicKey, contents: .sealed(sealing, sealed))
        } else {
            throw .key(.notAKey(reason: "it has neither a seed nor a sealed one"))
        }
    }

    /// Returns the key pair, decrypted if the file is sealed.
    ///
    /// - Parameter passphrase: is called only if the file is sealed.
    /// - Throws: KEYCHAIN_002 if the passphrase is wrong; KEYCHAIN_003 if the seed does not match the public
    ///   key.
    package func signingKey(
        passphrase: () throws(RedoError) -> SecretMemory
    ) throws(RedoError) -> SigningKey {
        let key: SigningKey
        switch contents {
        case .seed(let seed): key = SigningKey(seed: seed)
        case .sealed(let sealing, let sealed):
            guard
                let seed = sealing.open(
                    sealed, under: try passphrase(),
                    associated: Self.header(publicKey, sealing))
            else { throw .key(.wrongPassphrase) }
            key = SigningKey(seed: seed)
        case .helper(let name):
            throw .helper(name, .incapable, "it keeps the key to itself")
        }
        let derived = key.publicKey.bytes
        guard isEqualInConstantTime(derived.span, publicKey.bytes.span) else {
            throw .key(.notAKey(reason: "its seed is not that of its public key"))
        }
        return key
    }

    // MARK: Writing

    /// Returns the text of an unsealed key file, which the caller must wipe.
    package static func text(_ key: borrowing SigningKey) -> [UInt8] {
        let seed = key.seed()
        var text = Array("redo-key 1\npublicKey \(key.publicKey.hexadecimal)\nseed ".utf8)
        text.reserveCapacity(maximumByteCount)
        for index in 0..<seed.count { appendHexadecimal([seed[index]].span, to: &text) }
        text.append(UInt8(ascii: "\n"))
        return text
    }

    /// Returns the text of a key file that is sealed with a passphrase.
    ///
    /// - Throws: KEYCHAIN_001 if there is not enough memory to derive the sealing key.
    package static func text(
        _ key: borrowing SigningKey, sealedUnder passphrase: borrowing SecretMemory
    ) throws(RedoError) -> [UInt8] {
        let sealing = Sealing.new()
        var text = header(key.publicKey, sealing)
        guard let sealed = sealing.seal(key.seed(), under: passphrase, associated: text) else {
            throw .key(.outOfMemory)
        }
        text.append(contentsOf: "sealed ".utf8)
        appendHexadecimal(sealed.span, to: &text)
        text.append(UInt8(ascii: "\n"))
        return text
    }

    /// Returns the text of the file of a key that a key helper keeps.
    package static func text(_ key: PublicKey, keptBy helper: String) -> [UInt8] {
        Array("redo-key 2\npublicKey \(key.hexadecimal)\nhelper \(helper)\n".utf8)
    }

    /// Returns the lines before `sealed`.
    private static func header(_ publicKey: PublicKey, _ sealing: Sealing) -> [UInt8] {
        var text = Array(
            """
            redo-key 1
            publicKey \(publicKey.hexadecimal)
            argon2id \(sealing.operations) \(sealing.memory)\u{20}
            """.utf8)
        appendHexadecimal(sealing.salt.span, to: &text)
        text.append(contentsOf: "\nnonce ".utf8)
        appendHexadecimal(sealing.nonce.span, to: &text)
        text.append(UInt8(ascii: "\n"))
        return text
    }
}

/// Parses decimal digits; −1 for any other text.
private func decimal(_ digits: [UInt8]) -> Int {
    // The initializer of Int accepts a sign.
    guard digits.first != UInt8(ascii: "+") else { return -1 }
    return Int(String(decoding: digits, as: UTF8.self)) ?? -1
}
