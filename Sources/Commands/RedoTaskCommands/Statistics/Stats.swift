import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let task = OptionSpecification.value(
        "task", takes: .task, isRepeatable: true, "only this task")
    private static let days = OptionSpecification.value(
        "days", takes: "count",
        "how many days count as recent, instead of 7; with --time: sum these days only")
    private static let time = OptionSpecification.flag(
        "time", "show the time that was tracked, as start and stop measure it")
    private static let by = OptionSpecification.value(
        "by", takes: "what", oneOf: WorkStatistics.Grouping.allCases.map(\.rawValue),
        "sum the time by task (the default), project, category or day")
    private static let json = OptionSpecification.flag("json", "print all figures as a JSON object")
    private static let svg = OptionSpecification.flag("svg", "print an SVG picture")
    private static let html = OptionSpecification.flag(
        "html", "print a page that needs nothing else")

    /// `redo stats`: shows figures about what was completed and what is open.
    package static let stats = Command(
        CommandSpecification(
            "stats", "Show how much was completed, when and how fast: as text, JSON, SVG or HTML",
            options: [task, days, time, by, json, svg, html],
            constraints: [
                .exclusive([json, svg, html]), .excludes(time, [svg, html]),
                .needs(by, anyOf: [time]),
            ], effect: .reads)
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let dayCount = try arguments.count(days) ?? 7
        guard (1...36_500).contains(dayCount) else {
            throw .usage("--days takes a number from 1 to 36500")
        }
        let repository = try context.openRepository()
        let tasks = try tasks(context, repository)
        let now = try context.now()
        if arguments.has(time) {
            return try showTime(tasks, dayCount, repository, &context)
        }
        let analytics = Analytics(tasks, at: now, LocalCalendar(.local))
        let statistics = Statistics(
            analytics, taskCount: tasks.count,
            at: Rank.Now(now, in: .local),
            by: try Rank(named: nil, repository.store.configuration, context),
            recentDays: dayCount)
        if arguments.has(json) {
            try context.printLine(CanonicalJSON.bytes(statistics.json))
        } else if arguments.has(svg) {
            try context.print(StatisticsPicture(statistics).svg.source)
        } else if arguments.has(html) {
            let organisation = try repository.family(Organisation.self)
            let state = try repository.tasks().state
            let facts = StateFacts(state, at: now, OrganisationFacts(organisation))
            try context.print(
                StatisticsPage(
                    statistics, OrganisedStatistics(analytics, state, facts, at: now),
                    WorkStatistics(
                        organisation.work, tasks, facts, lastDays: nil, shownDays: dayCount,
                        at: now, LocalCalendar(.local))
                ).html.source)
        } else {
            let columns = context.terminalColumns ?? 80
            try context.print(StatisticsText(statistics, columns: columns, context).text)
        }
        return .done
    }

    private static func showTime(
        _ tasks: [TaskState], _ dayCount: Int, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let arguments = context.arguments
        let grouping =
            try arguments.value(by).map { name throws(RedoError) in
                try choice(of: "division", named: name, among: WorkStatistics.Grouping.allCases)
            } ?? .task
        let organisation = try repository.family(Organisation.self)
        let now = try context.now()
        let facts = StateFacts(
            try repository.tasks().state, at: now, OrganisationFacts(organisation))
        let work = WorkStatistics(
            organisation.work, tasks, facts,
            lastDays: arguments.value(days) == nil ? nil : dayCount, shownDays: dayCount, at: now,
            LocalCalendar(.local))
        if arguments.has(json) {
            try context.printLine(CanonicalJSON.bytes(work.json(by: grouping)))
        } else {
            try context.print(work.text(by: grouping, width: context.terminalColumns, context))
        }
        return .done
    }

    private static func tasks(
        _ context: borrowing CommandContext, _ repository: Repository
    ) throws(RedoError) -> [TaskState] {
        let names = context.arguments.values(task)
        if names.isEmpty { return try repository.tasks().state.tasks }
        let log = try repository.log(of: names)
        var chosen: Set<TaskID> = []
        for name in names { chosen.insert(try log.taskID(named: name)) }
        return log.replay.foldState().tasks.filter { chosen.contains($0.id) }
    }
}
