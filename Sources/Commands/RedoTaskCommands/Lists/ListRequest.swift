import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Which tasks a list shows: by options, operands, a report, and the context that is on.
struct ListRequest {
    let query: CompiledQuery
    /// What is requested by queries and options, without what lists hide by default, and without the context.
    let asked: Query
    /// The query for the tasks that the list does not hide.
    let visible: Query
    /// True if it includes open tasks alone.
    let isOfOpenTasks: Bool
    /// The name of the context that counts, if one does.
    let context: TaskContext?

    /// - Parameters:
    ///   - texts: queries that are joined.
    ///   - filter: what options say beside them.
    ///   - choice: what is requested of contexts.
    ///   - isForPeople: whether the context that is on applies.
    /// - Throws: wrong usage for a name or a query that means nothing.
    init(
        of texts: [String], _ filter: ListFilter, _ choice: TaskContext.Choice,
        _ context: borrowing CommandContext, _ repository: Repository, _ table: TaskTable,
        isForPeople: Bool, now: Instant
    ) throws(RedoError) {
        var parts: [Query] = []
        for text in texts {
            let query = try Query(written: text)
            // Here the places of mistakes are those of the text.
            try query.check(from: text, table.fields, now: now)
            parts.append(query)
        }
        let written = Query.joining(parts)
        let current = try TaskContext(
            choice, context, repository.store, isForPeople: isForPeople, table.fields, now: now)
        visible = filter.visible(beside: written)
        asked = .joining([filter.terms(table.words, now: now), written])
        let all = Query.joining([visible, current?.query ?? .everything, asked])
        query = try all.compiled(
            table.fields, now: now, facts: try context.facts(for: all, repository))
        isOfOpenTasks = all.isOfOpenTasks
        self.context = current
    }
}

/// Which columns a list has.
enum ListColumns {
    static let option = OptionSpecification.value(
        "columns", takes: "names", "which columns: rank,id,priority,due,title and others")
}
