import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let task = OptionSpecification.value(
        "task", takes: .task, isRepeatable: true, "only this task")
    private static let days = OptionSpecification.value(
        "days", takes: "count", "how many days count as recent, instead of 7")
    private static let json = OptionSpecification.flag("json", "print all figures as a JSON object")
    private static let svg = OptionSpecification.flag("svg", "print an SVG picture")
    private static let html = OptionSpecification.flag(
        "html", "print a page that needs nothing else")

    /// `redo stats`: shows figures about what was completed and what is to be done.
    package static let stats = Command(
        CommandSpecification(
            "stats", "Show how much was completed, when and how fast: as text, JSON, SVG or HTML",
            options: [task, days, json, svg, html], constraints: [.exclusive([json, svg, html])])
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let dayCount = try arguments.count(days) ?? 7
        guard (1...36_500).contains(dayCount) else {
            throw .usage("--days takes a number from 1 to 36500")
        }
        let repository = try context.openRepository()
        let tasks = try tasks(context, repository)
        let now = try context.now()
        let statistics = Statistics(
            Analytics(tasks, at: now, LocalCalendar(.local)), taskCount: tasks.count,
            at: Rank.Now(now, in: .local),
            by: try Rank(named: nil, repository.store.configuration, context),
            recentDays: dayCount)
        if arguments.has(json) {
            try context.printLine(CanonicalJSON.bytes(statistics.json))
        } else if arguments.has(svg) {
            try context.print(StatisticsPicture(statistics).svg)
        } else if arguments.has(html) {
            try context.print(StatisticsPage(statistics).html)
        } else {
            let columns = Terminal.columns(of: 1) ?? 80
            try context.print(StatisticsText(statistics, columns: columns, context).text)
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
