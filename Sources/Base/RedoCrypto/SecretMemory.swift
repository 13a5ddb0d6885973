internal import CSodium

/// Memory for secrets: locked against swapping, between guard pages, and wiped when it is freed.
///
/// The value owns memory of `sodium_malloc(3)`.
@safe package struct SecretMemory: ~Copyable {
    private let pointer: UnsafeMutableRawPointer
    /// The size in bytes.
    package let count: Int

    /// Allocates memory filled with zeros. Wraps `sodium_malloc(3)`.
    package init(count: Int) {
        LibSodium.load()
        guard let pointer = unsafe sodium_malloc(max(count, 1)) else {
            fatalError("out of lockable memory")
        }
        unsafe self.pointer = pointer
        self.count = count
        unsafe pointer.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }

    /// Copies bytes and wipes the original.
    package init(taking bytes: inout [UInt8]) {
        self.init(count: bytes.count)
        for index in bytes.indices { self[index] = bytes[index] }
        wipe(&bytes)
    }

    deinit { unsafe sodium_free(pointer) }

    /// The byte at an index.
    package subscript(index: Int) -> UInt8 {
        get {
            precondition(index >= 0 && index < count)
            return unsafe pointer.load(fromByteOffset: index, as: UInt8.self)
        }
        nonmutating set {
            precondition(index >= 0 && index < count)
            unsafe pointer.storeBytes(of: newValue, toByteOffset: index, as: UInt8.self)
        }
    }

    /// Compares two secrets in constant time. Wraps `sodium_memcmp(3)`.
    package func isEqual(to other: borrowing SecretMemory) -> Bool {
        guard count == other.count else { return false }
        return unsafe sodium_memcmp(pointer, other.pointer, count) == 0
    }

    /// Calls a closure with a pointer to the bytes, which is valid until the closure ends.
    func withPointer<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        unsafe body(pointer.assumingMemoryBound(to: UInt8.self))
    }
}

/// Overwrites and removes bytes, which the compiler does not optimize away. Wraps `sodium_memzero(3)`.
package func wipe(_ bytes: inout [UInt8]) {
    LibSodium.load()
    unsafe bytes.withUnsafeMutableBytes { unsafe sodium_memzero($0.baseAddress, $0.count) }
    bytes.removeAll()
}

/// Compares bytes in a time that depends only on their number. Wraps `sodium_memcmp(3)`.
package func isEqualInConstantTime(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    LibSodium.load()
    return unsafe left.withUnsafeBufferPointer { left in
        unsafe right.withUnsafeBufferPointer { right in
            unsafe sodium_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}
