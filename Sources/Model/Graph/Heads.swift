extension HistoryValidation {
    /// The heads of each task, in replay order: accepted nodes, not DELETEs, below which no accepted
    /// node of that task stands (protocol, section 5). By the graph's number of the task. O(n).
    package func heads() -> [[Int]] {
        let isFollowed = followed { verdicts[$0].isAccepted }
        var heads: [[Int]] = Array(repeating: [], count: graph.taskIDs.count)
        for number in 0..<graph.count {
            guard let task = graph.task(of: number), verdicts[number].isAccepted,
                !isFollowed[number], facts.roles[number] != .delete
            else { continue }
            heads[task].append(number)
        }
        return heads
    }

    /// The nodes of each task that a new one follows, in replay order: of those that count, the ones
    /// below which none counts. By the graph's number of the task. O(n).
    ///
    /// These are the task's heads and, where a tombstone names only a part of its branch, also what
    /// it left of it. Such a task can live without a head.
    package func ends(_ nodes: some NodeLookup) -> [[Int]] {
        let survivors = survivors(nodes)
        var counts = Array(repeating: false, count: graph.count)
        for numbers in survivors { for number in numbers { counts[number] = true } }
        let isFollowed = followed { counts[$0] }
        return survivors.map { $0.filter { !isFollowed[$0] } }
    }

    /// Which nodes have one of some others below them, in their task.
    private func followed(by isFollower: (Int) -> Bool) -> [Bool] {
        var isFollowed = Array(repeating: false, count: graph.count)
        for number in 0..<graph.count where isFollower(number) {
            for ancestor in ancestry.nearest(to: number) { isFollowed[ancestor] = true }
        }
        return isFollowed
    }
}
