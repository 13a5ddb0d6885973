internal import CZlib

/// Compresses the objects of a pack, with zlib. Owns its state, used for object after object; not for
/// use by two threads at once.
@safe struct Deflater: ~Copyable {
    // zlib compares the address of its stream with the one that it began with.
    private let stream: UnsafeMutablePointer<z_stream>

    /// The fastest. What fills a node is digits that look random, of which no level saves more than
    /// the half.
    private static let level: Int32 = 1

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let size = Int32(unsafe MemoryLayout<z_stream>.size)
        guard unsafe deflateInit_(stream, Self.level, ZLIB_VERSION, size) == Z_OK else {
            fatalError("out of memory")
        }
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Appends the zlib stream of some bytes. O(n).
    func append(_ content: Span<UInt8>, to output: inout [UInt8]) {
        guard unsafe deflateReset(stream) == Z_OK, let count = UInt32(exactly: content.count) else {
            fatalError("zlib cannot begin a stream of \(content.count) bytes")
        }
        let start = output.count
        let bound = Int(unsafe deflateBound(stream, UInt(content.count)))
        output.append(contentsOf: repeatElement(0, count: bound))
        // Both buffers live for the call; the output is as large as zlib can need.
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
}
