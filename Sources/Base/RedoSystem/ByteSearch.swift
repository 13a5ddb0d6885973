internal import CLinux

/// Where a pattern stands first in some bytes, from a place on; nil where it does not. Wraps
/// `memmem(3)`.
package func firstPlace(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard start <= bytes.count else { return nil }
    // What is found lies within the buffer, which lives until the closure ends.
    return unsafe bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return nil }
        return unsafe pattern.withUnsafeBytes { sought in
            guard let first = sought.baseAddress,
                let found = unsafe memmem(
                    base + start, UInt(buffer.count - start), first, UInt(sought.count))
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
