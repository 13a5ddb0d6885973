import RedoSystem

/// Compresses frames of Zstandard (RFC 8878), each with its content's size and checksum.
///
/// Owns one context, used for frame after frame; not for use by two threads at once.
@safe struct Compressor: ~Copyable {
    private let context: OpaquePointer

    /// - Parameter level: as of the program `zstd`; more is smaller and slower.
    init(level: Int32) {
        let library = LibZstd.shared
        guard let context = unsafe library.newCompressor() else { fatalError("out of memory") }
        unsafe self.context = context
        // Both parameters exist in every version, and 1 and a level are always values of them.
        _ = unsafe library.setParameter(context, LibZstd.levelParameter, level)
        _ = unsafe library.setParameter(context, LibZstd.checksumParameter, 1)
    }

    deinit { _ = unsafe LibZstd.shared.freeCompressor(context) }

    /// One frame that holds some bytes.
    func frame(_ content: Span<UInt8>) -> [UInt8] {
        let library = LibZstd.shared
        let capacity = library.bound(content.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe content.withUnsafeBufferPointer { content in
                unsafe count = library.compress(
                    context, buffer.baseAddress, buffer.count, content.baseAddress, content.count)
            }
            // A buffer of the bound's size is enough, so that only memory can lack.
            guard library.isError(count) == 0 else { fatalError("out of memory") }
        }
    }
}

/// Reads frames of Zstandard.
///
/// Owns one context, used for frame after frame; not for use by two threads at once.
@safe struct Decompressor: ~Copyable {
    private let context: OpaquePointer

    /// Why a frame cannot be read.
    struct Failure: Error, Equatable { let reason: String }

    init() {
        guard let context = unsafe LibZstd.shared.newDecompressor() else {
            fatalError("out of memory")
        }
        unsafe self.context = context
    }

    deinit { _ = unsafe LibZstd.shared.freeDecompressor(context) }

    /// The content of one frame.
    ///
    /// - Parameters:
    ///   - frame: exactly its bytes.
    ///   - count: how many bytes its content has.
    /// - Throws: ``Failure`` where it is damaged: the checksum does not hold, the content has another
    ///   size, or bytes are left.
    func content(of frame: Span<UInt8>, count: Int) throws(Failure) -> [UInt8] {
        let library = LibZstd.shared
        var result = 0
        let content = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe frame.withUnsafeBufferPointer { frame in
                unsafe result = library.decompress(
                    context, buffer.baseAddress, buffer.count, frame.baseAddress, frame.count)
            }
            written = library.isError(result) == 0 ? result : 0
        }
        guard library.isError(result) == 0 else { throw Failure(result: result) }
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
        let library = LibZstd.shared
        let decompressor = Decompressor()
        // A checksum that does not hold would end the reading.
        _ = unsafe library.setDecompressorParameter(
            decompressor.context, LibZstd.ignoreChecksumParameter, 1)
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe frame.withUnsafeBufferPointer { frame in
                var input = unsafe LibZstd.Buffer(
                    start: UnsafeMutableRawPointer(mutating: frame.baseAddress),
                    count: 0, position: 0)
                var output = unsafe LibZstd.Buffer(
                    start: buffer.baseAddress, count: buffer.count, position: 0)
                var isMoving = true
                while isMoving {
                    // Byte by byte: the library gives nothing of what it was handed together with a damaged block.
                    input.count = min(input.position + 1, frame.count)
                    let before = (input.position, output.position)
                    let result = unsafe library.decompressStream(
                        decompressor.context, &output, &input)
                    isMoving =
                        library.isError(result) == 0 && result != 0
                        && before != (input.position, output.position)
                }
                written = output.position
            }
        }
    }

    /// How many bytes the first frame of some has, and how many its content has.
    ///
    /// - Throws: ``Failure`` where no whole frame with a known size stands there.
    static func measure(
        _ bytes: Span<UInt8>
    ) throws(Failure) -> (frame: Int, content: Int) {
        let library = LibZstd.shared
        var frame = 0
        var content: UInt64 = 0
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe frame = library.frameByteCount(bytes.baseAddress, bytes.count)
            unsafe content = library.contentByteCount(bytes.baseAddress, bytes.count)
        }
        guard library.isError(frame) == 0 else { throw Failure(result: frame) }
        // The two greatest numbers say that it is unknown, or that no frame stands there.
        guard let content = Int(exactly: content) else {
            throw Failure(reason: "it does not say how many bytes it holds")
        }
        return (frame, content)
    }
}

extension Decompressor.Failure {
    fileprivate init(result: Int) {
        let name = unsafe LibZstd.shared.errorName(result)
        reason = unsafe name.map { unsafe String(cString: $0) } ?? "unknown error"
    }
}
