import RedoSystem

/// Encryption of a small secret under a passphrase: Argon2id (RFC 9106) makes the key,
/// XChaCha20-Poly1305 seals.
struct Sealing {
    static let saltByteCount = 16
    static let nonceByteCount = 24
    static let tagByteCount = 16

    /// Passes over the memory.
    let operations: Int
    /// Bytes of memory.
    let memory: Int
    let salt: [UInt8]
    let nonce: [UInt8]

    /// libsodium's interactive limits: 2 passes over 64 MiB.
    static func new() -> Sealing {
        Sealing(
            operations: 2, memory: 64 << 20, salt: RandomBytes.bytes(count: saltByteCount),
            nonce: RandomBytes.bytes(count: nonceByteCount))
    }

    /// Whether the costs are ones that a key file may ask for; a hostile file could ask for more
    /// than the machine has.
    var isAffordable: Bool {
        (1...16).contains(operations) && ((8 << 10)...(1 << 30)).contains(memory)
            && salt.count == Self.saltByteCount && nonce.count == Self.nonceByteCount
    }

    /// Wraps `crypto_pwhash(3)`; nil where the memory is not to be had.
    private func key(from passphrase: borrowing SecretMemory) -> SecretMemory? {
        let key = SecretMemory(count: 32)
        let count = passphrase.count
        let status = unsafe key.withPointer { output in
            unsafe passphrase.withPointer { passphrase in
                unsafe passphrase.withMemoryRebound(to: CChar.self, capacity: count) {
                    unsafe LibSodium.shared.hashPassphrase(
                        output, 32, $0, UInt64(count), salt, UInt64(operations), memory,
                        LibSodium.argon2id)
                }
            }
        }
        guard status == 0 else { return nil }
        return key
    }

    /// Wraps `crypto_aead_xchacha20poly1305_ietf_encrypt(3)`.
    ///
    /// - Parameter associated: bytes that are not secret and are bound to the sealed ones.
    /// - Returns: the sealed bytes and their tag; nil where Argon2id lacks memory.
    func seal(
        _ secret: borrowing SecretMemory, under passphrase: borrowing SecretMemory,
        associated: [UInt8]
    ) -> [UInt8]? {
        guard let key = key(from: passphrase) else { return nil }
        var sealed = [UInt8](repeating: 0, count: secret.count + Self.tagByteCount)
        let count = UInt64(secret.count)
        let status = unsafe key.withPointer { key in
            unsafe secret.withPointer {
                unsafe LibSodium.shared.encrypt(
                    &sealed, nil, $0, count, associated, UInt64(associated.count), nil, nonce, key)
            }
        }
        return status == 0 ? sealed : nil
    }

    /// Wraps `crypto_aead_xchacha20poly1305_ietf_decrypt(3)`.
    ///
    /// - Returns: nil where the passphrase is another or the bytes were changed.
    func open(
        _ sealed: [UInt8], under passphrase: borrowing SecretMemory, associated: [UInt8]
    ) -> SecretMemory? {
        guard sealed.count >= Self.tagByteCount, let key = key(from: passphrase) else { return nil }
        let secret = SecretMemory(count: sealed.count - Self.tagByteCount)
        let status = unsafe key.withPointer { key in
            unsafe secret.withPointer {
                unsafe LibSodium.shared.decrypt(
                    $0, nil, nil, sealed, UInt64(sealed.count), associated,
                    UInt64(associated.count), nonce, key)
            }
        }
        guard status == 0 else { return nil }
        return secret
    }
}
