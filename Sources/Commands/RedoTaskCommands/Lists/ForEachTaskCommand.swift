import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo for-each-task`: prints the tasks of the state for programs, a line each.
package struct ForEachTaskCommand: ParsableCommand {
    private static let format = OptionSpecification.value(
        "format", takes: "format",
        "a line for each task, with fields such as %(id) and %(title); see redo-plumbing(7)")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each task, with the fields of --format")
    private static let count = OptionSpecification.value(
        "count", letter: "n", takes: "count", takesBareNumber: true, "at most this many tasks")

    package static let specification = CommandSpecification(
        "for-each-task", "Print the tasks of the state for programs, a line each",
        operands: [.optional(.repeated(.value(.query)))],
        options: [format, json, ListOrder.option, count, ListFilter.queryOption, NameInput.null],
        exclusion: "-tag:", effect: .reads)

    private static let usualFormat = "%(id) %(state)%x09%(title)"
    /// The fields of `--json` without a format.
    private static let usualFields =
        "%(id)%(title)%(state)%(priority)%(due)%(rank)%(points)%(every)%(tags)%(project)"
        + "%(created)%(updated)%(owner)%(heads)"

    private let lineFormat: LineFormat<TaskStateField>
    private let isJSON: Bool
    private let order: String
    private let limit: Int
    private let queries: [String]
    private let terminator: String

    package init(_ arguments: Arguments) throws(RedoError) {
        isJSON = arguments.has(Self.json)
        lineFormat = try LineFormat(
            arguments.value(Self.format) ?? (isJSON ? Self.usualFields : Self.usualFormat))
        order = arguments.value(ListOrder.option) ?? "id"
        limit = try arguments.count(Self.count) ?? .max
        queries = [
            arguments.operands.joined(separator: " "),
            arguments.value(ListFilter.queryOption) ?? "",
        ]
        terminator = arguments.terminator
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        var table = try TaskTable(context, repository.store)
        let order = try ListOrder(order, table.fields)
        let query = try compiledQuery(table, context, repository)
        let organisation = try repository.organisationFacts(
            at: table.moment, withComments: query.query.readsTexts)
        let listed = try repository.withListedTasks(areOpen: false) {
            tasks throws(TaskDamage) -> (rows: [RankedTask], ids: [TaskID]) in
            try table.take(tasks, organisation)
            let facts = table.facts
            let rows = try table.ranked(tasks, limit: nil) {
                query.includes($0, facts.facts(of: $0))
            }
            return (rows, tasks.ids)
        }
        if listed.rows.isEmpty, query.query != .everything {
            EmptyAnswer(to: queries, query.query).report(context, repository)
        }
        let needsHeads = lineFormat.fields.contains { $0.field == .heads }
        let fields = TaskStateFields(
            table: table, heads: needsHeads ? try repository.heads() : nil, ids: listed.ids)
        for row in order.sorted(listed.rows).prefix(limit) {
            if isJSON {
                try context.print(lineFormat.json { fields.value($0, of: row) })
            } else {
                try context.print(lineFormat.text { fields.value($0, of: row) })
            }
            try context.print(terminator)
        }
        return .done
    }

    private func compiledQuery(
        _ table: TaskTable, _ context: borrowing CommandContext, _ repository: Repository
    ) throws(RedoError) -> CompiledQuery {
        var parts: [Query] = []
        for text in queries {
            let query = try Query(written: text)
            // Here the places of mistakes are those of the text.
            try query.check(from: text, table.fields, now: table.moment)
            parts.append(query)
        }
        let query = Query.joining(parts)
        return try query.compiled(
            table.fields, now: table.moment, facts: try context.facts(for: query, repository))
    }
}
