/// For each node of some tasks the latest ancestor that is on every path up from it.
///
/// The nodes between a node and its dominator all follow the dominator, so in replay order they come after it and after
/// everything above it. Questions about the history of a node need to read only these. In a chain, or a chain of forks
/// that are merged again, there are few of them.
///
/// The dominators form a tree below a root, which means that there is no ancestor. Each node keeps one jump to
/// a node further up besides its parent (E. W. Myers, "An applicative random-access stack", 1983), so that
/// walks take logarithmic time.
package struct TaskDominators: Sendable {
    private let ancestry: TaskAncestry
    /// The dominator of each node, by number + 1; the root is 0.
    private var parents: [Int32]
    private var jumps: [Int32]
    private var depths: [Int32]

    /// - Parameter isWanted: whether a task, by the graph's number, is included.
    /// - Complexity: O(n log n) for n nodes and edges of these tasks.
    package init(_ graph: LogGraph, _ ancestry: TaskAncestry, where isWanted: (Int) -> Bool) {
        self.ancestry = ancestry
        parents = Array(repeating: 0, count: graph.count + 1)
        jumps = parents
        depths = parents
        for number in 0..<graph.count {
            guard let task = graph.task(of: number), isWanted(task) else { continue }
            var dominator: Int?
            for index in ancestry.indices(nearestTo: number) {
                let above = ancestry.node(at: index) + 1
                dominator = dominator.map { common($0, above) } ?? above
            }
            add(number + 1, below: dominator ?? 0)
        }
    }

    private mutating func add(_ node: Int, below parent: Int) {
        parents[node] = Int32(parent)
        depths[node] = depths[parent] + 1
        let jump = Int(jumps[parent])
        let isEven = depths[parent] - depths[jump] == depths[jump] - depths[Int(jumps[jump])]
        jumps[node] = isEven ? jumps[jump] : Int32(parent)
    }

    /// The latest node that is above both, or is one of them.
    private func common(_ left: Int, _ right: Int) -> Int {
        var (left, right) = depths[left] >= depths[right] ? (left, right) : (right, left)
        while depths[left] > depths[right] {
            left = Int(depths[Int(jumps[left])] >= depths[right] ? jumps[left] : parents[left])
        }
        while left != right {
            if jumps[left] == jumps[right] {
                (left, right) = (Int(parents[left]), Int(parents[right]))
            } else {
                (left, right) = (Int(jumps[left]), Int(jumps[right]))
            }
        }
        return left
    }

    /// The latest ancestor that is on every path up; nil if there is none.
    package func dominator(of number: Int) -> Int? {
        parents[number + 1] == 0 ? nil : Int(parents[number + 1]) - 1
    }

    /// The ancestors of a node that are neither its dominator nor above it, in replay order.
    ///
    /// - Complexity: O(k log k) for k of them.
    package func region(of number: Int) -> [Int] {
        let end = Int(parents[number + 1]) - 1
        // Most nodes have one parent, which is their dominator.
        return search(from: number, downTo: end + 1) { _ in false }.found.sorted()
    }

    /// Whether a node is an ancestor of another one of its task.
    ///
    /// - Complexity: O(log n), and O(k) for k nodes between dominators.
    package func isAncestor(_ ancestor: Int, of number: Int) -> Bool {
        guard ancestor < number else { return false }
        // The earliest dominator that is not before the ancestor.
        var node = number + 1
        let least = ancestor + 1
        while Int(parents[node]) >= least {
            node = Int(Int(jumps[node]) >= least ? jumps[node] : parents[node])
        }
        if node == least { return true }
        return search(from: node - 1, downTo: ancestor) { $0 == ancestor }.isFound
    }

    /// Visits the ancestors of a node from some number on, each once.
    private func search(
        from number: Int, downTo least: Int, until isWanted: (Int) -> Bool
    ) -> (found: Set<Int>, isFound: Bool) {
        var found: Set<Int> = []
        var pending = [number]
        while let next = pending.popLast() {
            for index in ancestry.indices(nearestTo: next) {
                let above = ancestry.node(at: index)
                guard above >= least, found.insert(above).inserted else { continue }
                if isWanted(above) { return (found, true) }
                pending.append(above)
            }
        }
        return (found, false)
    }
}
