import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo search`: finds tasks by their words.
package struct SearchCommand: ParsableCommand {
    private static let regex = OptionSpecification.flag(
        "regex", letter: "E", "take each word as an extended regular expression")
    private static let all = OptionSpecification.flag(
        "all", letter: "a", "also archived, completed, finished and snoozed tasks")
    private static let limit = OptionSpecification.value(
        "limit", letter: "n", takes: "count", takesBareNumber: true,
        "at most this many tasks")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each task, with its rank and the fields that match")

    package static let specification = CommandSpecification(
        "search", "Find tasks by words in title, tags, description, notes and comments",
        operands: [
            .repeated(.value(Placeholder("word", .name(.query)))), .option(ListFilter.queryOption),
        ],
        options: [all, regex, ListFilter.queryOption, limit, json, TaskTable.rankOption]
            + IDListing.options,
        constraints: IDListing.constraints(json),
        exclusion: "-tag:", effect: .reads,
        statuses: .reading(done: "something was found", no: "nothing was"))

    private let words: [String]
    private let queries: [String]
    /// True if hidden tasks are searched, too.
    private let isAll: Bool
    private let isRegex: Bool
    private let limit: Int?
    private let form: IDListing.Form
    private let rank: String?

    package init(_ arguments: Arguments) throws(RedoError) {
        words = arguments.operands
        queries = arguments.values(ListFilter.queryOption)
        isAll = arguments.has(Self.all)
        isRegex = arguments.has(Self.regex)
        limit = try arguments.count(Self.limit)
        form = IDListing.Form(arguments, json: Self.json)
        rank = arguments.value(TaskTable.rankOption)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        var table = try TaskTable(context, repository.store, rankedBy: rank)
        let operands = SearchOperands(words, table.fields, isRegex: isRegex)
        let asked = try terms(besideWordsIn: operands, table.fields, now: try context.now())
        let query = try SearchQuery(
            operands.words, isRegex: isRegex, besides: asked != .everything)
        let filter = try Query.joining([
            ListFilter.visible(isAll: isAll, asked), asked,
        ]).compiled(
            table.fields, now: try context.now(),
            facts: try context.facts(for: asked, repository))
        let tasks = try repository.tasks()
        table.take(
            tasks.state, try repository.organisationFacts(at: table.moment, withComments: true))
        let facts = table.facts
        let states = tasks.state.tasks
        let candidates = Parallel.map(count: states.count, smallestShare: 512) { range in
            states[range].compactMap { task -> (task: TaskState, match: SearchMatch)? in
                let facts = facts.facts(of: task)
                guard filter.includes(task, facts) else { return nil }
                return SearchMatch(task, facts.comments, query).map { (task, $0) }
            }
        }
        let matches = Dictionary(
            candidates.map { ($0.task.id, $0.match) }, uniquingKeysWith: { first, _ in first })
        // The most urgent first, so that the order of equal weights is that of a list.
        let ranked = table.ranked(State(tasks: candidates.map(\.task)))
        var found = ranked.enumerated().compactMap { index, row in
            matches[row.task.id].map { (index: index, row: row, match: $0) }
        }
        found.sort {
            $0.match.weight == $1.match.weight
                ? $0.index < $1.index : $0.match.weight > $1.match.weight
        }
        if found.isEmpty {
            let isWords = operands.terms.isEmpty && queries.isEmpty && words.count == 1
            EmptyAnswer(
                to: words + queries,
                .joining(isWords ? words.map { .text($0) } : [asked]),
                visible: isAll || isRegex ? nil : ListFilter.visible(isAll: false, asked)
            ).report(context, repository)
        }
        if let limit { found = Array(found.prefix(limit)) }
        if form == .table { context.startPager() }
        for (_, row, match) in found {
            switch form {
            case .ids(let end): try context.print("\(row.task.id)\(end)")
            case .json:
                try context.printLine(
                    row.task.canonicalBytes(with: Self.members(row, match, table)))
            case .table:
                try context.print(
                    Self.text(of: row, match, query, table, tasks.ids, context))
            }
        }
        return found.isEmpty ? .no : .done
    }

    /// The options beside the words.
    private func terms(
        besideWordsIn operands: SearchOperands, _ fields: TaskFieldCatalog, now: Instant
    ) throws(RedoError) -> Query {
        var parts: [Query] = []
        for text in operands.terms + queries {
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
        var text = "\(shortestPrefix(of: row.task.id, inSorted: ids))  "
        text += query.highlighted(row.task.title, context)
        text += table.mark(after: row.task, nil, [.status, .contents, .recurrence])
        for tag in row.task.tags { text += " #" + query.highlighted(tag, context) }
        text += "\n"
        for index in Set(match.bestFields).sorted() {
            let field = match.fields[index]
            switch field.kind {
            case .title, .tags: continue
            case .description, .todo, .notes, .comment:
                let name = field.kind == .todo ? "occurrence" : field.kind.rawValue
                text += "      \(name): \(query.excerpt(field.text, context))\n"
            }
        }
        return text
    }
}
