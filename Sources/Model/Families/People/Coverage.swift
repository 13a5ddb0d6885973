import RedoCrypto

/// The nodes of a revoked key that each revocation of it covers (docs/extensions.md, "Which revocations count").
struct Coverage: Sendable {
    /// For each revoked key, by its number among the keys of the statements, its nodes in replay order.
    private(set) var nodes: [Int: [Int]] = [:]
    /// For each source the nodes that it covers, by their indexes among those of its key.
    private var covered: [BitSet] = []

    /// A set of covered nodes of a key: those that a revocation has seen, or the `keeps` of a node.
    struct Source: Sendable {
        /// The number of the key among those of the statements.
        let key: Int
        /// The nodes that are covered, together with all their ancestors.
        let starts: [Int]
    }

    /// - Parameter keys: the keys of the statements.
    /// - Complexity: O(n s / 64) for n nodes and s sources.
    init(_ sources: [Source], _ keys: [PublicKey], in graph: LogGraph, _ authors: LogAuthors) {
        let revoked = Set(sources.map(\.key))
        // Several authors can be one key: with the key in the node, and without.
        let keysOfAuthors = authors.keys.map { author in
            revoked.filter { author.isWritten(by: keys[$0]) }
        }
        for number in 0..<graph.count {
            for key in keysOfAuthors[authors.number(of: number)] {
                nodes[key, default: []].append(number)
            }
        }
        for start in stride(from: 0, to: sources.count, by: UInt64.bitWidth) {
            let share = sources[start..<min(start + UInt64.bitWidth, sources.count)]
            let marks = Self.marks(share, in: graph)
            for (bit, source) in share.enumerated() {
                var indices = BitSet()
                for (index, number) in nodes[source.key, default: []].enumerated()
                where marks[number] >> UInt64(bit) & 1 == 1 {
                    indices.insert(index)
                }
                covered.append(indices)
            }
        }
    }

    /// For each node a bit for each source that covers it.
    private static func marks(_ sources: ArraySlice<Source>, in graph: LogGraph) -> [UInt64] {
        var marks = Array(repeating: UInt64(0), count: graph.count)
        for (bit, source) in sources.enumerated() {
            for start in source.starts { marks[start] |= 1 << UInt64(bit) }
        }
        for number in stride(from: graph.count - 1, through: 0, by: -1) where marks[number] != 0 {
            for parent in graph.parents(of: number) { marks[parent] |= marks[number] }
        }
        return marks
    }

    /// The nodes of a key that none of some sources covers.
    ///
    /// - Parameter sources: sources about that key only.
    func uncovered(by sources: [Int], of key: Int) -> [Int] {
        var all = BitSet()
        for source in sources { all.formUnion(covered[source]) }
        return nodes[key, default: []].enumerated().filter { !all.contains($0.offset) }
            .map(\.element)
    }
}
