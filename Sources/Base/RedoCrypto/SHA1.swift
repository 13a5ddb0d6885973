internal import CCrypto

/// Incremental computation of SHA-1 digests, which git uses as object names.
///
/// SHA-1 is broken: no other code may rely on it. The value owns one OpenSSL context, which it uses for all
/// digests. Only one thread may use it at a time.
@safe package struct SHA1: ~Copyable {
    /// The size of a digest in bytes.
    package static let byteCount = 20

    private let context: OpaquePointer

    /// Begins the first digest.
    package init() {
        unsafe context = LibCrypto.newContext()
        begin()
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Begins a digest. Wraps `EVP_DigestInit_ex2(3)`.
    private func begin() {
        guard unsafe EVP_DigestInit_ex2(context, FetchedDigest.sha1.algorithm, nil) == 1 else {
            fatalError("OpenSSL could not start a digest")
        }
    }

    /// Adds bytes to the digest. Wraps `EVP_DigestUpdate(3)`.
    ///
    /// - Complexity: O(n).
    package mutating func update(_ bytes: Span<UInt8>) {
        // The buffer is valid for the call.
        let isDone = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
        }
        guard isDone else { fatalError("OpenSSL could not compute a digest") }
    }

    /// Returns the digest of the bytes since the previous digest and begins the next one.
    ///
    /// Wraps `EVP_DigestFinal_ex(3)`.
    package mutating func digest() -> InlineArray<20, UInt8> {
        var output: InlineArray<20, UInt8> = InlineArray(repeating: 0)
        var span = output.mutableSpan
        // The buffer is valid for the call, and SHA-1 writes 20 bytes.
        let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
            unsafe EVP_DigestFinal_ex(context, output.baseAddress, nil) == 1
        }
        guard isDone else { fatalError("OpenSSL could not compute a digest") }
        begin()
        return output
    }
}
