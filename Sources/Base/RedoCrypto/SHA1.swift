/// Makes SHA-1 digests, by which git names its objects, with OpenSSL. Nothing else is to rely on them.
///
/// Owns one digest context, used for digest after digest; not for use by two threads at once.
@safe package struct SHA1: ~Copyable {
    package static let byteCount = 20

    private let context: OpaquePointer

    package init() {
        guard let context = unsafe LibCrypto.shared.newContext() else {
            fatalError("out of memory")
        }
        unsafe self.context = context
        begin()
    }

    deinit { unsafe LibCrypto.shared.freeContext(context) }

    private func begin() {
        guard unsafe LibCrypto.shared.begin(context, FetchedDigest.sha1.algorithm, nil) == 1 else {
            fatalError("OpenSSL could not begin a digest")
        }
    }

    /// Takes the next bytes. O(n).
    package mutating func update(_ bytes: Span<UInt8>) {
        // The buffer lives for the call.
        let isDone = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe LibCrypto.shared.update(context, bytes.baseAddress, bytes.count) == 1
        }
        guard isDone else { fatalError("OpenSSL could not make a digest") }
    }

    /// The digest of all bytes since the last one, or since the beginning.
    package mutating func digest() -> InlineArray<20, UInt8> {
        var output: InlineArray<20, UInt8> = InlineArray(repeating: 0)
        var span = output.mutableSpan
        // The buffer lives for the call, and SHA-1 writes 20 bytes.
        let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
            unsafe LibCrypto.shared.finish(context, output.baseAddress, nil) == 1
        }
        guard isDone else { fatalError("OpenSSL could not make a digest") }
        begin()
        return output
    }
}
