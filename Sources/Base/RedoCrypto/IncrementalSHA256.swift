internal import CCrypto

/// Incremental computation of one SHA-256 digest.
///
/// The value owns one OpenSSL context. Only one thread may use it at a time.
@safe package struct IncrementalSHA256: ~Copyable {
    private let context: OpaquePointer

    /// Begins a digest. Wraps `EVP_DigestInit_ex2(3)`.
    package init() {
        unsafe context = LibCrypto.newContext()
        guard unsafe EVP_DigestInit_ex2(context, FetchedDigest.sha256.algorithm, nil) == 1 else {
            fatalError("out of memory")
        }
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Adds bytes to the digest. Wraps `EVP_DigestUpdate(3)`.
    ///
    /// - Complexity: O(n).
    package mutating func update(_ bytes: Span<UInt8>) {
        let isDone = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
        }
        guard isDone else { fatalError("OpenSSL could not compute a digest") }
    }

    /// Returns the digest of all bytes. Wraps `EVP_DigestFinal_ex(3)`.
    package consuming func digest() -> Digest {
        var output: InlineArray<32, UInt8> = InlineArray(repeating: 0)
        var span = output.mutableSpan
        let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
            unsafe EVP_DigestFinal_ex(context, output.baseAddress, nil) == 1
        }
        guard isDone else { fatalError("OpenSSL could not compute a digest") }
        return Digest(bytes: output.span)
    }
}
