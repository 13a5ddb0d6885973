import RedoJSON

/// A value of a fixed number of bytes, with a text of lower-case hexadecimal digits.
package protocol FixedBytes: Hashable, Sendable {
    /// The size of a value in bytes.
    static var byteCount: Int { get }
    /// The bytes of the value.
    var bytes: [UInt8] { get }

    /// Creates a value from exactly ``byteCount`` bytes.
    init(checked bytes: [UInt8])
}

extension FixedBytes {
    /// Creates a value from bytes; nil unless there are ``byteCount``.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(checked: bytes)
    }

    /// Parses lower-case hexadecimal digits, two for each byte; nil for any other text.
    package init?(hexadecimal digits: Span<UInt8>) {
        guard digits.count == 2 * Self.byteCount, let bytes = RedoCrypto.bytes(hexadecimal: digits)
        else { return nil }
        self.init(checked: bytes)
    }

    /// The value as lower-case hexadecimal digits, two for each byte.
    package var hexadecimal: String { RedoCrypto.hexadecimal(bytes) }
}
