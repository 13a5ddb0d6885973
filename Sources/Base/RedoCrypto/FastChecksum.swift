internal import CXXHash
import RedoSystem

/// XXH3 with 64 bits (xxhash.com): detects damage but not manipulation, at the speed of memory.
///
/// It protects files that a store derives from others: SHA-256 over them would take longer than most commands
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
