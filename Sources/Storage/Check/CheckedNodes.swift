import RedoModel
import RedoSystem

/// The whole nodes of a store, in the order in which they were read, with what stage 2 asks of them.
///
/// Those of a whole pack are in its index, which was compared with the pack and is mapped: nothing is kept of each.
struct CheckedNodes: Sendable {
    /// What is read of the index of a whole pack.
    static let chunks: [IndexChunk] = [
        .ids, .sorted, .fanOut, .lamports, .walls, .actions, .actionNames, .flags, .subjects,
        .taskIDs, .parentStarts, .parents, .foreignParents,
    ]

    private struct WholePack {
        let index: PackIndex
        let path: String
        /// The numbers of the nodes that were there before.
        let repeated: Set<Int>
    }

    /// Nodes that were read one after the other.
    private enum Run {
        /// Of ``headers``.
        case headers(Range<Int>)
        /// Which of ``packs``.
        case pack(Int)
    }

    private var runs: [Run] = []
    private var packs: [WholePack] = []
    /// The nodes of no whole pack.
    private var headers: [NodeHeader] = []
    private var places: [NodeID: Int] = [:]
    private var paths: [String] = []

    /// Adds a node that is in a file of its own or in a damaged pack.
    ///
    /// - Returns: false if it was there before; then it is known to be in this file as well.
    mutating func add(_ header: NodeHeader, _ path: String) -> Bool {
        if let place = places[header.id] {
            paths[place] = path
            return false
        }
        if packs.contains(where: { $0.index.number(of: header.id) != nil }) { return false }
        let place = headers.count
        places[header.id] = place
        headers.append(header)
        paths.append(path)
        if case .headers(let range)? = runs.last {
            runs[runs.count - 1] = .headers(range.lowerBound..<place + 1)
        } else {
            runs.append(.headers(place..<place + 1))
        }
        return true
    }

    /// Adds the nodes of a whole pack.
    ///
    /// - Returns: the numbers of those that were there before.
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
        places[id] != nil || packs.contains { $0.index.number(of: id) != nil }
    }

    /// The last of the files that a node was read from; empty for none.
    private func path(of id: NodeID) -> String {
        packs.last { $0.index.number(of: id) != nil }?.path ?? places[id].map { paths[$0] } ?? ""
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

    /// The parents that can be elsewhere than in the pack of the node that follows them.
    var parentsElsewhere: [NodeID] {
        headers.flatMap(\.parents)
            + packs.flatMap { pack in
                let parents = pack.index.column(.foreignParents, of: NodeID.self)
                return (0..<parents.count).map { parents[$0] }
            }
    }

    /// Takes all nodes through stage 2.
    ///
    /// - Parameter others: what is known of a node that is none of these.
    /// - Returns: those that do not pass, in their order, each with its file.
    /// - Complexity: O(n).
    func unconnected(
        beside others: (NodeID) -> ParentFacts?
    ) -> [(id: NodeID, path: String, rejection: Rejection)] {
        func facts(_ id: NodeID) -> ParentFacts? {
            if let place = places[id] { return headers[place].parentFacts }
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
            case .headers(let range): for place in range { check(headers[place]) }
            case .pack(let number):
                let (index, repeated) = (packs[number].index, packs[number].repeated)
                let links = LinkColumns(index)
                for node in 0..<index.nodeCount
                where !links.isSound(node, in: index, facts) && !repeated.contains(node) {
                    // What the node does says nothing about what it follows.
                    check(index.header(of: node, index.action(of: node) ?? .update))
                }
            }
        }
        return found
    }

    /// Gives the memory of the indexes back, which are loaded again if they are asked.
    func forget() { for pack in packs { pack.index.forget() } }
}
