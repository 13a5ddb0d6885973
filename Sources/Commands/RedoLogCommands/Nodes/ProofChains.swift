import RedoCheckpoints
import RedoCrypto
import RedoModel

/// The nodes of one statement in a log, and the ways from its heads down to the nodes that a proof shows.
struct ProofChains {
    private let graph: LogGraph
    /// By number, whether a proof shows a node.
    private let isWanted: [Bool]
    private let isCovered: [Bool]
    /// The numbers of the heads, by id.
    private let heads: [Int]

    /// - Parameters:
    ///   - graph: of all nodes of the log.
    ///   - lists: the nodes of the statement's packs.
    ///   - contents: what a proof shows.
    /// - Returns: nil if the log lacks a node of the statement, the statement a node that a proof shows, or the root is
    ///   not that of the nodes.
    /// - Complexity: O(n log n) for n nodes of the packs.
    init?(
        _ statement: Statement, _ lists: [NodeIDList], of contents: some ProofContents,
        in graph: LogGraph
    ) {
        var isCovered = [Bool](repeating: false, count: graph.count)
        for list in lists {
            for position in 0..<list.count {
                guard let number = graph.number(of: list[position]) else { return nil }
                isCovered[number] = true
            }
        }
        let isWanted = contents.isWanted(in: graph, isCovered)
        guard isWanted.contains(true) else { return nil }
        var isParent = [Bool](repeating: false, count: graph.count)
        var isComplete = true
        for number in 0..<graph.count {
            if isWanted[number], !isCovered[number] { isComplete = false }
            guard isCovered[number] else { continue }
            for parent in graph.parents(of: number) {
                isParent[parent] = true
                if !isCovered[parent] { isComplete = false }
            }
        }
        guard isComplete else { return nil }
        let heads = (0..<graph.count).filter { isCovered[$0] && !isParent[$0] }
            .map { (id: graph.id(of: $0), number: $0) }.sorted { $0.id < $1.id }
        guard heads.count == statement.headCount,
            MerkleTree.root(of: heads.map(\.id.digest)) == statement.headsRoot
        else { return nil }
        self.graph = graph
        self.isWanted = isWanted
        self.isCovered = isCovered
        self.heads = heads.map(\.number)
    }

    /// The nodes that a proof shows, and chains from heads to them with as few other nodes as there can be for each.
    ///
    /// - Complexity: O(n) for n nodes of the log.
    func nodes() -> (all: Set<Int>, heads: [ProofBundle.Head]) {
        let above = shortestWays()
        var chosen: Set<Int> = []
        var ends: Set<Int> = []
        for number in 0..<graph.count where isWanted[number] {
            var number = number
            while chosen.insert(number).inserted {
                guard let next = above[number], next >= 0 else {
                    ends.insert(number)
                    break
                }
                number = next
            }
        }
        let leaves = heads.map { graph.id(of: $0).digest }
        let proofs = heads.enumerated().filter { ends.contains($0.element) }.map { index, number in
            ProofBundle.Head(
                id: graph.id(of: number), index: index,
                path: MerklePath.path(of: index, among: leaves))
        }
        return (chosen, proofs)
    }

    /// By node, the child through which the fewest other nodes lie between it and a head; -1 for a head, nil for a node that
    /// is not reached. Nodes that a proof shows cost nothing.
    private func shortestWays() -> [Int?] {
        var above = [Int?](repeating: nil, count: graph.count)
        var level = heads
        for head in heads { above[head] = -1 }
        while !level.isEmpty {
            var next: [Int] = []
            while let number = level.popLast() {
                for parent in graph.parents(of: number) where above[parent] == nil {
                    if isWanted[parent] {
                        above[parent] = number
                        level.append(parent)
                    } else {
                        next.append(parent)
                        above[parent] = number
                    }
                }
            }
            level = next
        }
        return above
    }
}
