import RedoModel
import RedoSystem

/// An index without its pack, and the nodes that only that pack had.
struct StrayIndex: Sendable {
    let name: PackName
    let path: String
    /// With their tasks.
    let nodes: [(id: NodeID, task: TaskID?)]
    /// Whether the index can still be read, and so names the nodes of its pack.
    let isReadable: Bool
}

extension Store {
    /// The indexes whose packs are missing, and with them nodes that are nowhere else.
    ///
    /// An index can be left over for a moment, or for good, if a command names or removes a pack and ends between the
    /// two files. Such an index is not among these.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if a pack is damaged.
    /// - Complexity: O(p) for p packs if there is none.
    func strayIndexes() throws(RedoError) -> [StrayIndex] {
        let indexes = try listed { () throws(SystemError) in try packs.indexNames() }
        let known = Set(try packNames())
        if indexes.allSatisfy(known.contains) { return [] }
        var found: [StrayIndex] = []
        for name in indexes where !known.contains(name) {
            if let stray = try strayIndex(name) { found.append(stray) }
        }
        return found
    }

    /// Whether the index of a pack can be read, and so names the nodes of the pack and their tasks.
    func hasReadableIndex(of name: PackName) -> Bool {
        guard let file = try? MappedFile(Path.join(packs.path, name.indexFileName)),
            let index = try? PackIndex(file, using: [.ids, .subjects, .taskIDs])
        else { return false }
        return index.pack == name
    }

    /// What is lost with a pack; nil if nothing is.
    private func strayIndex(_ name: PackName) throws(RedoError) -> StrayIndex? {
        let path = Path.join(packs.path, name.indexFileName)
        guard packs.isGone(name) else { return nil }
        guard let file = try? MappedFile(path),
            let index = try? PackIndex(file, using: [.ids, .subjects, .taskIDs]), index.pack == name
        else {
            return packs.has(name.indexFileName)
                ? StrayIndex(name: name, path: path, nodes: [], isReadable: false) : nil
        }
        let others = try packs.open(using: Pack.lookup)
        let loose = Set(try looseIDs())
        let nodes = (0..<index.nodeCount).compactMap { node -> (id: NodeID, task: TaskID?)? in
            let id = index.id(of: node)
            let isElsewhere =
                loose.contains(id) || others.contains { $0.index.number(of: id) != nil }
            return isElsewhere ? nil : (id, index.taskID(of: node))
        }
        return nodes.isEmpty
            ? nil : StrayIndex(name: name, path: path, nodes: nodes, isReadable: true)
    }
}

extension StrayIndex {
    /// The nodes, in the form in which a reading of all nodes refuses them.
    var refused: [RefusedNode] {
        nodes.map {
            RefusedNode(
                id: $0.id, fault: .gone("the pack that had it is gone"), path: path,
                subject: .task($0.task))
        }
    }
}
