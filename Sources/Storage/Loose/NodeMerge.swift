import RedoModel
import RedoSystem

/// A merge of several packs and a list into replay order, with each node once: of several copies a signed one.
///
/// One frame of each pack is in memory at a time.
struct NodeMerge: ~Copyable {
    private var sources: [MergeInput]

    /// - Parameter nodes: in replay order.
    init(_ nodes: [Node], _ packs: [Pack]) {
        sources = [MergeInput(nodes)] + packs.map { MergeInput($0) }
    }

    /// The next node; nil at the end. O(k) for k packs.
    ///
    /// - Throws: STORAGE_004 if a pack is damaged, or is not what its index says.
    mutating func next() throws(RedoError) -> Node? {
        var lowest: Node?
        for source in sources {
            guard let node = try source.current() else { continue }
            guard let best = lowest else {
                lowest = node
                continue
            }
            let isSame = node.id == best.id
            if node.position < best.position || isSame && !best.isSigned { lowest = node }
        }
        guard let lowest else { return nil }
        for source in sources where try source.current()?.id == lowest.id { source.advance() }
        return lowest
    }
}

/// One input of the merge: the nodes of a pack or of a list, one by one.
///
/// A pack is read by its own bytes, and its index is only compared with them: a node that the index omits must not be
/// lost with the pack.
///
/// A class, because each input in a list of them advances by itself.
private final class MergeInput {
    private var packed: PackedNodes?
    private var nodes: [Node]
    private var nextIndex = 0

    init(_ nodes: [Node]) { self.nodes = nodes }

    init(_ pack: Pack) {
        packed = PackedNodes(pack)
        nodes = []
    }

    func advance() { nextIndex += 1 }

    func current() throws(RedoError) -> Node? {
        while nextIndex == nodes.count {
            guard let frame = try packed?.nextFrame() else { return nil }
            nodes = frame
            nextIndex = 0
        }
        return nodes[nextIndex]
    }
}

/// A reader of a pack, a frame at a time, that trusts no metadata: checksum, trailer, index, and form and hash of
/// each line are compared with the contents.
private struct PackedNodes {
    private let pack: Pack
    private let decompressor = SharedDecompressor()
    /// Created when the first frame is read.
    private var scan: PackScan?
    private var frame = 0
    private var nodeCount = 0
    private var last: ReplayPosition?

    /// A class, since a copyable structure cannot hold a non-copyable value.
    private final class SharedDecompressor {
        let decompressor = Decompressor()
        let validator = NodeValidator()
    }

    init(_ pack: Pack) { self.pack = pack }

    /// The nodes of the next frame; nil at the end.
    ///
    /// - Throws: STORAGE_004 if the pack disagrees with its trailer or its index.
    mutating func nextFrame() throws(RedoError) -> [Node]? {
        do throws(PackScan.Damage) {
            let scan = try opened()
            guard frame < scan.frames.count else {
                guard nodeCount == pack.nodeCount else {
                    throw PackScan.Damage(
                        offset: 0,
                        reason: "it holds \(nodeCount) nodes, and its index says \(pack.nodeCount)")
                }
                return nil
            }
            defer { frame += 1 }
            return try nodes(of: scan.frames[frame], in: scan)
        } catch {
            throw .damage("\(pack.path) is damaged at byte \(error.offset): \(error.reason)")
        }
    }

    private mutating func opened() throws(PackScan.Damage) -> PackScan {
        if let scan { return scan }
        let opened = pack.scan()
        if let damage = opened.damages.first { throw damage }
        scan = opened
        return opened
    }

    private mutating func nodes(
        of frame: PackScan.Frame, in scan: PackScan
    ) throws(PackScan.Damage) -> [Node] {
        var nodes: [Node] = []
        for (offset, line) in try scan.content(of: frame, decompressor.decompressor).lines {
            do throws(Rejection) {
                let node = try decompressor.validator.readCanonical(line, signature: .unchecked)
                guard nodeCount < pack.nodeCount, node.id == pack.index.id(of: nodeCount) else {
                    throw Rejection(
                        .hashMismatch, "the index says that another node is there", id: node.id)
                }
                guard last.map({ $0 < node.position }) ?? true else {
                    throw Rejection(.hashMismatch, "it is not in replay order", id: node.id)
                }
                last = node.position
                nodeCount += 1
                nodes.append(node)
            } catch {
                throw PackScan.Damage(
                    offset: frame.offset,
                    reason: "the line at byte \(offset) of the frame's content: \(error)")
            }
        }
        return nodes
    }
}
