import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo stats`: shows figures about what was completed and what is open.
package struct StatsCommand: ParsableCommand {
    private static let task = OptionSpecification.value(
        "task", takes: .task, isRepeatable: true, "only this task")
    private static let days = OptionSpecification.value(
        "days", takes: "count",
        "how many days count as recent, instead of 7; with --time: sum these days only")
    private static let time = OptionSpecification.flag(
        "time", "show the time that was tracked, as start and stop measure it")
    private static let by = OptionSpecification.value(
        "by", takes: "what", oneOf: WorkStatistics.Grouping.allCases.map(\.rawValue),
        "sum the time by task (the default), project, category, tag or day")
    private static let csv = OptionSpecification.flag(
        "csv", "with --time: print a table of commas and lines")
    private static let json = OptionSpecification.flag("json", "print all figures as a JSON object")
    private static let svg = OptionSpecification.flag("svg", "print an SVG picture")

    package static let specification = CommandSpecification(
        "stats", "Show how much was completed, when and how fast: as text, JSON or SVG",
        options: [task, days, time, by, json, csv, svg],
        constraints: [
            .exclusive([json, csv, svg]), .excludes(time, [svg]),
            .needs(by, anyOf: [time]), .needs(csv, anyOf: [time]),
        ], effect: .reads)

    private enum Format {
        case text, json, svg
    }

    private enum Form {
        case statistics(Format)
        case time(by: WorkStatistics.Grouping, TimeFormat)
    }

    /// The output form of the tracked time.
    private enum TimeFormat {
        case text, json, csv
    }

    private let form: Form
    /// The tasks that count; nothing for all.
    private let names: [String]
    /// Nil if it is not given.
    private let dayCount: Int?

    private var shownDayCount: Int { dayCount ?? 7 }

    package init(_ arguments: Arguments) throws(RedoError) {
        dayCount = try arguments.count(Self.days)
        names = arguments.values(Self.task)
        let isJSON = arguments.has(Self.json)
        if arguments.has(Self.time) {
            let grouping = try arguments.value(Self.by).map { name throws(RedoError) in
                try choice(of: "division", named: name, among: WorkStatistics.Grouping.allCases)
            }
            form = .time(
                by: grouping ?? .task, isJSON ? .json : arguments.has(Self.csv) ? .csv : .text)
        } else {
            form = .statistics(arguments.has(Self.svg) ? .svg : isJSON ? .json : .text)
        }
        guard (1...36_500).contains(shownDayCount) else {
            throw .usage("--days takes a number from 1 to 36500")
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let tasks = try tasks(repository)
        switch form {
        case .statistics(let format): try show(tasks, as: format, repository, &context)
        case .time(let grouping, let format):
            try showTime(tasks, by: grouping, as: format, repository, &context)
        }
        return .done
    }

    private func show(
        _ tasks: [TaskState], as format: Format, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) {
        let now = try context.now()
        let analytics = Analytics(tasks, at: now, LocalCalendar(.local))
        let statistics = Statistics(
            analytics, of: tasks, at: Rank.Now(now, in: .local),
            by: try Rank(named: nil, repository.store.configuration, context),
            recentDays: shownDayCount)
        switch format {
        case .json: try context.printLine(CanonicalJSON.bytes(statistics.json))
        case .svg: try context.print(StatisticsPicture(statistics).svg.source)
        case .text:
            let columns = context.terminalColumns ?? 80
            try context.print(StatisticsText(statistics, columns: columns, context).text)
        }
    }

    private func showTime(
        _ tasks: [TaskState], by grouping: WorkStatistics.Grouping, as format: TimeFormat,
        _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) {
        let organisation = try repository.family(Organisation.self)
        let now = try context.now()
        let facts = StateFacts(
            try repository.tasks().state, at: now, OrganisationFacts(organisation))
        let work = WorkStatistics(
            organisation.work, tasks, facts, lastDays: dayCount, shownDays: shownDayCount,
            at: now, LocalCalendar(.local))
        switch format {
        case .json: try context.printLine(CanonicalJSON.bytes(work.json(by: grouping)))
        case .csv: try context.print(work.csv(by: grouping))
        case .text:
            try context.print(work.text(by: grouping, width: context.terminalColumns, context))
        }
    }

    private func tasks(_ repository: Repository) throws(RedoError) -> [TaskState] {
        if names.isEmpty { return try repository.tasks().state.tasks }
        let log = try repository.log(of: names)
        var chosen: Set<TaskID> = []
        for name in names { chosen.insert(try log.taskID(named: name)) }
        return log.replay.foldState().tasks.filter { chosen.contains($0.id) }
    }
}
