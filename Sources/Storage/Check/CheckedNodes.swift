import RedoModel
import RedoSystem

/// The whole nodes of a store, in the order in which they were read, with what stage 2 needs of them.
///
/// The nodes of a whole pack are read from its mapped index, which was compared with the pack, so they take no memory
/// of their own.
struct CheckedNodes: Sendable {
    /// The chunks that are read from the index of a whole pack.
    static let chunks: [IndexChunk] = [
        .ids, .sorted, .fanOut, .lamports, .walls, .actions, .actionNames, .flags, .subjects,
        .taskIDs, .parentStarts, .parents, .foreignParents,
    ]

    private struct WholePack {
        let index: PackIndex
        let path: String
        /// The numbers of the nodes that an earlier source already has.
        let repeated: Set<Int>
    }

    /// Nodes that were read one after the other.
    private enum Run {
        /// A range of ``headers``.
        case headers(Range<Int>)
        /// An index into ``packs``.
        case pack(Int)
    }

    private var runs: [Run] = []
    private var packs: [WholePack] = []
    /// The nodes that are not in a whole pack.
    private var headers: [NodeHeader] = []
    private var positions: [NodeID: Int] = [:]
    private var paths: [String] = []

    /// Adds a node that is in a file of its own or in a damaged pack.
    ///
    /// - Returns: false if it was added before; then this file is recorded for it as well.
    mutating func add(_ header: NodeHeader, _ path: String) -> Bool {
        if let position = positions[header.id] {
            paths[position] = path
            return false
        }
        if packs.contains(where: { $0.index.number(of: header.id) != nil }) { return false }
        let position = headers.count
        positions[header.id] = position
        headers.append(header)
        paths.append(path)
        if case .headers(let range)? = runs.last {
            runs[runs.count - 1] = .headers(range.lowerBound..<position + 1)
        } else {
            runs.append(.headers(position..<position + 1))
        }
        return true
    }

    /// Adds the nodes of a whole pack.
    ///
    /// - Returns: the numbers of those that were added before.
    /// - Complexity: O(s log n) for s nodes of the smaller of each two packs.
    mutating func add(_ index: PackIndex, _ path: String) -> Set<Int> {
        var repeated = Set(headers.lazy.compactMap { index.number(of: $0.id) })
        for pack in packs {
            let (small, large) =
                pack.index.nodeCount < index.nodeCount ? (pack.index, index) : (index, pack.index)
            for node in 0..<small.nodeCount {
                let id = small.id(of: node)
                if large.number(of: id) != nil, let number = index.number(of: id) {
                    repeated.insert(number)
                }
            }
        }
        runs.append(.pack(packs.count))
        packs.append(WholePack(index: index, path: path, repeated: repeated))
        return repeated
    }

    func contains(_ id: NodeID) -> Bool {
        positions[id] != nil || packs.contains { $0.index.number(of: id) != nil }
    }

    /// The last of the files that a node was read from; empty if there is none.
    private func path(of id: NodeID) -> String {
        packs.last { $0.index.number(of: id) != nil }?.path ?? positions[id].map { paths[$0] } ?? ""
    }

    /// The nodes without a signature, each with a file that it is in. O(n).
    var unsigned: [(id: NodeID, path: String)] {
        var found = zip(headers, paths).filter { !$0.0.isSigned }.map { ($0.0.id, $0.1) }
        for pack in packs {
            for node in 0..<pack.index.nodeCount
            where !pack.index.isSigned(node) && !pack.repeated.contains(node) {
                found.append((pack.index.id(of: node), pack.path))
            }
        }
        return found
    }

    /// The parents that may be outside the pack of their child.
    var parentsElsewhere: [NodeID] {
        headers.flatMap(\.parents)
            + packs.flatMap { pack in
                let parents = pack.index.column(.foreignParents, of: NodeID.self)
                return (0..<parents.count).map { parents[$0] }
            }
    }

    /// Takes all nodes through stage 2.
    ///
    /// - Parameter others: the facts of a node that is not among these.
    /// - Returns: those that do not pass, in their order, each with its file.
    /// - Complexity: O(n).
    func unconnected(
        beside others: (NodeID) -> ParentFacts?
    ) -> [(id: NodeID, path: String, rejection: Rejection)] {
        func facts(_ id: NodeID) -> ParentFacts? {
            if let position = positions[id] { return headers[position].parentFacts }
            for pack in packs {
                if let facts = pack.index.parentFacts(of: id) { return facts }
            }
            return others(id)
        }
        var found: [(id: NodeID, path: String, rejection: Rejection)] = []
        func check(_ header: NodeHeader) {
            guard let rejection = header.check(facts) else { return }
            found.append((header.id, path(of: header.id), rejection))
        }
        for run in runs {
            switch run {
            case .headers(let range): for position in range { check(headers[position]) }
            case .pack(let number):
                let (index, repeated) = (packs[number].index, packs[number].repeated)
                let links = LinkColumns(index)
                for node in 0..<index.nodeCount
                where !links.isSound(node, in: index, facts) && !repeated.contains(node) {
                    // Any action will do: stage 2 does not read it.
                    check(index.header(of: node, index.action(of: node) ?? .update))
                }
            }
        }
        return found
    }

    /// Frees the memory of the indexes. The kernel loads it again when it is read.
    func forget() { for pack in packs { pack.index.forget() } }
}
