extension Span<UInt8> {
    /// A copy of the bytes.
    @inlinable
    package var array: [UInt8] {
        // The buffer is the span's, and is read while that lives.
        unsafe withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
}
