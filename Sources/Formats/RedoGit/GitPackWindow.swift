import RedoSystem

/// Reads the headers of objects in a pack, piece by piece.
///
/// ```
/// kind and size      1 and more bytes; the highest bit says that more follow
/// of a delta         how far before it its base starts (6), or the base's name (7)
/// ```
struct GitPackWindow {
    /// The base of an object.
    enum Base {
        /// None, or the header is unreadable, which libgit2 reports later.
        case none
        case offset(Int)
        case named([UInt8])
    }

    /// The offset at which the objects end, in bytes.
    let end: Int
    private var start = 0
    private var bytes: [UInt8] = []

    private static let byteCount = 1 << 14
    /// The maximum size of a header: ten bytes of a size and a name, or ten of a distance.
    private static let maximumHeadByteCount = 32

    init(end: Int) { self.end = end }

    /// The base of the object at an offset in the pack.
    mutating func base(
        at offset: Int, _ file: borrowing FileDescriptor
    ) throws(SystemError) -> Base {
        if offset < start || offset + Self.maximumHeadByteCount > start + bytes.count {
            bytes = try file.read(atMost: min(Self.byteCount, end - offset), from: offset)
            start = offset
        }
        var head = bytes.dropFirst(offset - start).prefix(Self.maximumHeadByteCount)
        guard var byte = head.popFirst() else { return .none }
        let kind = byte >> 4 & 7
        guard kind == 6 || kind == 7 else { return .none }
        while byte & 0x80 != 0 {
            guard let following = head.popFirst() else { return .none }
            byte = following
        }
        if kind == 7 { return head.count >= 20 ? .named(Array(head.prefix(20))) : .none }
        var distance = 0
        guard var next = head.popFirst() else { return .none }
        distance = Int(next & 0x7F)
        while next & 0x80 != 0 {
            guard distance < 1 << 55, let following = head.popFirst() else { return .none }
            next = following
            distance = (distance + 1) << 7 | Int(next & 0x7F)
        }
        return distance > 0 && distance < offset ? .offset(offset - distance) : .none
    }
}
