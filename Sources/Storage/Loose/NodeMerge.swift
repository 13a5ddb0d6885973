import RedoModel
import RedoSystem

/// The nodes of several packs and of a list, in replay order, each once: of several copies a signed
/// one.
///
/// A frame of each pack is in memory at a time.
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
        var least: Node?
        for source in sources {
            guard let node = try source.current() else { continue }
            guard let best = least else {
                least = node
                continue
            }
            let isSame = node.id == best.id
            if node.position < best.position || isSame && !best.isSigned { least = node }
        }
        guard let least else { return nil }
        for source in sources where try source.current()?.id == least.id { source.advance() }
        return least
    }
}

/// The nodes of a pack, or of a list, one after the other.
///
/// A pack is read as its own bytes say, and its index is only compared: what an index leaves out is not
/// lost with the pack that it is of.
///
/// A class because each moves on by itself in a list of them.
private final class MergeInput {
    private var packed: PackedNodes?
    private var nodes: [Node]
    private var place = 0

    init(_ nodes: [Node]) { self.nodes = nodes }

    init(_ pack: Pack) {
        packed = PackedNodes(pack)
        nodes = []
    }

    func advance() { place += 1 }

    func current() throws(RedoError) -> Node? {
        while place == nodes.count {
            guard let frame = try packed?.nextFrame() else { return nil }
            nodes = frame
            place = 0
        }
        return nodes[place]
    }
}

/// Reads a pack a frame at a time, and believes nothing that is said of it: its checksum, its trailer, its
/// index, and form and hash of each line are compared with what is there.
private struct PackedNodes {
    private let pack: Pack
    private let decompressor = SharedDecompressor()
    /// Made when the first frame is wanted.
    private var scan: PackScan?
    private var frame = 0
    private var nodeCount = 0
    private var last: ReplayPosition?

    /// A class, since a structure that is copied cannot hold what must not be copied.
    private final class SharedDecompressor {
        let decompressor = Decompressor()
        let validator = NodeValidator()
    }

    init(_ pack: Pack) { self.pack = pack }

    /// The nodes of the next frame; nil at the end.
    ///
    /// - Throws: STORAGE_004 if the pack is not what it says or what its index says.
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
