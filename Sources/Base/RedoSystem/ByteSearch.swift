internal import CLinux

/// Returns the offset of the first occurrence of a pattern at or after an offset; nil if there is none.
///
/// Wraps `memmem(3)`.
package func firstOffset(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard start <= bytes.count else { return nil }
    // The match lies within the buffer, which is valid until the closure ends.
    return unsafe bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return nil }
        return unsafe pattern.withUnsafeBytes { pattern in
            guard let first = pattern.baseAddress,
                let match = unsafe redo_memmem(
                    base + start, UInt(buffer.count - start), first, UInt(pattern.count))
            else { return nil }
            return unsafe match - base
        }
    }
}
