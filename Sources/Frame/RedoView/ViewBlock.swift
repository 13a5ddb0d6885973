import RedoCrypto
import RedoGit
import RedoJSON
import RedoSystem

/// Data of the page under a name, which its script decodes when it needs them.
struct ViewBlock {
    let name: String
    /// As base64.
    let text: String
    /// True for a zlib stream, false for the bytes themselves.
    let isCompressed: Bool

    /// Bytes that no compression makes smaller, such as ids and signatures.
    init(_ name: String, random bytes: [UInt8]) {
        self.name = name
        text = base64(bytes)
        isCompressed = false
    }

    init(_ name: String, _ bytes: [UInt8], _ deflater: borrowing Deflater) {
        self.name = name
        var compressed: [UInt8] = []
        deflater.append(bytes.span, to: &compressed)
        text = base64(compressed)
        isCompressed = true
    }

    init(_ name: String, _ value: JSONValue, _ deflater: borrowing Deflater) {
        self.init(name, CanonicalJSON.bytes(value), deflater)
    }

    /// An element that browsers neither run nor show. Names and base64 have no character of markup.
    var html: String {
        "<script type=\"application/octet-stream\" id=\"data-\(name)\" "
            + "data-form=\"\(isCompressed ? "deflate" : "raw")\">\(text)</script>\n"
    }
}

/// JSON texts that are read one at a time, in blocks of some hundred kilobytes.
struct ViewChunks {
    private(set) var blocks: [ViewBlock] = []
    /// The number of the first text of each block.
    private(set) var starts: [Int] = []
    private let name: String
    private var bytes: [UInt8] = []
    private var count = 0

    /// The size at which a block ends: one is decompressed and parsed in some milliseconds.
    private static let blockByteCount = 256 << 10

    init(_ name: String) { self.name = name }

    mutating func append(_ value: JSONValue, _ deflater: borrowing Deflater) {
        if bytes.isEmpty { starts.append(count) }
        bytes.append(UInt8(ascii: bytes.isEmpty ? "[" : ","))
        CanonicalJSON.append(value, to: &bytes)
        count += 1
        if bytes.count >= Self.blockByteCount { finish(deflater) }
    }

    mutating func finish(_ deflater: borrowing Deflater) {
        if bytes.isEmpty { return }
        bytes.append(UInt8(ascii: "]"))
        blocks.append(ViewBlock("\(name)-\(blocks.count)", bytes, deflater))
        bytes = []
    }
}

/// Columns of integers: for each its length, then its numbers, seven bits to a byte, the lowest first.
struct ViewColumns {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ column: [Int]) {
        append(column.count)
        for number in column { append(number) }
    }

    /// The differences between neighbours, for numbers that grow, of either sign.
    mutating func append(differencesOf column: [Int]) {
        append(column.count)
        var last = 0
        for number in column {
            let difference = number &- last
            append(difference &<< 1 ^ difference &>> (Int.bitWidth - 1))
            last = number
        }
    }

    private mutating func append(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
