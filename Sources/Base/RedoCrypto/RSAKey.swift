/// A private RSA key, such as that of a service account. Owns the `EVP_PKEY`.
@safe package struct RSAKey: ~Copyable {
    private let key: OpaquePointer

    /// Parses an unencrypted PEM key in PKCS #8 or PKCS #1; nil for any other text.
    ///
    /// Wraps `PEM_read_bio_PrivateKey(3)`.
    package init?(pem: [UInt8]) {
        let library = LibCryptoKeys.shared
        // The text outlives the memory object, which does not copy it. The empty passphrase keeps OpenSSL
        // from prompting on the terminal.
        var passphrase: CChar = 0
        let key = unsafe pem.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let memory = unsafe library.newMemory(bytes.baseAddress, Int32(bytes.count))
            else { return nil }
            defer { _ = unsafe library.freeMemory(memory) }
            return unsafe library.readKey(memory, nil, nil, &passphrase)
        }
        guard let key = unsafe key else { return nil }
        guard unsafe library.isA(key, "RSA") == 1 else {
            unsafe library.freeKey(key)
            return nil
        }
        unsafe self.key = key
    }

    deinit { unsafe LibCryptoKeys.shared.freeKey(key) }

    /// Signs bytes with RSASSA-PKCS1-v1_5 over SHA-256, the RS256 of JSON Web Tokens (RFC 7518, section 3.3).
    ///
    /// Wraps `EVP_DigestSign(3)`.
    ///
    /// - Returns: nil if the key is too short.
    package func sign(_ bytes: [UInt8]) -> [UInt8]? {
        let library = LibCryptoKeys.shared
        guard let context = unsafe LibCrypto.shared.newContext() else { return nil }
        defer { unsafe LibCrypto.shared.freeContext(context) }
        guard unsafe library.begin(context, nil, LibCrypto.shared.sha256, nil, key) == 1 else {
            return nil
        }
        var count = 0
        // The first call returns the length, and the second writes at most that many bytes.
        guard unsafe library.sign(context, nil, &count, bytes, bytes.count) == 1 else { return nil }
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe library.sign(context, &signature, &count, bytes, bytes.count) == 1 else {
            return nil
        }
        return Array(signature.prefix(count))
    }
}
