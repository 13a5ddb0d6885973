import RedoJSON
import RedoSystem

/// A value of a fixed number of bytes, written as lower-case hexadecimal digits.
package protocol FixedBytes: Hashable, Sendable {
    static var byteCount: Int { get }
    var bytes: [UInt8] { get }

    /// - Parameter bytes: as many as ``byteCount`` says.
    init(checked bytes: [UInt8])
}

extension FixedBytes {
    /// Nil for another number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(checked: bytes)
    }

    /// Reads lower-case hexadecimal digits, two a byte; nil for anything else.
    package init?(hexadecimal digits: Span<UInt8>) {
        guard digits.count == 2 * Self.byteCount, let bytes = RedoCrypto.bytes(hexadecimal: digits)
        else { return nil }
        self.init(checked: bytes)
    }

    package var hexadecimal: String {
        var digits: [UInt8] = []
        appendHexadecimal(bytes.span, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }
}

/// An Ed25519 signature.
package struct Signature: FixedBytes {
    package static let byteCount = 64
    package let bytes: [UInt8]

    package init(checked bytes: [UInt8]) { self.bytes = bytes }
}

/// An Ed25519 public key (RFC 8032).
package struct PublicKey: FixedBytes {
    package static let byteCount = 32
    package let bytes: [UInt8]

    package init(checked bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a signature over a message is this key's. Wraps `crypto_sign_verify_detached(3)`,
    /// which refuses keys of small order and signatures with S ≥ L.
    package func isSigner(of message: Span<UInt8>, signature: Signature) -> Bool {
        return unsafe message.withUnsafeBufferPointer { message in
            // Both arrays have the lengths that the function reads: 64 and 32 bytes.
            unsafe LibSodium.shared.verify(
                signature.bytes, message.baseAddress, UInt64(message.count), bytes) == 0
        }
    }
}

/// An Ed25519 key pair whose secret half stays in secret memory.
package struct SigningKey: ~Copyable {
    package static let seedByteCount = 32

    package let publicKey: PublicKey
    /// The seed and the public key, as libsodium keeps a secret key.
    private let secret: SecretMemory

    /// Derives the pair of a seed. Wraps `crypto_sign_seed_keypair(3)`.
    ///
    /// - Parameter seed: 32 bytes.
    package init(seed: borrowing SecretMemory) {
        precondition(seed.count == Self.seedByteCount)
        let secret = SecretMemory(count: LibSodium.secretKeyByteCount)
        var publicBytes = [UInt8](repeating: 0, count: PublicKey.byteCount)
        // 32, 64 and 32 bytes, as the function expects.
        let status = unsafe seed.withPointer { seed in
            unsafe secret.withPointer { unsafe LibSodium.shared.deriveKeys(&publicBytes, $0, seed) }
        }
        guard status == 0, let key = PublicKey(bytes: publicBytes) else {
            fatalError("libsodium could not derive a key")
        }
        publicKey = key
        self.secret = secret
    }

    /// A new pair from the system's randomness.
    package static func random() -> SigningKey {
        var seed = RandomBytes.bytes(count: seedByteCount)
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    /// Signs a message. Wraps `crypto_sign_detached(3)`.
    package func sign(_ message: Span<UInt8>) -> Signature {
        var bytes = [UInt8](repeating: 0, count: Signature.byteCount)
        let status = unsafe message.withUnsafeBufferPointer { message in
            unsafe secret.withPointer {
                unsafe LibSodium.shared.sign(
                    &bytes, nil, message.baseAddress, UInt64(message.count), $0)
            }
        }
        guard status == 0, let signature = Signature(bytes: bytes) else {
            fatalError("libsodium could not sign")
        }
        return signature
    }

    /// A copy of the seed.
    package func seed() -> SecretMemory {
        let seed = SecretMemory(count: Self.seedByteCount)
        for index in 0..<Self.seedByteCount { seed[index] = secret[index] }
        return seed
    }
}
