/// Bytes that nobody else shall see: not swapped to disk, between guard pages, wiped when freed.
///
/// Owns what `sodium_malloc` returned.
@safe package struct SecretMemory: ~Copyable {
    private let pointer: UnsafeMutableRawPointer
    package let count: Int

    /// Zeros. Wraps `sodium_malloc(3)`.
    package init(count: Int) {
        guard let pointer = unsafe LibSodium.shared.allocate(max(count, 1)) else {
            fatalError("out of lockable memory")
        }
        unsafe self.pointer = pointer
        self.count = count
        unsafe pointer.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }

    /// Moves bytes in and wipes where they were.
    package init(taking bytes: inout [UInt8]) {
        self.init(count: bytes.count)
        for index in bytes.indices { self[index] = bytes[index] }
        wipe(&bytes)
    }

    deinit { unsafe LibSodium.shared.free(pointer) }

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

    /// Compares in constant time. Wraps `sodium_memcmp(3)`.
    package func isEqual(to other: borrowing SecretMemory) -> Bool {
        guard count == other.count else { return false }
        return unsafe LibSodium.shared.compare(pointer, other.pointer, count) == 0
    }

    /// The bytes, for a C function, for as long as the closure runs.
    func withPointer<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        unsafe body(pointer.assumingMemoryBound(to: UInt8.self))
    }
}

/// Overwrites bytes in a way that the compiler does not leave out. Wraps `sodium_memzero(3)`.
package func wipe(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { unsafe LibSodium.shared.zero($0.baseAddress, $0.count) }
    bytes.removeAll()
}

/// Compares bytes in a time that depends on their number alone. Wraps `sodium_memcmp(3)`.
package func isEqualInConstantTime(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBufferPointer { left in
        unsafe right.withUnsafeBufferPointer { right in
            unsafe LibSodium.shared.compare(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}
