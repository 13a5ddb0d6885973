import Glibc

extension Span<UInt8> {
    /// The index of the first byte with a value, at or after an index; nil for none. Wraps `memchr(3)`.
    package func firstIndex(of value: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        // The buffer is valid until the closure ends, which returns an offset.
        return unsafe extracting(start...).withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base, Int32(value), bytes.count)
            else { return nil }
            return unsafe start + (UnsafeRawPointer(found) - base)
        }
    }
}
