/// Makes one SHA-256 digest of bytes that come piece by piece.
///
/// Owns one digest context; not for use by two threads at once.
@safe package struct RunningSHA256: ~Copyable {
    private let context: OpaquePointer

    package init() {
        let library = LibCrypto.shared
        guard let context = unsafe library.newContext(),
            unsafe library.begin(context, library.sha256, nil) == 1
        else { fatalError("out of memory") }
        unsafe self.context = context
    }

    deinit { unsafe LibCrypto.shared.freeContext(context) }

    /// Takes the next bytes. O(n).
    package mutating func update(_ bytes: Span<UInt8>) {
        let isDone = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe LibCrypto.shared.update(context, bytes.baseAddress, bytes.count) == 1
        }
        guard isDone else { fatalError("OpenSSL could not make a digest") }
    }

    /// The digest of all bytes so far, after which there are no more.
    package consuming func digest() -> Digest {
        var output: InlineArray<32, UInt8> = InlineArray(repeating: 0)
        var span = output.mutableSpan
        let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
            unsafe LibCrypto.shared.finish(context, output.baseAddress, nil) == 1
        }
        guard isDone else { fatalError("OpenSSL could not make a digest") }
        return Digest(bytes: output.span)
    }
}
