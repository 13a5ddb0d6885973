internal import CZstd
import RedoSystem

/// A compressor of Zstandard frames (RFC 8878), each with its content's size and checksum.
///
/// It owns one context, which is reused for each frame, so two threads must not use it at once.
@safe struct Compressor: ~Copyable {
    private let context: OpaquePointer

    /// - Parameter level: as of the program `zstd`; a higher one is smaller and slower.
    init(level: Int32) {
        LibZstd.load()
        guard let context = unsafe ZSTD_createCCtx() else { fatalError("out of memory") }
        unsafe self.context = context
        // Cannot fail: both parameters exist in every version, and 1 and a level are always valid values.
        _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
        _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    }

    deinit { _ = unsafe ZSTD_freeCCtx(context) }

    /// One frame with these bytes as its content.
    func frame(_ content: Span<UInt8>) -> [UInt8] {
        let capacity = ZSTD_compressBound(content.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe content.withUnsafeBufferPointer { content in
                unsafe count = ZSTD_compress2(
                    context, buffer.baseAddress, buffer.count, content.baseAddress, content.count)
            }
            // The buffer has the size that the library computes as the bound, so only memory can run out.
            guard ZSTD_isError(count) == 0 else { fatalError("out of memory") }
        }
    }
}

/// A decompressor of Zstandard frames.
///
/// It owns one context, which is reused for each frame, so two threads must not use it at once.
@safe struct Decompressor: ~Copyable {
    private let context: OpaquePointer

    /// `ZSTD_d_forceIgnoreChecksum`, which the header defines only for programs that link the library statically.
    private static let ignoreChecksum = ZSTD_d_experimentalParam3

    /// Why a frame cannot be read.
    struct Failure: Error, Equatable { let reason: String }

    init() {
        LibZstd.load()
        guard let context = unsafe ZSTD_createDCtx() else { fatalError("out of memory") }
        unsafe self.context = context
    }

    deinit { _ = unsafe ZSTD_freeDCtx(context) }

    /// The content of one frame.
    ///
    /// - Parameters:
    ///   - frame: exactly the bytes of the frame.
    ///   - count: the size of its content.
    /// - Throws: ``Failure`` if it is damaged: the checksum is wrong, the content has another size, or bytes are left
    ///   over.
    func content(of frame: Span<UInt8>, count: Int) throws(Failure) -> [UInt8] {
        var result = 0
        let content = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe frame.withUnsafeBufferPointer { frame in
                unsafe result = ZSTD_decompressDCtx(
                    context, buffer.baseAddress, buffer.count, frame.baseAddress, frame.count)
            }
            written = ZSTD_isError(result) == 0 ? result : 0
        }
        guard ZSTD_isError(result) == 0 else { throw Failure(result: result) }
        guard content.count == count else {
            throw Failure(reason: "it holds \(content.count) bytes, not \(count)")
        }
        return content
    }

    /// As much of a damaged frame's content as can be read, correct or not. The caller has to verify by other means
    /// what is whole.
    ///
    /// - Parameter count: the maximum size of the content.
    static func remains(of frame: Span<UInt8>, count: Int) -> [UInt8] {
        let decompressor = Decompressor()
        // A wrong checksum would end the reading.
        _ = unsafe ZSTD_DCtx_setParameter(decompressor.context, Self.ignoreChecksum, 1)
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe frame.withUnsafeBufferPointer { frame in
                var input = unsafe ZSTD_inBuffer(src: frame.baseAddress, size: 0, pos: 0)
                var output = unsafe ZSTD_outBuffer(
                    dst: buffer.baseAddress, size: buffer.count, pos: 0)
                var isMoving = true
                while isMoving {
                    // Byte by byte: the library returns none of the input that it receives together with a damaged
                    // block.
                    unsafe input.size = min(input.pos + 1, frame.count)
                    let before = unsafe (input.pos, output.pos)
                    let result = unsafe ZSTD_decompressStream(
                        decompressor.context, &output, &input)
                    isMoving =
                        unsafe ZSTD_isError(result) == 0 && result != 0
                        && before != (input.pos, output.pos)
                }
                written = unsafe output.pos
            }
        }
    }

    /// The size of the first frame in some bytes, and of its content.
    ///
    /// - Throws: ``Failure`` if they do not begin with a whole frame of known size.
    static func measure(
        _ bytes: Span<UInt8>
    ) throws(Failure) -> (frame: Int, content: Int) {
        LibZstd.load()
        var frame = 0
        var content: UInt64 = 0
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe frame = ZSTD_findFrameCompressedSize(bytes.baseAddress, bytes.count)
            unsafe content = ZSTD_getFrameContentSize(bytes.baseAddress, bytes.count)
        }
        guard ZSTD_isError(frame) == 0 else { throw Failure(result: frame) }
        // The two maximum values mean that the size is unknown, and that there is no frame.
        guard let content = Int(exactly: content) else {
            throw Failure(reason: "it does not say how many bytes it holds")
        }
        return (frame, content)
    }
}

extension Decompressor.Failure {
    fileprivate init(result: Int) {
        let name = unsafe ZSTD_getErrorName(result)
        reason = unsafe name.map { unsafe String(cString: $0) } ?? "unknown error"
    }
}
