import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What a list is asked for: options, operands, a report, and the context that is on.
struct ListRequest {
    let query: CompiledQuery
    /// Whether it includes open tasks alone.
    let isOfOpenTasks: Bool
    let grouping: ListGrouping?
    /// The name of the context that counts, if one does.
    let context: TaskContext?

    /// - Parameters:
    ///   - given: the arguments without the options of the report.
    ///   - isForPeople: whether the context that is on applies.
    /// - Throws: wrong usage for a name or a query that means nothing.
    init(
        _ context: borrowing CommandContext, _ given: Arguments, _ report: Report?,
        _ repository: Repository, _ table: TaskTable, isForPeople: Bool, now: Instant
    ) throws(RedoError) {
        let arguments = context.arguments
        let isNamed = report != nil && given.value(Report.option) == nil
        var parts: [Query] = []
        let texts = [
            isNamed ? "" : given.operands.joined(separator: " "),
            given.value(ListFilter.queryOption) ?? "",
            report?.query ?? "",
        ]
        for text in texts {
            let query = try Query(written: text)
            // Here the places of mistakes are those of the text.
            try query.check(from: text, table.fields, now: now)
            parts.append(query)
        }
        let asked = Query.joining(parts)
        let current = try TaskContext(
            context, repository.store, isForPeople: isForPeople, table.fields, now: now)
        let filter = try ListFilter.query(arguments, beside: asked, table.words, now: now)
        let all = Query.joining([filter, current?.query ?? .everything, asked])
        query = try all.compiled(
            table.fields, now: now, sharing: try context.sharing(for: all, repository))
        isOfOpenTasks = all.isOfOpenTasks
        self.context = current
        grouping = try arguments.value(ListGrouping.option)
            .map { name throws(RedoError) in try ListGrouping(named: name) }
    }
}

/// Which columns a list has.
enum ListColumns {
    static let option = OptionSpecification.value(
        "columns", takes: "names", "which columns: rank,id,priority,due,title and others")
}
