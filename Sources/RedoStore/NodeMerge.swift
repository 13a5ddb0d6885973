import RedoLog

/// The nodes of several packs and of a list, in replay order, each once: of several copies a signed
/// one.
///
/// A frame of each pack is in memory at a time.
struct NodeMerge: ~Copyable {
    private var sources: [NodeSource]

    /// - Parameter nodes: in replay order.
    init(_ nodes: [Node], _ packs: [Pack]) {
        sources = [NodeSource(nodes)] + packs.map { NodeSource($0) }
    }

    /// The next node; nil at the end. O(k) for k packs.
    ///
    /// - Throws: STORAGE_004 where a frame is damaged or holds another node than its index says.
    mutating func next() throws(StoreError) -> Node? {
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
/// A class because each moves on by itself in a list of them.
private final class NodeSource {
    private let pack: Pack?
    private let decompressor = Decompressor()
    private let reader = NodeReader()
    private var nodes: [Node]
    private var place = 0
    private var frame = 0

    init(_ nodes: [Node]) {
        pack = nil
        self.nodes = nodes
    }

    init(_ pack: Pack) {
        self.pack = pack
        nodes = []
    }

    func advance() { place += 1 }

    func current() throws(StoreError) -> Node? {
        while place == nodes.count {
            guard let pack, frame < pack.index.frameCount else { return nil }
            nodes = try nodes(ofFrame: frame, in: pack)
            place = 0
            frame += 1
        }
        return nodes[place]
    }

    /// Hash and form of each are checked again: what is wrong in a pack must not get into another.
    private func nodes(ofFrame frame: Int, in pack: Pack) throws(StoreError) -> [Node] {
        var nodes: [Node] = []
        do throws(Pack.FrameDamage) {
            let content = try pack.content(ofFrame: frame, decompressor)
            for number in pack.index.nodes(ofFrame: frame) {
                let line = Array(try pack.line(of: number, inFrame: frame, content: content))
                let id = pack.index.id(of: number)
                do throws(Rejection) {
                    let node = try reader.read(line, signature: .unchecked)
                    guard node.id == id else {
                        throw Rejection(.hashMismatch, "the index says \(id)", id: node.id)
                    }
                    nodes.append(node)
                } catch {
                    throw Pack.FrameDamage(path: pack.path, reason: "\(id): \(error)")
                }
            }
        } catch {
            throw StoreError(
                .corrupted, error.description,
                hints: ["'redo fsck --repair' saves the nodes that are whole"])
        }
        return nodes
    }
}
