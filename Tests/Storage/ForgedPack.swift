import RedoCrypto
import RedoSystem
import TestSupport

@testable import RedoModel
@testable import RedoStore

/// A pack and an index that have the right checksums and can hold anything: what somebody can write who
/// knows the formats.
struct ForgedPack {
    let name: PackName
    let pack: [UInt8]
    var index: [UInt8]

    /// - Parameters:
    ///   - frames: the contents of the frames.
    ///   - nodes: those that the index says are in each frame, and where their lines start.
    ///   - nodeCount: what the trailer says; nil for as many as the index has.
    init(
        frames: [[UInt8]], nodes: [[(Node, Int)]], trailerCount nodeCount: Int? = nil
    ) {
        var bytes = PackFormat.header
        var builder = IndexBuilder()
        for (content, nodes) in zip(frames, nodes) {
            let frame = Compressor(level: 1).frame(content.span)
            builder.add(
                IndexBuilder.Frame(
                    offset: bytes.count, byteCount: frame.count, contentByteCount: content.count,
                    firstNode: builder.nodeCount))
            for (node, offset) in nodes { builder.add(node, lineOffset: offset) }
            bytes += frame
        }
        name = PackName(SHA256.digest(bytes.span))
        pack =
            bytes
            + PackFormat.trailer(
                nodeCount: nodeCount ?? builder.nodeCount, frameCount: frames.count,
                digest: name.digest)
        index = builder.image(of: name, byteCount: pack.count).bytes
    }

    /// A pack that is as it should be, with frames of a few nodes each.
    init(_ nodes: [Node], nodesPerFrame: Int) {
        let groups = stride(from: 0, to: nodes.count, by: nodesPerFrame).map {
            Array(nodes[$0..<min($0 + nodesPerFrame, nodes.count)])
        }
        self.init(
            frames: groups.map(Self.content),
            nodes: groups.map { Array(zip($0, Self.offsets(of: $0))) })
    }

    /// The lines of nodes, each with its line feed.
    static func content(_ nodes: [Node]) -> [UInt8] { nodes.flatMap { $0.canonicalBytes + [10] } }

    static func offsets(of nodes: [Node]) -> [Int] {
        var offsets: [Int] = []
        var offset = 0
        for node in nodes {
            offsets.append(offset)
            offset += node.canonicalBytes.count + 1
        }
        return offsets
    }

    /// Writes both files.
    @discardableResult
    func write(to temporary: TemporaryStore) throws -> PackName {
        _ = try Files.makeDirectory(temporary.store.packs.path)
        try temporary.replace(temporary.packPath(name), with: pack)
        try temporary.replace(temporary.indexPath(name), with: index)
        return name
    }

    // MARK: Indexes

    private static func entry(of chunk: IndexChunk) -> Int { 56 + chunk.rawValue * 32 }

    private static var headerByteCount: Int {
        PackIndex.headerByteCount(chunkCount: IndexChunk.allCases.count)
    }

    /// The content of a chunk of an index.
    static func content(of chunk: IndexChunk, in index: [UInt8]) -> [UInt8] {
        let entry = entry(of: chunk)
        let start = Int(index.span.number(at: entry + 8, as: UInt64.self))
        let count = Int(index.span.number(at: entry + 16, as: UInt64.self))
        return Array(index[start..<start + count])
    }

    /// The index with other contents of some chunks, and the right checksums.
    ///
    /// - Parameter header: changes the bytes before the list of chunks, after the magic number.
    static func index(
        _ index: [UInt8], with contents: [IndexChunk: [UInt8]],
        header change: (inout [UInt8]) -> Void = { _ in }
    ) -> [UInt8] {
        var header = Array(index[..<56])
        change(&header)
        var offset = headerByteCount
        var rest: [UInt8] = []
        for chunk in IndexChunk.allCases {
            let content = contents[chunk] ?? Self.content(of: chunk, in: index)
            header += Array(chunk.name.utf8)
            header.append(littleEndian: UInt32(0))
            header.append(littleEndian: UInt64(offset))
            header.append(littleEndian: UInt64(content.count))
            header.append(littleEndian: FastChecksum.value(of: content.span))
            offset += content.count
            rest += content
        }
        header.append(littleEndian: FastChecksum.value(of: header.span))
        let bytes = header + rest
        return bytes + SHA256.digest(bytes.span).bytes
    }

    /// The same pack with an index that has another content of a chunk.
    func lying(_ chunk: IndexChunk, _ content: [UInt8]) -> ForgedPack {
        var lying = self
        lying.index = Self.index(index, with: [chunk: content])
        return lying
    }
}
