import RedoModel

/// The columns of a pack's index that stage 2 reads.
struct LinkColumns: ~Escapable {
    private let ids: Column<NodeID>
    private let lamports: Column<UInt64>
    private let walls: Column<Int64>
    private let flags: Column<UInt8>
    private let subjects: Column<UInt32>
    private let parentStarts: Column<UInt32>
    private let parents: Column<UInt32>

    @_lifetime(borrow index)
    init(_ index: borrowing PackIndex) {
        ids = index.ids
        lamports = index.lamports
        walls = index.walls
        flags = index.flags
        subjects = index.subjects
        parentStarts = index.parentStarts
        parents = index.parents
    }

    func lamport(of node: Int) -> Int { Int(clamping: lamports[node]) }

    /// Whether a node comes after the one before it in replay order, as those of a pack do. A wrong index can violate
    /// that.
    func isInOrder(_ node: Int) -> Bool {
        guard node > 0 else { return true }
        let (lamport, before) = (lamports[node], lamports[node - 1])
        if lamport != before { return lamport > before }
        let (wall, wallBefore) = (walls[node], walls[node - 1])
        return wall != wallBefore ? wall > wallBefore : ids.ascends(at: node)
    }

    /// Whether consecutive nodes are in replay order, each after the one before it, and pass stage 2.
    ///
    /// - Parameter facts: see ``isSound(_:in:_:)``.
    func areSound(
        _ nodes: Range<Int>, in index: borrowing PackIndex, _ facts: (NodeID) -> ParentFacts?
    ) -> Bool {
        for node in nodes {
            guard isInOrder(node), isSound(node, in: index, facts) else { return false }
        }
        return true
    }

    /// Whether a node passes stage 2. Its parents inside the pack are identified by their numbers.
    ///
    /// - Parameter facts: what stage 2 needs of a node that is not in the pack; nil for one that is missing.
    func isSound<Failure: Error>(
        _ node: Int, in index: borrowing PackIndex,
        _ facts: (NodeID) throws(Failure) -> ParentFacts?
    ) throws(Failure) -> Bool {
        var check = ParentCheck(
            dialect: IndexChunk.dialect(flags: flags[node]), lamport: lamport(of: node))
        let subject = subjects[node]
        for edge in parentStarts.range(at: node) {
            let parent = parents[edge]
            if parent & IndexChunk.foreignBit == 0 {
                let parent = Int(parent)
                guard parent < node,
                    check.add(
                        lamport: lamport(of: parent), isOfTask: subjects[parent] == subject)
                else { return false }
            } else {
                guard let facts = try facts(index.foreignParent(parent)),
                    check.add(
                        lamport: facts.lamport, isOfTask: facts.taskID == index.taskID(of: node))
                else { return false }
            }
        }
        return check.isLamportSound
    }
}
