import RedoModel
import RedoSystem

/// The links from node to node in a store: the ids of all nodes and of their parents.
struct StoredLinks {
    /// Open, with the columns of parents.
    let packs: [Pack]
    /// The loose nodes, in replay order.
    let loose: [Node]

    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if a pack or a loose node is damaged.
    init(_ store: Store) throws(RedoError) {
        let ids = try store.looseIDs()
        packs = try store.packs.open(using: Pack.facts)
        var loose: [Node] = []
        for (id, outcome) in zip(ids, store.looseOutcomes(ids, signature: .ifPresent)) {
            switch outcome {
            case .success(let node): loose.append(node)
            // A gc may have packed it since the nodes were listed.
            case nil: continue
            case .failure(let fault):
                throw RedoError(
                    .corrupted, "\(store.objects.path(of: id)) is damaged: \(fault.detail)",
                    hints: ["'redo fsck --repair' moves it to quarantine and lists what is lost"])
            }
        }
        self.loose = loose.sorted { $0.position < $1.position }
    }

    /// Whether a node is in the store.
    func contains(_ id: NodeID) -> Bool {
        packs.contains { $0.index.number(of: id) != nil } || loose.contains { $0.id == id }
    }

    /// The parents that are not in the store.
    ///
    /// - Complexity: O(n) for n nodes.
    func missingParents() -> Set<NodeID> {
        var missing: Set<NodeID> = []
        let looseIDs = Set(loose.map(\.id))
        func note(_ parent: NodeID) {
            if looseIDs.contains(parent) || missing.contains(parent) { return }
            if packs.contains(where: { $0.index.number(of: parent) != nil }) { return }
            missing.insert(parent)
        }
        for pack in packs {
            let parents = pack.index.column(.foreignParents, of: NodeID.self)
            for position in 0..<parents.count { note(parents[position]) }
        }
        for node in loose { for parent in node.parents { note(parent) } }
        return missing
    }

    /// The descendants of some nodes, in any task: without these nodes stage 2 would admit none of them.
    ///
    /// - Parameter ids: of missing nodes.
    /// - Complexity: O(n) for n nodes, times the number of changes from one pack to another along a chain of them.
    func followers(of ids: Set<NodeID>) -> Set<NodeID> {
        var reached = ids
        var count: Int
        repeat {
            count = reached.count
            for pack in packs { Self.add(followersIn: pack.index, to: &reached) }
            for node in loose where node.parents.contains(where: reached.contains) {
                reached.insert(node.id)
            }
        } while reached.count > count
        return reached.subtracting(ids)
    }

    private static func add(followersIn index: PackIndex, to reached: inout Set<NodeID>) {
        // Nodes of a pack are in replay order, so each parent is decided before its children.
        for node in 0..<index.nodeCount {
            let isReached = index.parentIndices(of: node).contains { position in
                switch index.parent(at: position) {
                case .inside(let parent): reached.contains(index.id(of: parent))
                case .outside(let id): reached.contains(id)
                }
            }
            if isReached { reached.insert(index.id(of: node)) }
        }
    }

    /// A missing ancestor of a node; nil if none is missing.
    ///
    /// - Complexity: O(n) for n nodes, for each missing parent.
    func missingAncestor(of id: NodeID) -> NodeID? {
        missingParents().sorted().first { followers(of: [$0]).contains(id) }
    }
}

extension Store {
    /// A missing ancestor of a stored node; nil if none is missing.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if a pack or a node is damaged.
    package func missingAncestor(of id: NodeID) throws(RedoError) -> NodeID? {
        try StoredLinks(self).missingAncestor(of: id)
    }
}
