/// Questions about two nodes of the log. A node is counted among its own ancestors here, as in git.
///
/// Between nodes of one task only nodes of that task count, whatever other nodes are on the paths between them
/// (protocol, section 4); between nodes of several tasks all nodes do.
extension HistoryValidation {
    /// The common ancestors of some nodes that are not ancestors of another common one, the latest first. O(n).
    package func bestCommonAncestors(of numbers: [Int]) -> [Int] {
        let isWithinTask = areOfOneTask(numbers)
        var isCommon = Array(repeating: true, count: graph.count)
        for number in numbers {
            let reached = reached(from: number, isWithinTask)
            for index in isCommon.indices where !reached[index] { isCommon[index] = false }
        }
        var isBelow = Array(repeating: false, count: graph.count)
        for number in isCommon.indices.reversed() where isCommon[number] || isBelow[number] {
            for parent in parents(of: number, isWithinTask) { isBelow[parent] = true }
        }
        return isCommon.indices.reversed().filter { isCommon[$0] && !isBelow[$0] }
    }

    /// Whether a node is another one or an ancestor of it. O(n).
    package func isAncestor(_ ancestor: Int, of number: Int) -> Bool {
        reached(from: number, areOfOneTask([ancestor, number]))[ancestor]
    }

    /// The latest node that is a proper ancestor of all heads, in their task: the base of a three-way merge; nil if
    /// they have none.
    package func mergeBase(of heads: [Int]) -> Int? {
        guard areOfOneTask(heads) else { return nil }
        var common: Set<Int>?
        for head in heads {
            let ancestors = Set(ancestry.ancestors(of: head))
            common = common?.intersection(ancestors) ?? ancestors
        }
        return common?.max()
    }

    private func areOfOneTask(_ numbers: [Int]) -> Bool {
        guard let first = numbers.first, let task = graph.task(of: first) else { return false }
        return numbers.allSatisfy { graph.task(of: $0) == task }
    }

    private func reached(from start: Int, _ isWithinTask: Bool) -> [Bool] {
        var isReached = Array(repeating: false, count: graph.count)
        isReached[start] = true
        for number in stride(from: start, through: 0, by: -1) where isReached[number] {
            for parent in parents(of: number, isWithinTask) { isReached[parent] = true }
        }
        return isReached
    }

    private func parents(of number: Int, _ isWithinTask: Bool) -> [Int] {
        isWithinTask ? Array(ancestry.nearest(to: number)) : Array(graph.parents(of: number))
    }
}
