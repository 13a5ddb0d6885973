import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let regex = OptionSpecification.flag(
        "regex", letter: "E", "take each word as an extended regular expression")
    private static let all = OptionSpecification.flag(
        "all", letter: "a", "also archived, completed, finished and snoozed tasks")
    private static let limit = OptionSpecification.value(
        "limit", letter: "n", takes: "count", takesBareNumber: true,
        "at most this many tasks")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each task, with its rank and the fields that match")

    /// `redo search`: finds tasks by their words.
    package static let search = Command(
        CommandSpecification(
            "search", "Find tasks by words in title, tags, description and notes",
            operands: [.repeated(.value("word")), .option(ListFilter.queryOption)],
            options: [all, regex, ListFilter.queryOption, limit, json, TaskTable.rankOption],
            effect: .reads, statuses: .reading(done: "something was found", no: "nothing was"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let repository = try context.openRepository()
        var table = try TaskTable(context, repository.store)
        let operands = SearchOperands(
            arguments.operands, table.fields, isRegex: arguments.has(regex))
        let asked = try asked(arguments, operands, table.fields, now: try context.now())
        let query = try SearchQuery(
            operands.words, isRegex: arguments.has(regex), besides: asked != .everything)
        let limit = try arguments.count(limit)
        let filter = try Query.joining([
            ListFilter.visible(isAll: arguments.has(all), asked), asked,
        ]).compiled(
            table.fields, now: try context.now(),
            sharing: try context.sharing(for: asked, repository))
        let tasks = try repository.tasks()
        table.take(tasks.state, try repository.organisationFacts(at: table.moment))
        let facts = table.facts
        let states = tasks.state.tasks
        let candidates = Parallel.map(count: states.count, smallestShare: 512) { range in
            states[range].compactMap { task -> (task: TaskState, match: SearchMatch)? in
                guard filter.includes(task, facts.facts(of: task)) else { return nil }
                return SearchMatch(task, query).map { (task, $0) }
            }
        }
        let matches = Dictionary(
            candidates.map { ($0.task.id, $0.match) }, uniquingKeysWith: { first, _ in first })
        // The most urgent first, so that the order of equal weights is that of a list.
        let ranked = table.ranked(State(tasks: candidates.map(\.task)))
        var found = ranked.enumerated().compactMap { place, row in
            matches[row.task.id].map { (place: place, row: row, match: $0) }
        }
        found.sort {
            $0.match.weight == $1.match.weight
                ? $0.place < $1.place : $0.match.weight > $1.match.weight
        }
        if let limit { found = Array(found.prefix(limit)) }
        if !arguments.has(json) { context.startPager() }
        for (_, row, match) in found {
            if arguments.has(json) {
                try context.printLine(row.task.canonicalBytes(with: members(row, match, table)))
            } else {
                try context.print(text(of: row, match, query, table, tasks.ids, context))
            }
        }
        return found.isEmpty ? .no : .done
    }

    /// What is asked for beside words.
    private static func asked(
        _ arguments: Arguments, _ operands: SearchOperands, _ fields: TaskFieldCatalog, now: Instant
    ) throws(RedoError) -> Query {
        var parts: [Query] = []
        for text in operands.terms + arguments.values(ListFilter.queryOption) {
            let query = try Query(written: text)
            // Here the places of mistakes are those of the text.
            try query.check(from: text, fields, now: now)
            parts.append(query)
        }
        return .joining(parts)
    }

    private static func members(
        _ row: RankedTask, _ match: SearchMatch, _ table: TaskTable
    ) -> [JSONMember] {
        let kinds = Set(match.bestFields.map { match.fields[$0].kind.rawValue }).sorted()
        return [JSONMember("matches", .array(kinds.map { .string(JSONString($0)) }))]
            + table.members(of: row)
    }

    /// Id, title and tags of a task, and beneath what else matches.
    private static func text(
        of row: RankedTask, _ match: SearchMatch, _ query: SearchQuery, _ table: TaskTable,
        _ ids: [TaskID], _ context: borrowing CommandContext
    ) -> String {
        let status = table.status(of: row.task)
        var text = "\(shortestPrefix(of: row.task.id, inSorted: ids))  "
        text += query.highlighted(row.task.title, context)
        if status != "open" { text += " (\(status))" }
        for tag in row.task.tags { text += " #" + query.highlighted(tag, context) }
        text += "\n"
        for place in Set(match.bestFields).sorted() {
            let field = match.fields[place]
            switch field.kind {
            case .title, .tags: continue
            case .description, .todo, .notes:
                let name = field.kind == .todo ? "to-do" : field.kind.rawValue
                text += "      \(name): \(query.excerpt(field.text, context))\n"
            }
        }
        return text
    }
}
