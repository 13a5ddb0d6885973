/// The padding that hides the size of a content: padmé, with a minimum of 4,096 bytes.
///
/// Source: Nikitin and others, "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs",
/// 2019, section 4. A size has as many significant bits as its logarithm has bits, so the overhead is at most 12 %, and
/// sizes up to n become O(log log n) different ones.
package enum Padding {
    /// The minimum padded size in bytes.
    package static let minimumByteCount = 4096
    /// The bytes of the length before the content.
    package static let lengthByteCount = 8

    /// The size of the padded plaintext of a content, with its length, in bytes.
    package static func paddedByteCount(ofContent count: Int) -> Int {
        paddedByteCount(of: lengthByteCount + count)
    }

    /// Whether a plaintext can have a size.
    static func isPadded(_ count: Int) -> Bool { paddedByteCount(of: count) == count }

    private static func paddedByteCount(of count: Int) -> Int {
        guard count > minimumByteCount else { return minimumByteCount }
        let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
        let significantBits = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = 1 << (exponent - significantBits) - 1
        return (count + mask) & ~mask
    }
}
