import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What a list is asked for: options, operands, a report, and the context that is on.
struct ListRequest {
    static let query = OptionSpecification.value(
        "query", takes: "query", "only tasks that the query includes; see redo-query(7)")

    let arguments: Arguments
    let query: CompiledQuery
    /// Whether it includes open tasks alone.
    let isOfOpenTasks: Bool
    let columns: String?
    let sort: String?
    let grouping: ListGrouping?
    /// The name of the context that counts, if one does.
    let context: TaskContext?

    /// - Throws: wrong usage for a name or a query that means nothing.
    init(
        _ context: borrowing CommandContext, _ specification: CommandSpecification,
        _ repository: Repository, _ table: TaskTable, isForPeople: (Arguments) -> Bool, now: Instant
    ) throws(RedoError) {
        let store = repository.store
        let configuration = store.configuration
        var arguments = context.arguments
        var operands = arguments.operands
        var named: Report.Named?
        if let name = arguments.value(Report.option) ?? arguments.value(ListPreset.option) {
            named = try Report.named(name, configuration)
        } else if operands.count == 1 {
            named = try Report.Named(operands[0], configuration)
            if named != nil { operands = [] }
        }
        var report: Report?
        switch named {
        case .report(let found)?: report = found
        case .preset(let name)?:
            arguments = try ListPreset.completed(arguments, by: name, specification, configuration)
        case nil: break
        }
        var parts: [Query] = []
        let texts = [
            operands.joined(separator: " "), arguments.value(Self.query) ?? "", report?.query ?? "",
        ]
        for text in texts {
            let query = try Query(written: text)
            // Here the places of mistakes are those of the text.
            try query.check(from: text, table.fields, now: now)
            parts.append(query)
        }
        let asked = Query.joining(parts)
        let current = try TaskContext(
            context, store, isForPeople: isForPeople(arguments), table.fields, now: now)
        let filter = try ListFilter.query(arguments, beside: asked, table.words, now: now)
        let all = Query.joining([filter, current?.query ?? .everything, asked])
        query = try all.compiled(
            table.fields, now: now, sharing: try context.sharing(for: all, repository))
        isOfOpenTasks = all.isOfOpenTasks
        self.context = current
        columns = arguments.value(ListColumns.option) ?? report?.columns
        sort = arguments.value(ListOrder.option) ?? report?.sort
        let group = arguments.value(ListGrouping.option) ?? report?.group
        grouping = try group.map { name throws(RedoError) in try ListGrouping(named: name) }
        self.arguments = arguments
    }
}

/// Which columns a list has.
enum ListColumns {
    static let option = OptionSpecification.value(
        "columns", takes: "names", "which columns: rank,id,priority,due,title and others")
}
