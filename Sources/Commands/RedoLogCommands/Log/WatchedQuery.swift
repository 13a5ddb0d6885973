import RedoCommandLine
import RedoCommandParts
import RedoInsight
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
    /// What the query asks beside tasks, as it is now.
    private var queryFacts: QueryFacts

    /// - Parameter isFollowing: whether tasks that come are waited for; if not, an answer of none is explained.
    /// - Throws: wrong usage for a query that means nothing; ``RedoError`` if the log cannot be read.
    init(
        _ text: String, _ repository: Repository, _ context: borrowing CommandContext,
        isFollowing: Bool
    ) throws(RedoError) {
        self.text = text
        fields = repository.store.configuration.taskFields
        query = try Query(written: text)
        queryFacts = try context.facts(for: query, repository)
        _ = try query.compiled(from: text, fields, now: try context.now(), facts: queryFacts)
        tasks = try repository.tasks()
        organisation = try repository.organisationFacts(
            at: try context.now(), withComments: query.readsTexts)
        if isFollowing { return }
        let now = try context.now()
        let compiled = try query.compiled(fields, now: now, facts: queryFacts)
        let facts = StateFacts(tasks.state, at: now, organisation)
        if !tasks.state.tasks.contains(where: { compiled.includes($0, facts.facts(of: $0)) }) {
            EmptyAnswer(to: [text], query).report(context, repository)
        }
    }

    /// The tasks that changed and that the query included before or includes now.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(t) for t tasks. What the query asks beside their states is read again only if nodes have come that
    ///   can change it.
    mutating func tasks(
        changedBy changes: ArrivedChanges, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Set<TaskID> {
        let changed = changes.tasks
        var before: [TaskState] = []
        var after: [TaskState] = []
        for task in changed.sorted() {
            let states = try changes.states(of: task)
            if let state = states.before { before.append(state) }
            if let state = states.after { after.append(state) }
        }
        let now = try context.now()
        func included(_ states: [TaskState]) throws(RedoError) -> [TaskID] {
            let query = try query.compiled(from: text, fields, now: now, facts: queryFacts)
            let facts = StateFacts(
                tasks.replacing(changed, with: states).state, at: now, organisation)
            return states.filter { query.includes($0, facts.facts(of: $0)) }.map(\.id)
        }
        var ids = Set(try included(before))
        if changes.hasFamilyNodes {
            organisation = try repository.organisationFacts(
                at: now, withComments: query.readsTexts)
        }
        try renewSharing(after: changes, repository, context)
        ids.formUnion(try included(after))
        tasks = tasks.replacing(changed, with: after)
        return ids
    }

    /// Reads again who has what, if the query asks for it and nodes have come that can change it.
    private mutating func renewSharing(
        after changes: ArrivedChanges, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        switch queryFacts.sharing {
        case .unasked: return
        case .known(let facts), .renewed(let facts):
            guard changes.hasFamilyNodes || !facts.knows(changes.authors) else { return }
        }
        // What others write ends no watch: a person may have another name now.
        queryFacts.sharing =
            try context.sharingFacts(for: query, repository).map { .renewed($0) } ?? .unasked
    }
}
