import RedoCrypto
import RedoModel
import RedoSystem

/// A scan of a pack from beginning to end, without its index.
struct PackScan {
    /// A frame of nodes.
    struct Frame: Sendable {
        fileprivate(set) var offset: Int
        let byteCount: Int
        let contentByteCount: Int
        /// Whether its magic number is damaged, so that it is a frame only if that is replaced.
        fileprivate(set) var lacksMagic = false
    }

    /// A part of the file that is not as it was written.
    struct Damage: Error, Sendable {
        let offset: Int
        let reason: String
        /// The fault of a line that is not a node.
        var rejection: Rejection?
    }

    private let file: MappedFile
    private(set) var frames: [Frame] = []
    /// Bytes that are not a frame, and how the file does not match its name.
    private(set) var damages: [Damage] = []

    /// The number of nodes in the trailer.
    private(set) var nodeCount: Int?

    private static let frameMagic: UInt32 = 0xFD2F_B528

    /// Walks along the frames. Bytes between whole ones are skipped.
    init(_ file: MappedFile, named name: PackName) {
        self.file = file
        let bytes = file.bytes
        if !Self.hasHeader(bytes) {
            damages.append(Damage(offset: 0, reason: "it has no header of a pack"))
        }
        var offset = min(PackFormat.headerByteCount, bytes.count)
        // Whether a frame with a damaged magic number is searched for here: only directly after a frame, since
        // searching at each offset of other bytes would be slow.
        var isBehindFrame = true
        var forgetting = ForgottenBytes(of: file)
        while offset < bytes.count {
            if isTrailer(at: offset, of: name, bytes) { return }
            if let frame = Self.frame(at: offset, bytes) {
                frames.append(frame)
                offset += frame.byteCount
                isBehindFrame = true
                forgetting.pass(offset)
                continue
            }
            damages.append(Damage(offset: offset, reason: "no frame of a pack starts here"))
            if isBehindFrame, let frame = Self.frameWithoutMagic(at: offset, bytes) {
                frames.append(frame)
                offset += frame.byteCount
            } else {
                offset = nextFrame(after: offset, bytes)
            }
            isBehindFrame = false
        }
        damages.append(Damage(offset: bytes.count, reason: "it ends without a pack's trailer"))
    }

    /// Walks along the frames after a given one, in a part of a pack that consists of whole frames.
    ///
    /// - Parameters:
    ///   - last: the frame before; nil at the beginning of the pack.
    ///   - end: the offset at which the part ends.
    /// - Returns: nil if the part is anything else.
    init?(_ file: MappedFile, after last: Frame?, upTo end: Int) {
        self.file = file
        let bytes = file.bytes
        guard Self.hasHeader(bytes) else { return nil }
        var offset = last.map { $0.offset + $0.byteCount } ?? PackFormat.headerByteCount
        while offset < end {
            guard let frame = Self.frame(at: offset, bytes) else { return nil }
            frames.append(frame)
            offset += frame.byteCount
        }
        guard offset == end else { return nil }
    }

    /// A scan from frames that earlier scans found, as ``init(_:after:upTo:)`` does.
    ///
    /// - Parameter frames: all from the header to the trailer.
    /// - Returns: nil if they are not followed by a trailer.
    init?(_ file: MappedFile, named name: PackName, walkedAlong frames: [Frame]) {
        self.file = file
        self.frames = frames
        let offset = frames.last.map { $0.offset + $0.byteCount } ?? PackFormat.headerByteCount
        guard file.count >= offset, isTrailer(at: offset, of: name, file.bytes) else { return nil }
    }

    private static func hasHeader(_ bytes: Span<UInt8>) -> Bool {
        let header = PackFormat.header
        return bytes.count >= header.count
            && bytes.extracting(first: header.count).isEqual(to: header.span)
    }

    /// Frees the memory of bytes that are not read again.
    func forget(_ range: Range<Int>) { file.forget(range) }

    private static func frame(at offset: Int, _ bytes: Span<UInt8>) -> Frame? {
        let rest = bytes.extracting(offset...)
        guard rest.count >= 4, rest.number(at: 0, as: UInt32.self) == frameMagic,
            let size = try? Decompressor.measure(rest),
            size.content <= PackFormat.maximumContentByteCount
        else { return nil }
        return Frame(offset: offset, byteCount: size.frame, contentByteCount: size.content)
    }

