/// Numbers in files: fixed width, the lowest byte first, at any offset.
///
/// Inlinable, since a generic function is not specialised for callers in other modules.
extension Span<UInt8> {
    /// The number at an offset.
    ///
    /// - Precondition: all its bytes are inside.
    @inlinable
    package func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Number.Type = Number.self
    ) -> Number {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        // The bytes are inside, and every pattern of bits is a number.
        return unsafe withUnsafeBytes { bytes in
            unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
        }
    }
}

extension [UInt8] {
    @inlinable
    package mutating func append(littleEndian number: some FixedWidthInteger) {
        var number = number
        for _ in 0..<number.bitWidth / 8 {
            append(UInt8(truncatingIfNeeded: number))
            number >>= 8
        }
    }
}
