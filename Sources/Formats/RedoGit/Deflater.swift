internal import CZlib
import RedoSystem

/// Compresses the objects of a pack, or the data of a page, with zlib. It owns its state, which is reused for each
/// object; not for concurrent use by two threads.
@safe package struct Deflater: ~Copyable {
    // zlib requires that the address of its stream does not change.
    private let stream: UnsafeMutablePointer<z_stream>

    /// The fastest level. Nodes mainly consist of random digits, of which no level saves more than half.
    private static let fastestLevel: Int32 = 1
    /// The window that zlib clears for each object is a quarter of the default one; even the largest node that people
    /// write is smaller than the window, 8 KiB.
    private static let windowBits: Int32 = 13
    private static let memoryLevel: Int32 = 6
    private static let smallestLevel: Int32 = 9
    private static let largeMemoryLevel: Int32 = 9
    /// The maximum size of objects that are stored: an object that mainly consists of a digest, such as a tree of one
    /// file, does not become smaller.
    private static let maximumStoredByteCount = 64

    /// A compressor for the objects of packs. ``GitLibrary`` has loaded zlib.
    init() {
        self.init(Self.fastestLevel, Self.windowBits, Self.memoryLevel)
    }

    /// A compressor that saves as many bytes as it can.
    ///
    /// - Throws: STORAGE_001 if zlib is not installed.
    package init(thorough: Void) throws(RedoError) {
        try GitLibrary.loadZlib()
        self.init(Self.smallestLevel, MAX_WBITS, Self.largeMemoryLevel)
    }

    private init(_ level: Int32, _ windowBits: Int32, _ memoryLevel: Int32) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let size = Int32(unsafe MemoryLayout<z_stream>.size)
        let result = unsafe deflateInit2_(
            stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, size)
        guard result == Z_OK else {
            fatalError("out of memory")
        }
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Appends the zlib stream of some bytes. O(n).
    package func append(_ content: Span<UInt8>, to output: inout [UInt8]) {
        if content.count <= Self.maximumStoredByteCount {
            return Self.store(content, in: &output)
        }
        guard unsafe deflateReset(stream) == Z_OK, let count = UInt32(exactly: content.count) else {
            fatalError("zlib cannot begin a stream of \(content.count) bytes")
        }
        let start = output.count
        let bound = Int(unsafe deflateBound(stream, UInt(content.count)))
        output.append(contentsOf: repeatElement(0, count: bound))
        // Both buffers live during the call; the output has the maximum size that zlib can need.
        let isDone = unsafe content.withUnsafeBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = count
                unsafe stream.pointee.next_out = output.baseAddress.map { unsafe $0 + start }
                unsafe stream.pointee.avail_out = UInt32(bound)
                return unsafe deflate(stream, Z_FINISH) == Z_STREAM_END
            }
        }
        guard isDone else { fatalError("zlib needs more room than it said") }
        output.removeLast(Int(unsafe stream.pointee.avail_out))
    }

    /// Appends a zlib stream of one stored block (RFC 1950, RFC 1951).
    private static func store(_ content: Span<UInt8>, in output: inout [UInt8]) {
        let count = UInt16(content.count)
        output += [0x78, 0x01, 0x01]
        for number in [count, ~count] {
            output.append(UInt8(truncatingIfNeeded: number))
            output.append(UInt8(number >> 8))
        }
        var low: UInt32 = 1
        var high: UInt32 = 0
        for index in content.indices {
            output.append(content[index])
            low = (low + UInt32(content[index])) % 65521
            high = (high + low) % 65521
        }
        GitPackIndex.append(high << 16 | low, to: &output)
    }
}
