import RedoSystem

/// The functions of libzstd that this module uses.
///
/// Tests assign the header's functions to these types, so that they cannot drift apart.
@safe struct LibZstd {
    typealias NewContext = @convention(c) () -> OpaquePointer?
    typealias FreeContext = @convention(c) (OpaquePointer?) -> Int
    /// The second parameter is an enumeration in the header, which C passes as this integer.
    typealias SetParameter = @convention(c) (OpaquePointer?, UInt32, Int32) -> Int
    typealias Bound = @convention(c) (Int) -> Int
    typealias Transform =
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int
        ) -> Int
    /// The second and third parameters point to structures in the header: a pointer and two sizes.
    typealias Stream =
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Int
    typealias IsError = @convention(c) (Int) -> UInt32
    typealias ErrorName = @convention(c) (Int) -> UnsafePointer<CChar>?
    typealias Measure = @convention(c) (UnsafeRawPointer?, Int) -> Int
    typealias ContentSize = @convention(c) (UnsafeRawPointer?, Int) -> UInt64

    /// `ZSTD_createCCtx`.
    let newCompressor: NewContext
    /// `ZSTD_freeCCtx`.
    let freeCompressor: FreeContext
    /// `ZSTD_CCtx_setParameter`.
    let setParameter: SetParameter
    /// `ZSTD_compressBound`.
    let bound: Bound
    /// `ZSTD_compress2`.
    let compress: Transform
    /// `ZSTD_createDCtx`.
    let newDecompressor: NewContext
    /// `ZSTD_freeDCtx`.
    let freeDecompressor: FreeContext
    /// `ZSTD_decompressDCtx`.
    let decompress: Transform
    /// `ZSTD_DCtx_setParameter`.
    let setDecompressorParameter: SetParameter
    /// `ZSTD_decompressStream`.
    let decompressStream: Stream
    /// `ZSTD_isError`.
    let isError: IsError
    /// `ZSTD_getErrorName`.
    let errorName: ErrorName
    /// `ZSTD_findFrameCompressedSize`.
    let frameByteCount: Measure
    /// `ZSTD_getFrameContentSize`.
    let contentByteCount: ContentSize

    /// `ZSTD_c_compressionLevel`.
    static let levelParameter: UInt32 = 100
    /// `ZSTD_c_checksumFlag`.
    static let checksumParameter: UInt32 = 201

    /// `ZSTD_d_forceIgnoreChecksum`.
    static let ignoreChecksumParameter: UInt32 = 1002

    /// `ZSTD_inBuffer` and `ZSTD_outBuffer`, which are laid out alike.
    @safe struct Buffer {
        var start: UnsafeMutableRawPointer?
        var count: Int
        var position: Int
    }

    static let shared = LibZstd(SharedLibrary(.zstd))

    private init(_ library: SharedLibrary) {
        unsafe newCompressor = library.function("ZSTD_createCCtx")
        unsafe freeCompressor = library.function("ZSTD_freeCCtx")
        unsafe setParameter = library.function("ZSTD_CCtx_setParameter")
        bound = library.function("ZSTD_compressBound")
        unsafe compress = library.function("ZSTD_compress2")
        unsafe newDecompressor = library.function("ZSTD_createDCtx")
        unsafe freeDecompressor = library.function("ZSTD_freeDCtx")
        unsafe decompress = library.function("ZSTD_decompressDCtx")
        unsafe setDecompressorParameter = library.function("ZSTD_DCtx_setParameter")
        unsafe decompressStream = library.function("ZSTD_decompressStream")
        isError = library.function("ZSTD_isError")
        unsafe errorName = library.function("ZSTD_getErrorName")
        unsafe frameByteCount = library.function("ZSTD_findFrameCompressedSize")
        unsafe contentByteCount = library.function("ZSTD_getFrameContentSize")
    }
}

/// Functions of a library that is never unloaded. Zstandard's manual says that different contexts may
/// be used by different threads.
extension LibZstd: @unchecked Sendable {}
