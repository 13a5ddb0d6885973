import RedoModel

/// A walk of a log: the nodes that some starts reach and what is left out does not.
///
/// The one engine behind the ranges of all commands.
package struct NodeWalk: Sendable {
    /// Which nodes are walked.
    package enum Form: Sendable {
        /// The starts, and all that they follow.
        case ancestors
        /// The ancestors that follow a node that is left out.
        case paths
        /// The starts alone.
        case starts
    }

    private let graph: LogGraph
    /// By number.
    package let isReached: [Bool]
    /// Whether the left side of a difference reaches a node, by number; nil without differences.
    private let isLeft: [Bool]?

    /// - Complexity: O(n) for n nodes.
    package init(_ graph: LogGraph, from starts: WalkStarts, _ form: Form = .ancestors) {
        self.graph = graph
        isLeft = starts.left.isEmpty ? nil : graph.closure(of: starts.left)
        let isHidden = starts.excluded.isEmpty ? nil : graph.closure(of: starts.excluded)
        var isReached: [Bool]
        if case .starts = form {
            isReached = Array(repeating: false, count: graph.count)
            for start in starts.included { isReached[start] = true }
        } else {
            isReached = graph.closure(of: starts.included)
        }
        if let isHidden {
            for number in isReached.indices where isHidden[number] { isReached[number] = false }
        }
        if case .paths = form {
            let isBelow = graph.isBelow(starts.excluded)
            for number in isReached.indices where !isBelow[number] { isReached[number] = false }
        }
        self.isReached = isReached
    }

    /// Whether the left side of a difference reaches a node; nil if there is no difference, or the node is not walked.
    package func isLeft(_ number: Int) -> Bool? {
        isReached[number] ? isLeft.map { $0[number] } : nil
    }

    /// The nodes that are not walked, and that walked ones follow directly: the edge of the walk, in ascending order.
    ///
    /// - Complexity: O(n) for n nodes.
    package var boundary: [Int] {
        var isBoundary = Array(repeating: false, count: graph.count)
        for number in isReached.indices where isReached[number] {
            for parent in graph.parents(of: number) where !isReached[parent] {
                isBoundary[parent] = true
            }
        }
        return isBoundary.indices.filter { isBoundary[$0] }
    }

    /// The walked nodes that follow each walked node directly, in descending order.
    ///
    /// - Complexity: O(n) for n nodes.
    package var children: [Int: [Int]] { graph.children { isReached[$0] } }
}

extension LogGraph {
    /// The nodes that no other node follows, in ascending order.
    ///
    /// - Complexity: O(n).
    package var tips: [Int] { heads { _ in true } }

    /// The latest nodes that both of two groups reach: their best common ancestors, the latest first.
    ///
    /// - Complexity: O(n).
    package func commonTips(of left: [Int], _ right: [Int]) -> [Int] {
        let (isLeft, isRight) = (closure(of: left), closure(of: right))
        return heads { isLeft[$0] && isRight[$0] }.reversed()
    }

    /// The nodes that follow each of some nodes directly, in descending order.
    ///
    /// - Parameter isCounted: whether a node counts as a child.
    /// - Complexity: O(n).
    package func children(where isCounted: (Int) -> Bool) -> [Int: [Int]] {
        var children: [Int: [Int]] = [:]
        for number in stride(from: count - 1, through: 0, by: -1) where isCounted(number) {
            // A node can name a parent twice.
            for parent in parents(of: number) where children[parent]?.last != number {
                children[parent, default: []].append(number)
            }
        }
        return children
    }

    /// Marks the nodes that follow some nodes, directly or not.
    ///
    /// - Complexity: O(n).
    fileprivate func isBelow(_ starts: [Int]) -> [Bool] {
        var isStart = Array(repeating: false, count: count)
        for start in starts { isStart[start] = true }
        var isBelow = Array(repeating: false, count: count)
        for number in 0..<count {
            isBelow[number] = parents(of: number).contains { isStart[$0] || isBelow[$0] }
        }
        return isBelow
    }
}
