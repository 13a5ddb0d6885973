import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let limit = OptionSpecification.value(
        "limit", letter: "n", takes: "count", takesBareNumber: true,
        "at most this many tasks")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each task, with its rank, state and current to-do")
    private static let ids = OptionSpecification.flag(
        "ids", letter: "q",
        isExpert: true, "print the id of each task and nothing else, as 'redo done -' reads them")
    private static let null = OptionSpecification.flag(
        "null", letter: "z", isExpert: true,
        "with --ids, end each id with a zero byte instead of a line feed")
    private static let asOf = OptionSpecification.value(
        "as-of", takes: "when", isExpert: true, "the list as it was at that time")

    private static let listSpecification = CommandSpecification(
        "list", "List open tasks, the most urgent first",
        operands: [.optional(.value(.report)), .optional(.repeated(.value("query")))],
        options: ListFilter.options + [
            ListFilter.queryOption, Report.option, ListOrder.option, ListColumns.option,
            ListGrouping.option, limit, json, ids, null, TaskContext.option,
            asOf,
            TaskTable.rankOption,
        ],
        constraints: ListFilter.constraints + [
            .exclusive([json, ids, ListGrouping.option]),
            .needs(null, anyOf: [ids]),
        ], effect: .reads)

    /// `redo list`: shows the tasks, the most urgent first.
    package static let list = Command(listSpecification) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        let given = context.arguments
        let report = try Report.requested(by: given, repository.store.configuration)
        let arguments = try report?.completing(given) ?? given
        context.arguments = arguments
        let clock = try context.now()
        let moment = try context.pastMoment(asOf)
        let now = moment ?? clock
        var table = try TaskTable(context, repository.store, at: moment)
        let request = try ListRequest(
            context, given, report, repository, table,
            isForPeople: !arguments.has(json) && !arguments.has(ids), now: now)
        // The columns of a report are for people alone.
        if let form = [json, ids].first(where: given.has), given.value(ListColumns.option) != nil {
            throw .usage("--\(ListColumns.option.name) and --\(form.name) do not go together")
        }
        if let columns = arguments.value(ListColumns.option) {
            table.columns = try TaskColumn.list(columns, table.fields)
        }
        let order = try ListOrder(
            arguments.value(ListOrder.option), table.fields,
            isByChange: arguments.has(ListFilter.completed))
        let limit = try arguments.count(limit)
        let organisation = try repository.organisationFacts(at: now)
        // Lines that need no more than their own task are made while it is at hand.
        let areLines =
            order.isByRank && limit == nil && request.grouping == nil && !arguments.has(json)
            && !arguments.has(ids) && table.hasIndependentLines(context)
        let listed = try repository.withListedTasks(areOpen: request.isOfOpenTasks, asOf: moment) {
            tasks throws(TaskDamage) in
            table.knownIDs = tasks.ids
            try table.take(tasks, organisation)
            let facts = table.facts
            let isWanted: @Sendable (TaskState) -> Bool = {
                request.query.includes($0, facts.facts(of: $0))
            }
            return Listed(
                contents: areLines
                    ? .lines(try table.lines(of: tasks, where: isWanted))
                    : .rows(
                        try table.ranked(
                            tasks, limit: order.isByRank ? limit : nil, where: isWanted)),
                allCount: tasks.allCount)
        }
        var rows: [RankedTask]
        switch listed.contents {
        case .lines(let parts):
            request.context?.announce(context)
            context.startPager()
            for part in parts { try context.print(part) }
            return .done
        case .rows(let ranked): rows = order.sorted(ranked)
        }
        if let limit { rows = Array(rows.prefix(limit)) }
        keepUntilExit(rows)
        if arguments.has(ids) {
            let end = arguments.has(null) ? "\0" : "\n"
            for row in rows { try context.print(row.task.id.description + end) }
            return .done
        }
        if arguments.has(json) {
            for row in rows {
                try context.printLine(row.task.canonicalBytes(with: table.members(of: row)))
            }
            return .done
        }
        request.context?.announce(context)
        if rows.isEmpty, context.terminalColumns != nil {
            context.complain(emptiness(listed.allCount, arguments))
            return .done
        }
        context.startPager()
        guard let grouping = request.grouping else {
            try context.print(table.bytes(of: rows, context: context))
            return .done
        }
        for (place, part) in grouping.parts(of: rows, table, now: now).enumerated() {
            try context.print(
                "\(place > 0 ? "\n" : "")\(context.styled(part.title, part.style ?? .bold))\n")
            try context.print(table.bytes(of: part.rows, context: context))
            try context.print("\(part.sum)\n")
        }
        return .done
    }

    /// The text in the place of a table without tasks.
    ///
    /// - Parameter count: of all tasks.
    private static func emptiness(_ count: Int, _ arguments: Arguments) -> String {
        if count == 0 { return "no tasks yet\nhint: 'redo add <title>' adds one\n" }
        if arguments.has(ListFilter.all) { return "no task matches\n" }
        return "nothing to show\nhint: 'redo list --all' shows every task\n"
    }
}

/// What a list shows.
private struct Listed {
    enum Contents {
        /// The lines of a table, some at a time.
        case lines([[UInt8]])
        /// The most urgent first.
        case rows([RankedTask])
    }

    let contents: Contents
    /// How many tasks there are, chosen from or not.
    let allCount: Int
}
