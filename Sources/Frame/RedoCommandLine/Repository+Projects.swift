import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Repository {
    /// The names of projects by which a query reads its own; nil if it names none.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(t) for t open tasks, or for all if no open task has a project that the query names.
    func projectNames(for query: Query) throws(RedoError) -> ProjectNames? {
        guard query.asksOfProjects else { return nil }
        let open = try projectNames(areOpen: true)
        return query.namesProjects(among: open) ? open : try projectNames(areOpen: false)
    }

    private func projectNames(areOpen: Bool) throws(RedoError) -> ProjectNames {
        try withListedTasks(areOpen: areOpen) { tasks throws(TaskDamage) in
            let parts = try tasks.parts { range throws(TaskDamage) in
                var names: Set<JSONString> = []
                try tasks.forEach(in: range) { _, task in
                    if let project = task.project { names.insert(project) }
                }
                return [names]
            }
            return ProjectNames(parts.joined().reduce(into: []) { $0.formUnion($1) })
        }
    }
}
