extension HistoryValidation {
    /// The nodes of each task that count, in replay order: those that deletion leaves (protocol, section 7).
    ///
    /// By the graph's number of the task; a deleted task has none.
    ///
    /// - Parameters:
    ///   - included: for each node whether it is included, together with all its ancestors; nil for the whole log.
    ///   - isWanted: whether a task, by the graph's number, is included. Others have no nodes in the result.
    /// - Complexity: O(n), and O(k log k) for each task of k nodes with a DELETE, plus the nodes that its chains name.
    package func survivors(
        _ nodes: some NodeLookup, among included: [Bool]? = nil,
        ofTasks isWanted: (_ task: Int) -> Bool = { _ in true }
    ) -> [[Int]] {
        var accepted: [[Int]] = Array(repeating: [], count: graph.taskIDs.count)
        var tombstones: [[Int]] = Array(repeating: [], count: graph.taskIDs.count)
        for number in 0..<graph.count
        where verdicts[number].isAccepted && included?[number] != false {
            guard let task = graph.task(of: number), isWanted(task) else { continue }
            if facts.roles[number] == .delete {
                tombstones[task].append(number)
            } else {
                accepted[task].append(number)
            }
        }
        for task in tombstones.indices where !tombstones[task].isEmpty {
            accepted[task] = kept(accepted[task], after: tombstones[task], nodes)
        }
        return accepted
    }

    /// The nodes of one task that count.
    ///
    /// - Parameter numbers: its accepted nodes, in replay order, with all accepted ancestors in the task.
    /// - Complexity: O(k log k) for k nodes, plus the nodes that their chains name.
    func survivors(ofTask numbers: [Int], _ nodes: some NodeLookup) -> [Int] {
        let tombstones = numbers.filter { facts.roles[$0] == .delete }
        if tombstones.isEmpty { return numbers }
        return kept(numbers.filter { facts.roles[$0] != .delete }, after: tombstones, nodes)
    }

    /// The accepted nodes of a task that no tombstone buries, and all their ancestors: a node that someone created from
    /// inside a deleted chain restores its ancestors.
    private func kept(_ accepted: [Int], after tombstones: [Int], _ nodes: some NodeLookup) -> [Int]
    {
        let buried = self.buried(by: tombstones, nodes)
        var isKept: Set<Int> = []
        for number in accepted.reversed() where !buried.contains(number) || isKept.contains(number)
        {
            isKept.insert(number)
            isKept.formUnion(ancestry.nearest(to: number))
        }
        return accepted.filter(isKept.contains)
    }

    /// The nodes that some accepted DELETEs of one task bury: of a DELETE with a chain, those that it names and had
    /// seen; of one without a chain, all that it had seen.
    ///
    /// - Complexity: O(k) for a task of k nodes and what the chains name, times that of
    ///   ``TaskDominators/isAncestor(_:of:)``.
    private func buried(by tombstones: [Int], _ nodes: some NodeLookup) -> Set<Int> {
        guard tombstones.count > 1, let task = tombstones.first.flatMap(graph.task(of:)) else {
            return tombstones.first.map { self.buried(by: $0, nodes) } ?? []
        }
        let dominators = TaskDominators(graph, ancestry) { $0 == task }
        var buried: Set<Int> = []
        var pending: [Int] = []
        for tombstone in tombstones {
            guard case .delete(let chain?) = nodes[tombstone].payload else {
                pending += ancestry.nearest(to: tombstone)
                continue
            }
            for number in chain.compactMap(graph.number(of:))
            where graph.task(of: number) == task && !buried.contains(number)
                && dominators.isAncestor(number, of: tombstone)
            {
                buried.insert(number)
            }
        }
        // The nodes that DELETEs without a chain had seen, each visited once.
        var seen: Set<Int> = []
        while let next = pending.popLast() {
            if seen.insert(next).inserted { pending += ancestry.nearest(to: next) }
        }
        return buried.union(seen)
    }

    /// The nodes that an accepted DELETE buries: those that its chain names and that it had seen; without a chain, all
    /// that it had seen.
    ///
    /// - Complexity: O(k log k) for a task of k nodes.
    func buried(by tombstone: Int, _ nodes: some NodeLookup) -> Set<Int> {
        let ancestors = Set(ancestry.ancestors(of: tombstone))
        guard case .delete(let chain?) = nodes[tombstone].payload else { return ancestors }
        return ancestors.intersection(chain.compactMap(graph.number(of:)))
    }
}
