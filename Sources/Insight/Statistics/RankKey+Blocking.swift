import RedoModel

extension StateFacts {
    /// Whether an open task depends on an open one.
    package var hasBlockedTasks: Bool { !blockers.isEmpty }
}

extension RankKey {
    /// Sorts the keys of several parts; each task comes after those that block it.
    ///
    /// - Parameters:
    ///   - facts: nil if only the keys count.
    ///   - limit: the maximum number of keys; nil for all.
    ///   - id: returns the id of a task; called only if a task is blocked.
    package static func sorted(
        _ parts: [[RankKey]], _ facts: StateFacts?, limit: Int? = nil, id: (RankKey) -> TaskID
    ) -> [RankKey] {
        guard let facts, facts.hasBlockedTasks else { return sorted(parts, limit: limit) }
        let keys = sorted(parts)
        var positions: [TaskID: Int] = [:]
        for (position, key) in keys.enumerated() {
            let id = id(key)
            if facts.hasDependencies(id) { positions[id] = position }
        }
        var blockers: [Int: [Int]] = [:]
        for (id, position) in positions {
            let others = facts.blockers[id]?.compactMap { positions[$0] } ?? []
            if !others.isEmpty { blockers[position] = others }
        }
        let order = DependencyOrder.order(count: keys.count, blockers: blockers)
        return order.prefix(limit ?? .max).map { keys[$0] }
    }
}
