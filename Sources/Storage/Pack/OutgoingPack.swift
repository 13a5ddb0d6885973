import RedoCrypto
import RedoModel
import RedoSystem

/// A pack as it is sent to a remote.
package struct OutgoingPack: Sendable {
    private let pack: Pack
    private var file: MappedFile { pack.file }

    /// - Parameter pack: opened with the chunks of ``Pack/outgoing``.
    init(_ pack: Pack) { self.pack = pack }

    /// The SHA-256 of everything before the trailer.
    package var name: Digest { pack.name.digest }
    package var byteCount: Int { file.count }
    package var nodeCount: Int { pack.nodeCount }

    /// Whether a node is in the pack. O(log n).
    package func contains(_ id: NodeID) -> Bool { pack.index.number(of: id) != nil }

    /// The ids of its nodes, ascending. O(n).
    package var ids: [NodeID] { pack.index.sortedIDs }

    /// Its nodes, and which of them have children. O(n).
    package var links: NodeLinks { pack.index.links }

    /// The parents that do not come before their children in the pack. O(n).
    package var otherParents: [NodeID] { pack.index.otherParents }

    /// Whether every node has a signature. O(n).
    package var isSigned: Bool {
        (0..<nodeCount).allSatisfy { pack.index.isSigned($0) }
    }

    /// The offsets at which header, frames and trailer end, ascending.
    package var frameEnds: [Int] {
        let frames = pack.index.frames
        return [PackFormat.headerByteCount]
            + (0..<frames.count).map { frames[$0].offset + frames[$0].byteCount } + [byteCount]
    }

    /// Whether the bytes have the hash that is the pack's name. O(n).
    package var isWhole: Bool {
        let end = file.count - PackFormat.trailerByteCount
        guard end >= 0 else { return false }
        var sha256 = IncrementalSHA256()
        let pieceByteCount = 1 << 20
        for start in stride(from: 0, to: end, by: pieceByteCount) {
            let piece = start..<min(start + pieceByteCount, end)
            sha256.update(file.bytes.extracting(piece))
            // It need not be in memory as a whole.
            file.forget(piece)
        }
        return sha256.digest() == name
    }

    /// Some of its bytes. The mapped memory is freed afterwards.
    package func bytes(_ range: Range<Int>) -> [UInt8] {
        defer { file.forget(range) }
        return file.bytes.extracting(range).array
    }
}

extension Store {
    /// The pack of the store with a name; nil if it is missing or damaged.
    ///
    /// - Complexity: O(n) for n bytes: their hash is compared with the name.
    package func wholePack(named name: Digest) -> OutgoingPack? {
        guard let pack = try? Pack(PackName(name), in: packs, using: Pack.outgoing) else {
            return nil
        }
        let outgoing = OutgoingPack(pack)
        return outgoing.isWhole ? outgoing : nil
    }

    /// The ids in the index of a pack, ascending; nil if the pack is missing or its index is damaged.
    ///
    /// - Complexity: O(n) for n nodes.
    package func ids(inPackNamed name: Digest) -> [NodeID]? {
        let name = PackName(name)
        guard packs.has(name.packFileName) else { return nil }
        return (try? packs.index(of: name, using: [.ids, .sorted])).map(\.sortedIDs)
    }

    /// Writes a pack of some nodes into a directory outside of the store.
    ///
    /// - Parameter nodes: no two with the same id.
    /// - Throws: STORAGE_003 if it cannot be written.
    package func writeOutgoingPack(
        of nodes: [Node], in directory: ContainedDirectory
    ) throws(RedoError) -> OutgoingPack {
        var writer = try PackWriter.begin(in: directory, isSynced: false)
        for node in nodes.sorted(by: { $0.position < $1.position }) { try writer.add(node) }
        let name = try writer.finish()
        let written = PackDirectory(path: directory.path, isSynced: false, opened: nil)
        return OutgoingPack(try Pack(name, in: written, using: Pack.outgoing))
    }
}
