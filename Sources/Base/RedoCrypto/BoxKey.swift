internal import CSodium
import RedoSystem

/// An X25519 public key, to which boxes are sealed.
package struct BoxPublicKey: FixedBytes {
    /// The size of a key in bytes.
    package static let byteCount = 32
    /// The bytes of the key.
    package let bytes: [UInt8]

    /// Creates a value from exactly ``byteCount`` bytes.
    package init(checked bytes: [UInt8]) { self.bytes = bytes }

    /// Seals a message that only the owner of the key opens. Wraps `crypto_box_seal(3)`.
    ///
    /// - Returns: nil for a key of small order, to which nothing can be sealed.
    package func seal(_ message: Span<UInt8>) -> [UInt8]? {
        LibSodium.load()
        var sealed = [UInt8](repeating: 0, count: message.count + BoxKey.sealByteCount)
        // The output has room for the message and what the function adds to it; the key has 32 bytes.
        let status = unsafe message.withUnsafeBufferPointer { message in
            unsafe crypto_box_seal(
                &sealed, message.baseAddress, UInt64(message.count), bytes)
        }
        return status == 0 ? sealed : nil
    }
}

/// The X25519 key pair that belongs to a signing key and opens boxes (docs/extensions.md, "Epochs").
package struct BoxKey: ~Copyable {
    /// The bytes that a box has beyond its message: `crypto_box_SEALBYTES`.
    package static let sealByteCount = 48
    /// `crypto_box_SECRETKEYBYTES`.
    package static let secretByteCount = 32
    /// `crypto_box_SEEDBYTES`.
    package static let seedByteCount = 32

    package let publicKey: BoxPublicKey
    private let secret: SecretMemory

    /// Derives the pair from 32 bytes. Wraps `crypto_box_seed_keypair(3)`.
    private init(boxSeed seed: borrowing SecretMemory) {
        precondition(seed.count == Self.seedByteCount)
        let secret = SecretMemory(count: Self.secretByteCount)
        var publicBytes = [UInt8](repeating: 0, count: BoxPublicKey.byteCount)
        // The buffers have the sizes that the function expects: 32 bytes each.
        let status = unsafe seed.withPointer { seed in
            unsafe secret.withPointer {
                unsafe crypto_box_seed_keypair(&publicBytes, $0, seed)
            }
        }
        guard status == 0 else { fatalError("libsodium could not derive a box key") }
        publicKey = BoxPublicKey(checked: publicBytes)
        self.secret = secret
    }

    /// The box key of a signing key: its seed is KB(seed; `redo box 1`).
    package init(of key: borrowing SigningKey) {
        let seed = key.seed()
        self.init(boxSeed: keyedBLAKE2b("redo box 1", key: seed))
    }

    /// Creates a box key from 32 bytes that serve no other purpose.
    init(kept seed: borrowing SecretMemory) { self.init(boxSeed: seed) }

    /// Opens a box. Wraps `crypto_box_seal_open(3)`.
    ///
    /// - Returns: nil if the box was sealed to another key, or was changed.
    package func open(_ box: Span<UInt8>) -> [UInt8]? {
        guard box.count >= Self.sealByteCount else { return nil }
        var message = [UInt8](repeating: 0, count: box.count - Self.sealByteCount)
        let publicBytes = publicKey.bytes
        // The output has room for the message, and the keys have 32 bytes each.
        let status = unsafe box.withUnsafeBufferPointer { box in
            unsafe secret.withPointer { secret in
                guard let start = box.baseAddress else { return Int32(-1) }
                return unsafe crypto_box_seal_open(
                    &message, start, UInt64(box.count), publicBytes, secret)
            }
        }
        return status == 0 ? message : nil
    }
}

/// KB: the BLAKE2b-256 of a message under a key of 16 to 64 bytes. Wraps `crypto_generichash(3)`.
func keyedBLAKE2b(_ message: String, key: borrowing SecretMemory) -> SecretMemory {
    keyedBLAKE2b(Array(message.utf8), key: key)
}

/// KB: the BLAKE2b-256 of a message under a key of 16 to 64 bytes. Wraps `crypto_generichash(3)`.
package func keyedBLAKE2b(_ message: [UInt8], key: borrowing SecretMemory) -> SecretMemory {
    let digest = SecretMemory(count: 32)
    let count = key.count
    let status = unsafe digest.withPointer { output in
        unsafe key.withPointer { key in
            unsafe crypto_generichash(
                output, 32, message, UInt64(message.count), key, count)
        }
    }
    guard status == 0 else { fatalError("libsodium could not compute a digest") }
    return digest
}

extension BoxPublicKey {
    /// Whether the key is a point of small order; the top bit is ignored, as in X25519. With such a key every secret
    /// gives the same result, so libsodium seals nothing to it.
    ///
    /// The values are those that `crypto_scalarmult(3)` refuses. A key that another member lists is checked before
    /// anything is sealed to it.
    package var isOfSmallOrder: Bool {
        var masked = bytes
        masked[Self.byteCount - 1] &= 0x7f
        return Self.pointsOfSmallOrder.contains(masked)
    }

    /// The points of the orders 1, 2, 4 and 8, and the values above the prime that mean one of them; lowest byte first.
    static let pointsOfSmallOrder: [[UInt8]] = [
        [UInt8](repeating: 0, count: byteCount),
        [1] + [UInt8](repeating: 0, count: byteCount - 1),
        [
            0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f,
            0xc4,
            0x6a, 0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f,
            0x49,
            0xb8, 0x00,
        ],
        [
            0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83,
            0xef,
            0x5b, 0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0,
            0x9f,
            0x11, 0x57,
        ],
        aboveOrBelowPrime(0xec), aboveOrBelowPrime(0xed), aboveOrBelowPrime(0xee),
    ]

    /// 2^255 − 256 plus a lowest byte; the lowest byte of the prime is 0xed.
    private static func aboveOrBelowPrime(_ lowest: UInt8) -> [UInt8] {
        [lowest] + [UInt8](repeating: 0xff, count: byteCount - 2) + [0x7f]
    }
}
