import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo list`: shows the tasks, the most urgent first.
package struct ListCommand: ParsableCommand {
    private static let limit = OptionSpecification.value(
        "limit", letter: "n", takes: "count", takesBareNumber: true,
        "at most this many tasks")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each task, with its rank, state and deadline")
    private static let flat = OptionSpecification.flag(
        "flat", "do not show parts beneath the tasks that they belong to")
    private static let asOf = OptionSpecification.value(
        "as-of", takes: "when", isExpert: true, "the list as it was at that time")

    package static let specification = CommandSpecification(
        "list", "List open tasks, the most urgent first",
        operands: [.optional(.value(.report)), .optional(.repeated(.value(.query)))],
        options: ListFilter.options + [
            ListFilter.queryOption, Report.option, ListOrder.option, ListColumns.option,
            ListGrouping.option, flat, limit, json, TaskContext.option, asOf, TaskTable.rankOption,
        ] + IDListing.options,
        constraints: ListFilter.constraints + [
            .exclusive([json, IDListing.ids, ListGrouping.option])
        ] + IDListing.constraints(), exclusion: "-tag:", effect: .reads)

    /// The values of the options: of the given ones, or of these and those of a report.
    private struct Options {
        let filter: ListFilter
        let isAll: Bool
        let order: String?
        let columns: String?
        let grouping: ListGrouping?
        let isFlat: Bool
        let limit: Int?
        let format: IDListing.Form
        let context: TaskContext.Choice
        /// The past moment of the list as it was given.
        let asOf: String?
        let rank: String?

        init(_ arguments: Arguments) throws(RedoError) {
            filter = try ListFilter(arguments)
            isAll = arguments.has(ListFilter.all)
            order = arguments.value(ListOrder.option)
            columns = arguments.value(ListColumns.option)
            grouping = try arguments.value(ListGrouping.option)
                .map { name throws(RedoError) in try ListGrouping(named: name) }
            isFlat = arguments.has(ListCommand.flat)
            limit = try arguments.count(ListCommand.limit)
            format = IDListing.Form(arguments, json: json)
            context = TaskContext.Choice(arguments)
            asOf = arguments.value(ListCommand.asOf)
            rank = arguments.value(TaskTable.rankOption)
        }
    }

    /// The name of a report, which an option has.
    private let report: String?
    /// A query, or the name of a report.
    private let words: [String]
    private let query: String?
    private let options: Options
    /// The arguments that a report completes.
    private let given: Arguments

    package init(_ arguments: Arguments) throws(RedoError) {
        report = arguments.value(Report.option)
        words = arguments.operands
        query = arguments.value(ListFilter.queryOption)
        options = try Options(arguments)
        given = arguments
        // The columns of a report are for people alone.
        if let form = [Self.json, IDListing.ids].first(where: arguments.has), options.columns != nil
        {
            throw .usage("--\(ListColumns.option.name) and --\(form.name) do not go together")
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let report = try Report(option: report, words: words, repository.store.configuration)
        let options =
            try report.map { report throws(RedoError) in
                try Options(report.completing(given))
            } ?? options
        let clock = try context.now()
        let moment =
            if let text = options.asOf { try context.pastMoment(text) } else { nil as Instant? }
        let now = moment ?? clock
        var table = try TaskTable(
            context, repository.store, rankedBy: options.rank, at: moment)
        let words = report?.words ?? words
        let request = try ListRequest(
            of: [words.joined(separator: " "), query ?? "", report?.query ?? ""],
            options.filter, options.context, context, repository, table,
            isForPeople: options.format == .table, now: now)
        if let columns = options.columns {
            table.columns = try TaskColumn.list(columns, table.fields)
        }
        let order = try ListOrder(
            options.order, table.fields, isByChange: options.filter.isOfCompleted)
        let limit = options.limit
        let organisation = try repository.organisationFacts(
            at: now, withComments: request.query.query.readsTexts)
        // Lines that need no more than their own task are made while it is at hand.
        let areLines =
            order.isByRank && limit == nil && options.grouping == nil
            && options.format == .table && table.hasIndependentLines(context)
        let listed = try repository.withListedTasks(areOpen: request.isOfOpenTasks, asOf: moment) {
            tasks throws(TaskDamage) in
            table.knownIDs = tasks.ids
            try table.take(tasks, organisation)
            let facts = table.facts
            let isWanted: @Sendable (TaskState) -> Bool = {
                request.query.includes($0, facts.facts(of: $0))
            }
            guard areLines, options.isFlat || table.canNestLines else {
                let rows = try table.ranked(
                    tasks, limit: order.isByRank ? limit : nil, where: isWanted)
                return Listed(contents: .rows(rows), count: rows.count, allCount: tasks.allCount)
            }
            let lines = try table.lines(of: tasks, isNested: !options.isFlat, where: isWanted)
            return Listed(
                contents: .lines(lines.parts), count: lines.count, allCount: tasks.allCount)
        }
        var rows: [RankedTask]
        switch listed.contents {
        case .lines(let parts):
            request.context?.announce(context)
            context.startPager()
            for part in parts { try context.print(part) }
            if listed.count == 0 { explain(options, request, report, listed, repository, context) }
            return .done
        case .rows(let ranked): rows = order.sorted(ranked)
        }
        if rows.isEmpty { explain(options, request, report, listed, repository, context) }
        if let limit { rows = Array(rows.prefix(limit)) }
        keepUntilExit(rows)
        switch options.format {
        case .table: break
        case .ids(let end):
            try context.printIDs(rows.lazy.map(\.task.id.description), end: end)
            return .done
        case .json:
            for row in rows {
                try context.printLine(row.task.canonicalBytes(with: table.members(of: row)))
            }
            return .done
        }
        request.context?.announce(context)
        if rows.isEmpty, context.terminalColumns != nil { return .done }
        context.startPager()
        func nested(_ rows: [RankedTask]) -> [RankedTask] {
            options.isFlat ? rows : table.nested(rows)
        }
        guard let grouping = options.grouping else {
            try context.print(table.bytes(of: nested(rows), context: context))
            return .done
        }
        for (index, part) in grouping.parts(of: rows, table, now: now).enumerated() {
            try context.print(
                "\(index > 0 ? "\n" : "")\(context.styled(part.title, part.style ?? .bold))\n")
            try context.print(table.bytes(of: nested(part.rows), context: context))
            try context.print("\(part.sum)\n")
        }
        return .done
    }

    /// Says why a list is empty: what was looked for, or on a terminal that there is nothing yet.
    private func explain(
        _ options: Options, _ request: ListRequest, _ report: Report?, _ listed: Listed,
        _ repository: Repository, _ context: borrowing CommandContext
    ) {
        // The options of the report are not what was written.
        let parts = (report?.words ?? words) + [query ?? ""] + self.options.filter.words
        let isUnfiltered = parts.allSatisfy(isBlank) && report == nil
        if listed.allCount == 0 {
            if context.terminalColumns != nil {
                context.complain("no tasks yet\nhint: 'redo add <title>' adds one\n")
            } else if !isUnfiltered {
                context.note("there are no tasks yet")
            }
        } else if options.limit == 0 {
            context.note("--limit=0 shows no task")
        } else if isUnfiltered, request.context == nil {
            context.complain(
                options.isAll
                    ? "nothing to show\n"
                    : "nothing to show\nhint: 'redo list --all' shows every task\n")
        } else {
            EmptyAnswer(
                to: parts, request.asked, in: request.context, report: report?.name,
                visible: options.filter.hidesByDefault ? request.visible : nil
            ).report(context, repository)
        }
    }
}

/// The contents of a list.
private struct Listed {
    enum Contents {
        /// The lines of a table, some at a time.
        case lines([[UInt8]])
        /// The most urgent first.
        case rows([RankedTask])
    }

    let contents: Contents
    /// The number of tasks that the list has.
    let count: Int
    /// The number of tasks, chosen from or not.
    let allCount: Int
}
