/// Makes SHA-256 digests: the first few with libsodium, all others with OpenSSL, which uses the
/// processor's own instructions.
///
/// Loading libcrypto takes as long as some hundred digests of nodes, and a command that makes one node
/// has loaded libsodium to sign it. Not for use by two threads at once.
package struct SHA256: ~Copyable {
    private let context = DigestContext()

    package init() {}

    /// The digest of some bytes. O(n).
    package func digest(_ bytes: Span<UInt8>) -> Digest { context.digest(bytes) }

    /// The digest of some bytes, with a context of its own.
    package static func digest(_ bytes: Span<UInt8>) -> Digest { SHA256().digest(bytes) }
}

/// A digest context of OpenSSL, used for digest after digest, made when it is first needed. Owns it.
@safe private final class DigestContext {
    /// How many digests have been made without it.
    private var count = 0

    /// So many are made with libsodium.
    private static let greatestCount = 4
    /// None of longer texts is.
    private static let greatestByteCount = 1 << 16

    private var made: OpaquePointer?

    private var pointer: OpaquePointer {
        if let made = unsafe made { return unsafe made }
        guard let context = unsafe LibCrypto.shared.newContext() else {
            fatalError("out of memory")
        }
        unsafe made = context
        return unsafe context
    }

    deinit {
        if let made = unsafe made { unsafe LibCrypto.shared.freeContext(made) }
    }

    func digest(_ bytes: Span<UInt8>) -> Digest {
        if count < Self.greatestCount, bytes.count <= Self.greatestByteCount {
            count += 1
            return LibSodium.shared.digest(bytes)
        }
        let library = LibCrypto.shared
        let context = unsafe pointer
        var output: InlineArray<32, UInt8> = InlineArray(repeating: 0)
        var span = output.mutableSpan
        // The buffers live for the call, and SHA-256 writes 32 bytes. None of the three calls can
        // fail with a context and a digest that exist; if one did, its output would be no digest.
        let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe library.begin(context, library.sha256, nil) == 1
                    && library.update(context, input.baseAddress, input.count) == 1
                    && library.finish(context, output.baseAddress, nil) == 1
            }
        }
        guard isDone else { fatalError("OpenSSL could not make a digest") }
        return Digest(bytes: output.span)
    }
}

extension LibSodium {
    /// The SHA-256 of some bytes.
    fileprivate func digest(_ bytes: Span<UInt8>) -> Digest {
        var output: InlineArray<32, UInt8> = InlineArray(repeating: 0)
        var span = output.mutableSpan
        // The buffers live for the call, and SHA-256 writes 32 bytes. The call cannot fail.
        let result = unsafe span.withUnsafeMutableBufferPointer { output in
            unsafe bytes.withUnsafeBufferPointer { input in
                guard let start = output.baseAddress else { return Int32(-1) }
                return unsafe hash(start, input.baseAddress, UInt64(input.count))
            }
        }
        guard result == 0 else { fatalError("libsodium could not make a digest") }
        return Digest(bytes: output.span)
    }
}
