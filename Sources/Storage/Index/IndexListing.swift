import RedoModel
import RedoSystem

/// The parts of the index of a pack: its header, and its chunks, each of which has been checked.
package struct IndexListing: Sendable {
    /// A part of the index.
    package struct Chunk: Sendable {
        /// Four characters or fewer, as in the file.
        package let name: String
        package let offset: Int
        package let byteCount: Int
        package let elementCount: Int
    }

    package let pack: PackName
    /// The magic number, which ends with the version of the format.
    package let format: String
    package let byteCount: Int
    /// The bytes of the pack that the index was made for.
    package let packByteCount: Int
    package let nodeCount: Int
    package let taskCount: Int
    package let authorCount: Int
    package let frameCount: Int
    package let chunks: [Chunk]

    /// - Throws: STORAGE_004 if the index is missing or damaged, or does not belong to the pack.
    package init(_ name: PackName, in store: Store) throws(RedoError) {
        let pack = try Pack(name, in: store.packs, using: IndexChunk.allCases)
        let index = pack.index
        self.pack = name
        format = String(decoding: PackFormat.indexMagic, as: UTF8.self)
        packByteCount = index.packByteCount
        nodeCount = index.nodeCount
        taskCount = index.taskCount
        authorCount = index.authorLines.lines.count
        frameCount = index.frameCount
        chunks = IndexChunk.allCases.map { chunk in
            let range = index.range(of: chunk)
            return Chunk(
                name: String(chunk.name.prefix { $0 != " " }), offset: range.lowerBound,
                byteCount: range.count, elementCount: range.count / chunk.width)
        }
        byteCount = index.byteCount
    }
}