    /// The frame that would be at an offset if its magic number were right: its content may be whole.
    private static func frameWithoutMagic(at offset: Int, _ bytes: Span<UInt8>) -> Frame? {
        let rest = bytes.extracting(offset...)
        let repaired = repaired(
            rest.extracting(first: min(rest.count, 2 * PackFormat.maximumContentByteCount)))
        guard var frame = frame(at: 0, repaired.span) else { return nil }
        frame.lacksMagic = true
        frame.offset = offset
        return frame
    }

    /// The bytes of a frame, with its magic number restored.
    private static func repaired(_ bytes: Span<UInt8>) -> [UInt8] {
        var repaired: [UInt8] = []
        repaired.append(littleEndian: frameMagic)
        return repaired + bytes.extracting(min(4, bytes.count)...).array
    }

    private mutating func isTrailer(
        at offset: Int, of name: PackName, _ bytes: Span<UInt8>
    ) -> Bool {
        guard bytes.count - offset == PackFormat.trailerByteCount else { return false }
        let digest = file.digest(ofFirst: offset)
        let start = offset + PackFormat.skippableHeaderByteCount + PackFormat.magicByteCount
        let count = Int(clamping: bytes.number(at: start, as: UInt64.self))
        let expected = PackFormat.trailer(
            nodeCount: count, frameCount: frames.count, digest: name.digest)
        guard bytes.extracting(offset...).isEqual(to: expected.span) else {
            damages.append(Damage(offset: offset, reason: "its trailer is not the one of its name"))
            return true
        }
        nodeCount = count
        if digest != name.digest {
            damages.append(
                Damage(offset: 0, reason: "its SHA-256 is \(digest.hexadecimal), not its name"))
        }
        return true
    }

    /// The offset at which the next frame could start.
    private func nextFrame(after offset: Int, _ bytes: Span<UInt8>) -> Int {
        var next = offset + 1
        while next + 4 <= bytes.count {
            if bytes.number(at: next, as: UInt32.self) == Self.frameMagic { return next }
            if bytes.count - next == PackFormat.trailerByteCount { return next }
            next += 1
        }
        return bytes.count
    }

    /// The lines of a frame.
    ///
    /// - Throws: ``Damage`` if its checksum is wrong, or its last line has no line feed.
    func content(
        of frame: Frame, _ decompressor: borrowing Decompressor
    ) throws(Damage) -> [UInt8] {
        let content: [UInt8]
        do throws(Decompressor.Failure) {
            let count = frame.contentByteCount
            content =
                frame.lacksMagic
                ? try decompressor.content(of: Self.repaired(bytes(of: frame)).span, count: count)
                : try decompressor.content(of: bytes(of: frame), count: count)
        } catch {
            throw Damage(offset: frame.offset, reason: "the frame is damaged: \(error.reason)")
        }
        guard content.last ?? UInt8(ascii: "\n") == UInt8(ascii: "\n") else {
            throw Damage(
                offset: frame.offset, reason: "the last line of the frame has no line feed")
        }
        return content
    }

    /// What can still be read of a damaged frame, correct or not.
    func remains(of frame: Frame) -> [UInt8] {
        let count = frame.contentByteCount
        if frame.lacksMagic {
            return Decompressor.remains(of: Self.repaired(bytes(of: frame)).span, count: count)
        }
        return Decompressor.remains(of: bytes(of: frame), count: count)
    }

    @_lifetime(borrow self)
    private func bytes(of frame: Frame) -> Span<UInt8> {
        file.bytes.extracting(frame.offset..<frame.offset + frame.byteCount)
    }
}

extension [UInt8] {
    /// The lines of a text, without their line feeds, and where each starts.
    var lines: [(offset: Int, bytes: [UInt8])] {
        var lines: [(offset: Int, bytes: [UInt8])] = []
        var start = 0
        while start < count {
            let end = span.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? count
            lines.append((start, span.extracting(start..<end).array))
            start = end + 1
        }
        return lines
    }
}
