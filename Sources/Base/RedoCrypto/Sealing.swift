internal import CSodium
import RedoSystem

/// The parameters for encrypting a small secret with a passphrase.
///
/// Argon2id (RFC 9106) derives the key, and XChaCha20-Poly1305 encrypts.
struct Sealing {
    /// The size of a salt in bytes.
    static let saltByteCount = 16
    /// The size of a nonce in bytes.
    static let nonceByteCount = 24
    /// The size of an authentication tag in bytes.
    static let tagByteCount = 16

    /// The number of passes over the memory.
    let operations: Int
    /// The amount of memory in bytes.
    let memory: Int
    /// The salt of Argon2id.
    let salt: [UInt8]
    /// The nonce of XChaCha20-Poly1305.
    let nonce: [UInt8]

    /// Returns libsodium's interactive costs, 2 passes over 64 MiB, with a random salt and nonce.
    static func new() -> Sealing {
        Sealing(
            operations: 2, memory: 64 << 20, salt: RandomBytes.bytes(count: saltByteCount),
            nonce: RandomBytes.bytes(count: nonceByteCount))
    }

    /// Whether the costs and sizes are within the limits for a key file.
    ///
    /// A malicious file could require more memory than the machine has.
    var isAffordable: Bool {
        (1...16).contains(operations) && ((8 << 10)...(1 << 30)).contains(memory)
            && salt.count == Self.saltByteCount && nonce.count == Self.nonceByteCount
    }

    /// Derives a key; nil if there is not enough memory. Wraps `crypto_pwhash(3)`.
    private func key(from passphrase: borrowing SecretMemory) -> SecretMemory? {
        let key = SecretMemory(count: 32)
        let count = passphrase.count
        let status = unsafe key.withPointer { output in
            unsafe passphrase.withPointer { passphrase in
                unsafe passphrase.withMemoryRebound(to: CChar.self, capacity: count) {
                    unsafe crypto_pwhash(
                        output, 32, $0, UInt64(count), salt, UInt64(operations), memory,
                        crypto_pwhash_ALG_ARGON2ID13)
                }
            }
        }
        guard status == 0 else { return nil }
        return key
    }

    /// Encrypts a secret. Wraps `crypto_aead_xchacha20poly1305_ietf_encrypt(3)`.
    ///
    /// - Parameter associated: the associated data, which is authenticated but not encrypted.
    /// - Returns: the ciphertext and its tag; nil if there is not enough memory for Argon2id.
    func seal(
        _ secret: borrowing SecretMemory, under passphrase: borrowing SecretMemory,
        associated: [UInt8]
    ) -> [UInt8]? {
        guard let key = key(from: passphrase) else { return nil }
        return Self.encrypt(secret, key: key, nonce: nonce, associated: associated)
    }

    /// Encrypts a secret under a key of 32 bytes. Wraps `crypto_aead_xchacha20poly1305_ietf_encrypt(3)`.
    static func encrypt(
        _ secret: borrowing SecretMemory, key: borrowing SecretMemory, nonce: [UInt8],
        associated: [UInt8]
    ) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: secret.count + tagByteCount)
        let count = UInt64(secret.count)
        // The output has room for the secret and the tag. The call cannot fail.
        _ = unsafe key.withPointer { key in
            unsafe secret.withPointer {
                unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed, nil, $0, count, associated, UInt64(associated.count), nil, nonce, key)
            }
        }
        return sealed
    }

    /// Decrypts a secret. Wraps `crypto_aead_xchacha20poly1305_ietf_decrypt(3)`.
    ///
    /// - Returns: nil if the passphrase is wrong, the bytes or the associated data were changed, or there is
    ///   not enough memory.
    func open(
        _ sealed: [UInt8], under passphrase: borrowing SecretMemory, associated: [UInt8]
    ) -> SecretMemory? {
        guard let key = key(from: passphrase) else { return nil }
        return Self.decrypt(sealed, key: key, nonce: nonce, associated: associated)
    }

    /// Decrypts a secret under a key of 32 bytes. Wraps `crypto_aead_xchacha20poly1305_ietf_decrypt(3)`.
    ///
    /// - Returns: nil if the key is wrong, or the bytes or the associated data were changed.
    static func decrypt(
        _ sealed: [UInt8], key: borrowing SecretMemory, nonce: [UInt8], associated: [UInt8]
    ) -> SecretMemory? {
        guard sealed.count >= tagByteCount else { return nil }
        let secret = SecretMemory(count: sealed.count - tagByteCount)
        let status = unsafe key.withPointer { key in
            unsafe secret.withPointer {
                unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                    $0, nil, nil, sealed, UInt64(sealed.count), associated,
                    UInt64(associated.count), nonce, key)
            }
        }
        guard status == 0 else { return nil }
        return secret
    }
}
