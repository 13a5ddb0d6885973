import RedoSystem

/// XXH3 with 64 bits (xxhash.com): finds damage, not malice, at the speed of memory.
///
/// Files that a store makes for itself have it, since SHA-256 over them would take longer than most commands do in all
/// (docs/performance.md).
package enum FastChecksum {
    typealias Function = @convention(c) (UnsafeRawPointer?, Int) -> UInt64

    /// `XXH3_64bits`: a pure function of a library that is never unloaded.
    private static let function: Function = unsafe SharedLibrary(.xxHash).function(
        "XXH3_64bits")

    package static func value(of bytes: Span<UInt8>) -> UInt64 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe function(bytes.baseAddress, bytes.count)
        }
    }
}
