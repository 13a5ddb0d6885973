internal import CXXHash
import RedoSystem

/// XXH3 with 64 bits (xxhash.com): finds damage, not malice, at the speed of memory.
///
/// Files that a store makes for itself have it, since SHA-256 over them would take longer than most commands do in all
/// (docs/performance.md).
package enum FastChecksum {
    private static let isLoaded: Bool = {
        unsafe SharedLibrary.require(.xxHash, redo_xxhash_addresses(), redo_xxhash_names())
        return true
    }()

    package static func value(of bytes: Span<UInt8>) -> UInt64 {
        precondition(isLoaded)
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe XXH3_64bits(bytes.baseAddress, bytes.count)
        }
    }
}
