import RedoCrypto
import RedoSystem

/// The place of one store on one remote: 16 random bytes, which only that store writes to.
package struct Slot: FixedBytes, Comparable {
    /// The size of a slot's name in bytes.
    package static let byteCount = 16
    /// The bytes of the name.
    package let bytes: [UInt8]

    /// Creates a value from exactly ``byteCount`` bytes.
    package init(checked bytes: [UInt8]) { self.bytes = bytes }

    /// Draws a slot that no other store has.
    package static func random() -> Slot {
        Slot(checked: RandomBytes.bytes(count: byteCount))
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
