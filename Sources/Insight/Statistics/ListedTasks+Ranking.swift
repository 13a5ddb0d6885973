import RedoModel

extension ListedTasks {
    /// Some of the tasks with their ranks, the most urgent first; see ``State/ranked(by:at:where:)``.
    ///
    /// - Parameter limit: the maximum number of tasks; nil for all.
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    package func ranked(
        by rules: RankRules, _ facts: StateFacts, at now: Rank.Now, limit: Int?,
        where isWanted: @Sendable (TaskState) -> Bool
    ) throws(TaskDamage) -> [RankedTask] {
        guard let limit else {
            return try state().ranked(by: rules, facts, at: now, where: isWanted)
        }
        let parts = try parts { range throws(TaskDamage) in
            var keys: [RankKey] = []
            try forEach(in: range) { number, task in
                guard isWanted(task) else { return }
                keys.append(rules.key(of: task, facts, at: now, position: number))
            }
            return keys
        }
        let keys = RankKey.sorted(parts, facts, limit: limit) { self.id(of: $0.position) }
        let tasks = try tasks(at: keys.map(\.position))
        return zip(tasks, keys).map { RankedTask(task: $0, rank: $1.rank, due: $0.due) }
    }
}
