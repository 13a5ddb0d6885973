import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A query over the tasks of a store that is watched.
struct WatchedQuery {
    private let text: String
    private let query: Query
    private let fields: TaskFieldCatalog
    private var tasks: CachedTasks
    private var organisation: OrganisationFacts

    /// - Throws: wrong usage for a query that means nothing; ``RedoError`` if the log cannot be read.
    init(_ text: String, _ repository: Repository, now: Instant) throws(RedoError) {
        self.text = text
        fields = repository.store.configuration.taskFields
        query = try Query(written: text)
        _ = try query.compiled(from: text, fields, now: now)
        tasks = try repository.tasks()
        organisation = try repository.organisationFacts()
    }

    /// The tasks that changed and that the query included before or includes now.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(t) for t tasks.
    mutating func tasks(
        changedBy changes: ArrivedChanges, _ repository: Repository, now: Instant
    ) throws(RedoError) -> Set<TaskID> {
        let changed = changes.tasks
        var before: [TaskState] = []
        var after: [TaskState] = []
        for task in changed.sorted() {
            let states = try changes.states(of: task)
            if let state = states.before { before.append(state) }
            if let state = states.after { after.append(state) }
        }
        let query = try query.compiled(from: text, fields, now: now)
        func included(_ states: [TaskState]) -> [TaskID] {
            let facts = StateFacts(
                tasks.replacing(changed, with: states).state, at: now, organisation)
            return states.filter { query.includes($0, facts.facts(of: $0)) }.map(\.id)
        }
        var ids = Set(included(before))
        if changes.hasFamilyNodes {
            organisation = try repository.organisationFacts()
        }
        ids.formUnion(included(after))
        tasks = tasks.replacing(changed, with: after)
        return ids
    }
}
