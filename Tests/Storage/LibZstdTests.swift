import CZstd
import Testing

@testable import RedoStore

/// Zstandard's functions are looked up by name and cast; these are the types that they really have.
@Suite struct LibZstdTests {
    /// The compiler does the comparing: a function of another type could not be assigned.
    @Test func functionTypesAreThoseOfTheHeaders() {
        let newCompressor: LibZstd.NewContext = ZSTD_createCCtx
        let freeCompressor: LibZstd.FreeContext = ZSTD_freeCCtx
        let bound: LibZstd.Bound = ZSTD_compressBound
        let compress: LibZstd.Transform = ZSTD_compress2
        let newDecompressor: LibZstd.NewContext = ZSTD_createDCtx
        let freeDecompressor: LibZstd.FreeContext = ZSTD_freeDCtx
        let decompress: LibZstd.Transform = ZSTD_decompressDCtx
        let isError: LibZstd.IsError = ZSTD_isError
        let errorName: LibZstd.ErrorName = ZSTD_getErrorName
        let frameByteCount: LibZstd.Measure = ZSTD_findFrameCompressedSize
        let contentByteCount: LibZstd.ContentSize = ZSTD_getFrameContentSize
        _ = (newCompressor, freeCompressor, bound, compress, newDecompressor, freeDecompressor)
        _ = (decompress, isError, errorName, frameByteCount, contentByteCount)
    }

    /// Only the headers name the enumerations of the parameters.
    @Test func settersAreThoseOfTheHeadersButForTheirEnumerations() {
        let compressor: @convention(c) (OpaquePointer?, ZSTD_cParameter, Int32) -> Int =
            ZSTD_CCtx_setParameter
        let decompressor: @convention(c) (OpaquePointer?, ZSTD_dParameter, Int32) -> Int =
            ZSTD_DCtx_setParameter
        _ = (compressor, decompressor)
        #expect(LibZstd.SetParameter.self == WithoutHeaders.SetParameter.self)
        #expect(MemoryLayout<ZSTD_cParameter>.size == MemoryLayout<UInt32>.size)
        #expect(MemoryLayout<ZSTD_dParameter>.size == MemoryLayout<UInt32>.size)
    }

    /// Only the headers name the structures of the buffers.
    @Test func streamIsThatOfTheHeadersButForItsBuffers() {
        typealias InHeaders =
            @convention(c) (
                OpaquePointer?, UnsafeMutablePointer<ZSTD_outBuffer>?,
                UnsafeMutablePointer<ZSTD_inBuffer>?
            ) -> Int
        let stream: InHeaders = ZSTD_decompressStream
        _ = stream
        #expect(LibZstd.Stream.self == WithoutHeaders.Stream.self)
    }

    private enum WithoutHeaders {
        typealias SetParameter = @convention(c) (OpaquePointer?, UInt32, Int32) -> Int
        typealias Stream =
            @convention(c) (
                OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> Int
    }

    @Test func buffersAreLaidOutAsInTheHeaders() {
        typealias Buffer = LibZstd.Buffer
        #expect(MemoryLayout<Buffer>.size == MemoryLayout<ZSTD_inBuffer>.size)
        #expect(MemoryLayout<Buffer>.size == MemoryLayout<ZSTD_outBuffer>.size)
        let offsets = [\Buffer.start, \Buffer.count, \Buffer.position].map {
            MemoryLayout<Buffer>.offset(of: $0 as PartialKeyPath<Buffer>)
        }
        let input: [PartialKeyPath<ZSTD_inBuffer>] = [\.src, \.size, \.pos]
        let output: [PartialKeyPath<ZSTD_outBuffer>] = [\.dst, \.size, \.pos]
        #expect(input.map { MemoryLayout<ZSTD_inBuffer>.offset(of: $0) } == offsets)
        #expect(output.map { MemoryLayout<ZSTD_outBuffer>.offset(of: $0) } == offsets)
    }

    @Test func numbersAreThoseOfTheHeaders() {
        #expect(LibZstd.levelParameter == ZSTD_c_compressionLevel.rawValue)
        #expect(LibZstd.checksumParameter == ZSTD_c_checksumFlag.rawValue)
        // ZSTD_d_forceIgnoreChecksum is among those that the headers call experimental.
        #expect(LibZstd.ignoreChecksumParameter == ZSTD_d_experimentalParam3.rawValue)
        #expect(PackFormat.skippableMagic == UInt32(ZSTD_MAGIC_SKIPPABLE_START))
    }
}
