/// Makes SHA-256 digests with OpenSSL, which uses the processor's own instructions.
///
/// Owns one digest context, used for digest after digest; not for use by two threads at once.
@safe package struct SHA256: ~Copyable {
    private let context: OpaquePointer

    package init() {
        guard let context = unsafe LibCrypto.shared.newContext() else {
            fatalError("out of memory")
        }
        unsafe self.context = context
    }

    deinit { unsafe LibCrypto.shared.freeContext(context) }

    /// The digest of some bytes. O(n).
    package func digest(_ bytes: Span<UInt8>) -> Digest {
        let library = LibCrypto.shared
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

    /// The digest of some bytes, with a context of its own.
    package static func digest(_ bytes: Span<UInt8>) -> Digest { SHA256().digest(bytes) }
}
