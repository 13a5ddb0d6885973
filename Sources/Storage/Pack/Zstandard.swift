internal import CZstd
import RedoSystem

/// Compresses frames of Zstandard (RFC 8878), each with its content's size and checksum.
///
/// Owns one context, used for frame after frame; not for use by two threads at once.
@safe struct Compressor: ~Copyable {
    private let context: OpaquePointer

    /// - Parameter level: as of the program `zstd`; more is smaller and slower.
    init(level: Int32) {
        LibZstd.load()
        guard let context = unsafe ZSTD_createCCtx() else { fatalError("out of memory") }
        unsafe self.context = context
        // Both parameters exist in every version, and 1 and a level are always values of them.
        _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
        _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    }

    deinit { _ = unsafe ZSTD_freeCCtx(context) }

    /// One frame that holds some bytes.
    func frame(_ content: Span<UInt8>) -> [UInt8] {
        let capacity = ZSTD_compressBound(content.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe content.withUnsafeBufferPointer { content in
                unsafe count = ZSTD_compress2(
                    context, buffer.baseAddress, buffer.count, content.baseAddress, content.count)
            }
            // A buffer of the bound's size is enough, so that only memory can lack.
            guard ZSTD_isError(count) == 0 else { fatalError("out of memory") }
        }
    }
}

/// Reads frames of Zstandard.
///
/// Owns one context, used for frame after frame; not for use by two threads at once.
@safe struct Decompressor: ~Copyable {
    private let context: OpaquePointer

    /// `ZSTD_d_forceIgnoreChecksum`, which the header names for programs alone that link the library statically.
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
    ///   - frame: exactly its bytes.
    ///   - count: how many bytes its content has.
    /// - Throws: ``Failure`` where it is damaged: the checksum does not hold, the content has another
    ///   size, or bytes are left.
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

    /// As much of a damaged frame's content as can be read, right or wrong: whoever takes something
    /// from it has to know by other means that it is whole.
    ///
    /// - Parameter count: how many bytes it has at most.
    static func remains(of frame: Span<UInt8>, count: Int) -> [UInt8] {
        let decompressor = Decompressor()
        // A checksum that does not hold would end the reading.
        _ = unsafe ZSTD_DCtx_setParameter(decompressor.context, Self.ignoreChecksum, 1)
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe frame.withUnsafeBufferPointer { frame in
                var input = unsafe ZSTD_inBuffer(src: frame.baseAddress, size: 0, pos: 0)
                var output = unsafe ZSTD_outBuffer(
                    dst: buffer.baseAddress, size: buffer.count, pos: 0)
                var isMoving = true
                while isMoving {
                    // Byte by byte: the library gives nothing of what it was handed together with a damaged block.
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

    /// How many bytes the first frame of some has, and how many its content has.
    ///
    /// - Throws: ``Failure`` where no whole frame with a known size stands there.
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
        // The two greatest numbers say that it is unknown, or that no frame stands there.
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
