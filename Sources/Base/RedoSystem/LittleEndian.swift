/// Little-endian integers at any offset.
///
/// The functions are inlinable because a generic function is not specialised for callers in other modules.
extension Span<UInt8> {
    /// Returns the integer at an offset in bytes.
    ///
    /// - Precondition: all bytes of the integer are inside the span.
    @inlinable
    package func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Number.Type = Number.self
    ) -> Number {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        // The bytes are inside the buffer, and every bit pattern is an integer.
        return unsafe withUnsafeBytes { bytes in
            unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of an integer, the lowest first.
    @inlinable
    package mutating func append(littleEndian number: some FixedWidthInteger) {
        var number = number
        for _ in 0..<number.bitWidth / 8 {
            append(UInt8(truncatingIfNeeded: number))
            number >>= 8
        }
    }
}
