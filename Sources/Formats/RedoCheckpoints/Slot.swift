import RedoCrypto
import RedoSystem

/// The location of one store on one remote. Its name binds it to one key: no other key can write a statement of it.
///
/// The name is the first 16 bytes of the SHA-256 of `redo:slot:`, the public key in hexadecimal digits, a colon, and a
/// nonce in hexadecimal digits.
package struct Slot: FixedBytes, Comparable {
    /// The size of a slot's name in bytes.
    package static let byteCount = 16
    /// The bytes of the name.
    package let bytes: [UInt8]

    /// Creates a value from exactly ``byteCount`` bytes.
    package init(checked bytes: [UInt8]) { self.bytes = bytes }

    /// The slot of a key and a nonce.
    package init(of key: PublicKey, nonce: SlotNonce) {
        let text = Array("redo:slot:\(key.hexadecimal):\(nonce.hexadecimal)".utf8)
        self.init(checked: Array(SHA256.digest(text.span).bytes.prefix(Self.byteCount)))
    }

    /// Parses 32 lower-case hexadecimal digits; nil for any other text.
    package init?(_ text: some StringProtocol) { self.init(hexadecimal: Array(text.utf8).span) }

    package static func < (left: Slot, right: Slot) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension Slot: CustomStringConvertible {
    package var description: String { hexadecimal }
}

/// The number that distinguishes the slots of one key: 16 random bytes, in each statement of the slot.
package struct SlotNonce: FixedBytes {
    /// The size of a nonce in bytes.
    package static let byteCount = 16
    /// The random bytes.
    package let bytes: [UInt8]

    /// Creates a value from exactly ``byteCount`` bytes.
    package init(checked bytes: [UInt8]) { self.bytes = bytes }

    /// Draws a nonce, and so a slot that no other store has.
    package static func random() -> SlotNonce {
        SlotNonce(checked: RandomBytes.bytes(count: byteCount))
    }
}
