import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// The tasks of a log that a query includes.
package struct QueriedTasks {
    private let query: CompiledQuery
    private let facts: StateFacts

    /// - Throws: wrong usage for a query that means nothing.
    package init(
        _ text: String, of repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let now = try context.now()
        let asked = try Query(written: text)
        query = try asked.compiled(
            from: text, repository.store.configuration.taskFields, now: now,
            facts: try context.facts(for: asked, repository))
        let state = try repository.tasks().state
        facts = StateFacts(
            state, at: now,
            try repository.organisationFacts(at: now, withComments: asked.readsTexts))
        if !state.tasks.contains(where: contains) {
            EmptyAnswer(to: [text], asked).report(context, repository)
        }
    }

    package func contains(_ task: TaskState) -> Bool { query.includes(task, facts.facts(of: task)) }
}
