import RedoCrypto
import RedoModel
import RedoSystem

/// A pack as it is sent to a remote.
package struct OutgoingPack: Sendable {
    private let pack: Pack
    private let file: MappedFile

    fileprivate init(_ name: PackName, in folder: PackFolder) throws(RedoError) {
        pack = try Pack(name, in: folder, using: Pack.lookup)
        file = try failing(.notFound, "a pack cannot be read") { [pack] () throws(SystemError) in
            try MappedFile(pack.path)
        }
    }

    /// The SHA-256 of all before the trailer.
    package var name: Digest { pack.name.digest }
    package var byteCount: Int { file.count }
    package var nodeCount: Int { pack.nodeCount }

    /// Whether a node is in the pack. O(log n).
    package func contains(_ id: NodeID) -> Bool { pack.index.number(of: id) != nil }

    /// The ids of its nodes, ascending. O(n).
    package var ids: [NodeID] {
        let (sorted, ids) = (pack.index.sorted, pack.index.ids)
        return (0..<nodeCount).map { ids[Int(sorted[$0])] }
    }

    /// Whether every node has a signature. O(n).
    package var isSigned: Bool {
        (0..<nodeCount).allSatisfy { pack.index.isSigned($0) }
    }

    /// Where header, frames and trailer end, ascending.
    package var frameEnds: [Int] {
        let frames = pack.index.frames
        return [PackFormat.headerByteCount]
            + (0..<frames.count).map { frames[$0].offset + frames[$0].byteCount } + [byteCount]
    }

    /// Whether the bytes are those that the pack is named after. O(n).
    package var isWhole: Bool {
        let end = file.count - PackFormat.trailerByteCount
        return end >= 0 && SHA256.digest(file.bytes.extracting(first: end)) == name
    }

    /// Some of its bytes.
    package func bytes(_ range: Range<Int>) -> [UInt8] { file.bytes.extracting(range).array }
}

extension Store {
    /// The packs of the store.
    ///
    /// - Throws: STORAGE_004 if one or its index is damaged.
    package func outgoingPacks() throws(RedoError) -> [OutgoingPack] {
        var packs: [OutgoingPack] = []
        for name in try packNames() { packs.append(try OutgoingPack(name, in: self.packs)) }
        return packs
    }

    /// Writes a pack of some nodes into a folder that is not the store's.
    ///
    /// - Parameter nodes: each with another id.
    /// - Throws: STORAGE_003 if it cannot be written.
    package func writeOutgoingPack(
        of nodes: [Node], in folder: ContainedFolder
    ) throws(RedoError) -> OutgoingPack {
        var writer = try PackWriter.begin(in: folder, isSynced: false)
        for node in nodes.sorted(by: { $0.position < $1.position }) { try writer.add(node) }
        let name = try writer.finish()
        return try OutgoingPack(
            name, in: PackFolder(path: folder.path, isSynced: false, opened: nil))
    }

    /// The heads of all nodes but some: those that no other one has as a parent.
    ///
    /// - Parameter excluded: nodes that do not count, with all that follow them.
    /// - Returns: the heads, ascending, and how many nodes count.
    /// - Throws: STORAGE_001 or STORAGE_004 if the log cannot be read.
    /// - Complexity: O(n log n) for n nodes, from columns of indexes unless a loose node is damaged.
    package func heads(
        without excluded: Set<NodeID>
    ) throws(RedoError) -> (heads: [NodeID], nodeCount: Int) {
        var ids: [NodeID] = []
        var parents: [NodeID] = []
        if let log = try storedLog() {
            for pack in log.packs { pack.index.append(to: &ids, parents: &parents, excluded) }
            for node in log.loose where !excluded.contains(node.id) {
                ids.append(node.id)
                parents += node.parents
            }
        } else {
            for node in try snapshot().nodes where !excluded.contains(node.id) {
                ids.append(node.id)
                parents += node.parents
            }
        }
        ids.sort()
        parents.sort()
        var heads: [NodeID] = []
        var (count, next) = (0, 0)
        for (place, id) in ids.enumerated() where place == 0 || ids[place - 1] != id {
            count += 1
            while next < parents.count, parents[next] < id { next += 1 }
            if next == parents.count || parents[next] != id { heads.append(id) }
        }
        return (heads, count)
    }
}

extension PackIndex {
    /// Appends the ids of its nodes but some, and the ids of their parents.
    fileprivate func append(
        to nodes: inout [NodeID], parents nodeParents: inout [NodeID], _ excluded: Set<NodeID>
    ) {
        let (ids, starts, numbers) = (ids, parentStarts, parents)
        let foreign = column(.foreignParents, of: NodeID.self)
        for node in 0..<nodeCount {
            let id = ids[node]
            if excluded.contains(id) { continue }
            nodes.append(id)
            for place in starts.range(at: node) {
                let number = numbers[place]
                let isHere = number & IndexChunk.foreignBit == 0
                nodeParents.append(
                    isHere ? ids[Int(number)] : foreign[Int(number & ~IndexChunk.foreignBit)])
            }
        }
    }
}
