internal import CCrypto

/// A private RSA key, such as that of a service account. Owns the `EVP_PKEY`.
@safe package struct RSAKey: ~Copyable {
    private let key: OpaquePointer

    /// Parses an unencrypted PEM key in PKCS #8 or PKCS #1; nil for any other text.
    ///
    /// Wraps `PEM_read_bio_PrivateKey(3)`.
    package init?(pem: [UInt8]) {
        LibCrypto.load()
        // The text outlives the memory object, which does not copy it. The empty passphrase keeps OpenSSL
        // from prompting on the terminal.
        var passphrase: CChar = 0
        let key = unsafe pem.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let memory = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            else { return nil }
            defer { _ = unsafe BIO_free(memory) }
            return unsafe PEM_read_bio_PrivateKey(memory, nil, nil, &passphrase)
        }
        guard let key = unsafe key else { return nil }
        guard unsafe EVP_PKEY_is_a(key, "RSA") == 1 else {
            unsafe EVP_PKEY_free(key)
            return nil
        }
        unsafe self.key = key
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// Signs bytes with RSASSA-PKCS1-v1_5 over SHA-256, the RS256 of JSON Web Tokens (RFC 7518, section 3.3).
    ///
    /// Wraps `EVP_DigestSign(3)`.
    ///
    /// - Returns: nil if the key is too short.
    package func sign(_ bytes: [UInt8]) -> [UInt8]? {
        let context = unsafe LibCrypto.newContext()
        defer { unsafe EVP_MD_CTX_free(context) }
        let digest = FetchedDigest.sha256
        guard unsafe EVP_DigestSignInit(context, nil, digest.algorithm, nil, key) == 1 else {
            return nil
        }
        var count = 0
        // The first call returns the length, and the second writes at most that many bytes.
        guard unsafe EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1 else {
            return nil
        }
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else {
            return nil
        }
        return Array(signature.prefix(count))
    }
}
