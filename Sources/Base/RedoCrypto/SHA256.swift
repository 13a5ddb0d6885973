internal import CCrypto
internal import CSodium

/// Computation of SHA-256 digests, first with libsodium and then with OpenSSL.
///
/// OpenSSL is faster, because it uses the processor's SHA instructions. But loading libcrypto takes as long as
/// computing about a hundred digests of nodes, and a command that creates one node has already loaded libsodium to sign
/// it. Only one thread may use a value at a time.
///
/// ```
/// let sha256 = SHA256()
/// let ids = texts.map { sha256.digest($0.span) }
/// ```
package struct SHA256: ~Copyable {
    private let context = DigestContext()

    /// Creates a value without a context.
    package init() {}

    /// Returns the digest of some bytes.
    ///
    /// - Complexity: O(n).
    package func digest(_ bytes: Span<UInt8>) -> Digest { context.digest(bytes) }

    /// Returns the digest of some bytes, computed with a new value.
    package static func digest(_ bytes: Span<UInt8>) -> Digest { SHA256().digest(bytes) }
}

/// An OpenSSL context that is created on first use and used for all digests. Owns the context.
@safe private final class DigestContext {
    /// The number of digests that libsodium has computed.
    private var count = 0

    /// The maximum number of digests that libsodium computes. OpenSSL computes the later ones and those of longer
    /// texts.
    private static let maximumCount = 4
    /// The maximum size in bytes of a text that libsodium digests.
    private static let maximumByteCount = 1 << 16

    private var created: OpaquePointer?

    /// The context, which is created if necessary.
    private var pointer: OpaquePointer {
        if let created = unsafe created { return unsafe created }
        let context = unsafe LibCrypto.newContext()
        unsafe created = context
        return unsafe context
    }

    deinit {
        if let created = unsafe created { unsafe EVP_MD_CTX_free(created) }
    }

    /// Returns the digest of some bytes. Wraps `EVP_DigestInit_ex2(3)` and the calls that follow it.
    func digest(_ bytes: Span<UInt8>) -> Digest {
        if count < Self.maximumCount, bytes.count <= Self.maximumByteCount {
            count += 1
            return LibSodium.digest(bytes)
        }
        let context = unsafe pointer
        var output: InlineArray<32, UInt8> = InlineArray(repeating: 0)
        var span = output.mutableSpan
        // The buffers are valid for the calls, and SHA-256 writes 32 bytes. The calls cannot fail with a
        // valid context and algorithm.
        let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe EVP_DigestInit_ex2(context, FetchedDigest.sha256.algorithm, nil) == 1
                    && EVP_DigestUpdate(context, input.baseAddress, input.count) == 1
                    && EVP_DigestFinal_ex(context, output.baseAddress, nil) == 1
            }
        }
        guard isDone else { fatalError("OpenSSL could not compute a digest") }
        return Digest(bytes: output.span)
    }
}

extension LibSodium {
    /// Returns the SHA-256 digest of some bytes. Wraps `crypto_hash_sha256(3)`.
    fileprivate static func digest(_ bytes: Span<UInt8>) -> Digest {
        load()
        var output: InlineArray<32, UInt8> = InlineArray(repeating: 0)
        var span = output.mutableSpan
        // The buffers are valid for the call, and SHA-256 writes 32 bytes. The call cannot fail.
        let result = unsafe span.withUnsafeMutableBufferPointer { output in
            unsafe bytes.withUnsafeBufferPointer { input in
                guard let start = output.baseAddress else { return Int32(-1) }
                return unsafe crypto_hash_sha256(start, input.baseAddress, UInt64(input.count))
            }
        }
        guard result == 0 else { fatalError("libsodium could not compute a digest") }
        return Digest(bytes: output.span)
    }
}
