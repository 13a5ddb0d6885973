extension Span<UInt8> {
    /// A copy of the bytes.
    @inlinable
    package var array: [UInt8] {
        // The buffer is valid until the closure ends, which copies it.
        unsafe withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
}
