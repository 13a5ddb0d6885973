internal import CSodium
import RedoJSON
import RedoSystem

/// An Ed25519 signature.
package struct Signature: FixedBytes {
    /// The size of a signature in bytes.
    package static let byteCount = 64
    /// The bytes of the signature.
    package let bytes: [UInt8]

    /// Creates a value from exactly ``byteCount`` bytes.
    package init(checked bytes: [UInt8]) { self.bytes = bytes }
}

/// An Ed25519 public key (RFC 8032).
package struct PublicKey: FixedBytes {
    /// The size of a public key in bytes.
    package static let byteCount = 32
    /// The bytes of the public key.
    package let bytes: [UInt8]

    /// Creates a value from exactly ``byteCount`` bytes.
    package init(checked bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a signature of a message is valid for this key. Wraps `crypto_sign_verify_detached(3)`.
    ///
    /// The function rejects keys of small order and signatures with S ≥ L.
    package func isSigner(of message: Span<UInt8>, signature: Signature) -> Bool {
        LibSodium.load()
        return unsafe message.withUnsafeBufferPointer { message in
            // Both arrays have the lengths that the function reads: 64 and 32 bytes.
            unsafe crypto_sign_verify_detached(
                signature.bytes, message.baseAddress, UInt64(message.count), bytes) == 0
        }
    }
}

/// An Ed25519 key pair whose private key stays in ``SecretMemory``.
package struct SigningKey: ~Copyable {
    /// The size of a seed in bytes.
    package static let seedByteCount = 32

    /// The public key of the pair.
    package let publicKey: PublicKey
    /// The seed followed by the public key, which is libsodium's format of a secret key.
    private let secret: SecretMemory

    /// Derives a key pair from a seed. Wraps `crypto_sign_seed_keypair(3)`.
    ///
    /// - Parameter seed: 32 bytes.
    package init(seed: borrowing SecretMemory) {
        precondition(seed.count == Self.seedByteCount)
        let secret = SecretMemory(count: Int(crypto_sign_SECRETKEYBYTES))
        var publicBytes = [UInt8](repeating: 0, count: PublicKey.byteCount)
        // The buffers have the sizes that the function expects: 32, 64 and 32 bytes.
        let status = unsafe seed.withPointer { seed in
            unsafe secret.withPointer { unsafe crypto_sign_seed_keypair(&publicBytes, $0, seed) }
        }
        guard status == 0, let key = PublicKey(bytes: publicBytes) else {
            fatalError("libsodium could not derive a key")
        }
        publicKey = key
        self.secret = secret
    }

    /// Generates a key pair from random bytes.
    package static func random() -> SigningKey {
        var seed = RandomBytes.bytes(count: seedByteCount)
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    /// Signs a message. Wraps `crypto_sign_detached(3)`.
    package func sign(_ message: Span<UInt8>) -> Signature {
        var bytes = [UInt8](repeating: 0, count: Signature.byteCount)
        let status = unsafe message.withUnsafeBufferPointer { message in
            unsafe secret.withPointer {
                unsafe crypto_sign_detached(
                    &bytes, nil, message.baseAddress, UInt64(message.count), $0)
            }
        }
        guard status == 0, let signature = Signature(bytes: bytes) else {
            fatalError("libsodium could not sign")
        }
        return signature
    }

    /// Appends the seed to bytes that the caller wipes. The array is enlarged first, so that no copy is left in memory.
    package func appendSeed(to bytes: inout [UInt8]) {
        let seed = seed()
        if bytes.capacity < bytes.count + seed.count {
            var larger: [UInt8] = []
            larger.reserveCapacity(bytes.count + 2 * seed.count)
            larger += bytes
            wipe(&bytes)
            bytes = larger
        }
        for index in 0..<seed.count { bytes.append(seed[index]) }
    }

    /// Returns a copy of the seed.
    package func seed() -> SecretMemory {
        let seed = SecretMemory(count: Self.seedByteCount)
        for index in 0..<Self.seedByteCount { seed[index] = secret[index] }
        return seed
    }
}
