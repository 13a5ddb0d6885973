import RedoCrypto
import RedoModel
import RedoSystem

/// The format of packs and indexes on disk (docs/pack-format.md).
///
/// A pack is a sequence of Zstandard frames (RFC 8878): a skippable one with a magic number, frames with the lines of
/// nodes in replay order, and a skippable one that describes what was before it. So `zstdcat` prints it as JSON
/// Lines. Numbers have their lowest byte first.
enum PackFormat {
    static let prefix = "pack-"
    static let packSuffix = ".pack"
    static let indexSuffix = ".idx"

    /// The magic number of the first skippable frame of RFC 8878, section 3.1.2.
    static let skippableMagic: UInt32 = 0x184D_2A50
    /// A magic number and the content's size.
    static let skippableHeaderByteCount = 8

    /// Ends with the version of the format, a digit.
    static let packMagic = Array("RedoPck1".utf8)
    static let trailerMagic = Array("RedoEnd1".utf8)
    /// Ends with the version of the format, a digit. It increases with the table of actions, since older indexes
    /// store the name of an action that later ones store as a code.
    static let indexMagic = Array("RedoIdx\(Action.knownNames.count - 8)".utf8)
    static let magicByteCount = 8

    static let headerByteCount = skippableHeaderByteCount + magicByteCount
    /// Magic, number of nodes, number of frames, SHA-256 of everything before the trailer.
    static let trailerByteCount =
        skippableHeaderByteCount + magicByteCount + 8 + 8 + Digest.byteCount

    /// A frame ends with the line that reaches this size.
    static let frameByteCount = 128 << 10

    /// The maximum size in bytes of the content of a frame, so that a forged size cannot request more memory. A valid
    /// frame is smaller: it ends with the line that fills it, and the maximum size of a node is 2 MiB.
    static let maximumContentByteCount = 4 << 20

    /// The first bytes of a pack.
    static var header: [UInt8] { skippable([], magic: packMagic) }

    /// Why a whole pack of a later version of the suite cannot be read; nil for any other file. Whole means that its bytes
    /// are those of its name, so that a damaged digit is not taken for a version.
    static func laterFormat(of file: MappedFile, named name: PackName) -> String? {
        let (magic, end) = (packMagic, file.count - trailerByteCount)
        guard end >= headerByteCount else { return nil }
        let found = (0..<magic.count).map { file.bytes[skippableHeaderByteCount + $0] }
        guard let (version, own) = found.last.flatMap({ last in magic.last.map { (last, $0) } }),
            found.dropLast() == magic.dropLast(), version > own, version <= UInt8(ascii: "9"),
            PackName(file.digest(ofFirst: end)) == name
        else { return nil }
        let (theirs, ours) = (version - UInt8(ascii: "0"), own - UInt8(ascii: "0"))
        return "it is a pack of format \(theirs), and this version of redo reads format \(ours)"
    }

    /// The last bytes of a pack.
    static func trailer(nodeCount: Int, frameCount: Int, digest: Digest) -> [UInt8] {
        var content: [UInt8] = []
        content.append(littleEndian: UInt64(nodeCount))
        content.append(littleEndian: UInt64(frameCount))
        content += digest.bytes
        return skippable(content, magic: trailerMagic)
    }

    private static func skippable(_ content: [UInt8], magic: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = []
        frame.append(littleEndian: skippableMagic)
        frame.append(littleEndian: UInt32(magicByteCount + content.count))
        return frame + magic + content
    }
}

/// The name of a pack: SHA-256 of everything before its trailer.
package struct PackName: Hashable, Comparable, Sendable {
    package let digest: Digest

    init(_ digest: Digest) { self.digest = digest }

    /// Reads the name of a pack's file; nil for any other.
    init?(fileName: String, suffix: String = PackFormat.packSuffix) {
        guard fileName.hasPrefix(PackFormat.prefix), fileName.hasSuffix(suffix) else { return nil }
        let digits = fileName.dropFirst(PackFormat.prefix.utf8.count)
            .dropLast(suffix.utf8.count)
        guard let digest = Digest(hexadecimal: Array(digits.utf8).span) else { return nil }
        self.digest = digest
    }

    package var packFileName: String { fileName(PackFormat.packSuffix) }
    package var indexFileName: String { fileName(PackFormat.indexSuffix) }

    private func fileName(_ suffix: String) -> String {
        PackFormat.prefix + digest.hexadecimal + suffix
    }

    package static func < (left: PackName, right: PackName) -> Bool { left.digest < right.digest }
}

extension PackName: CustomStringConvertible {
    package var description: String { PackFormat.prefix + digest.hexadecimal }
}
