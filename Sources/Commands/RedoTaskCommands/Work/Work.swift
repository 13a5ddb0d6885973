import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let at = OptionSpecification.value(
        "at", takes: "when", "at this time, instead of now")

    /// `redo start`: begins to measure the time that is spent on tasks.
    package static let start = Command(
        CommandSpecification(
            "start", "Start measuring the time spent on tasks",
            operands: TaskSelection.forms(.openTask), options: [at] + TaskSelection.options,
            constraints: TaskSelection.constraints(.openTask), statuses: .writing())
    ) { (context) throws(RedoError) in
        let moment = try moment(context)
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(context, repository, to: "start") else {
            return .no
        }
        let organisation = try repository.family(Organisation.self)
        let running = organisation.running
        let log = try selection.log(repository, about: .open)
        let report = try context.edit(repository, log) { (writer) throws(RedoError) in
            let user = organisation.principal(of: writer.identity.author)
            var report = ""
            for task in try selection.tasks(of: log) {
                let title = task.title.printable
                if let known = running.first(where: { $0.task == task.id && $0.author == user }) {
                    let since = known.start.instant.map { localText($0) } ?? ""
                    report += "unchanged \(title), running since \(since)\n"
                    continue
                }
                let (id, certificate) = writer.newID(.work)
                try writer.add(
                    familyNode: .startWork, of: task.id,
                    workFields(id, moment) + certificate)
                report += "started \(title)\n" + writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        return .done
    }

    /// `redo stop`: ends what start began.
    package static let stop = Command(
        CommandSpecification(
            "stop", "Stop measuring time, of all tasks or of some",
            operands: [
                .optional(.repeated(.value(.task))), .input, .option(TaskSelection.query),
            ],
            options: [at] + TaskSelection.options, constraints: TaskSelection.optionConstraints,
            statuses: .writing(no: "nothing is running, or a hook refused it"))
    ) { (context) throws(RedoError) in
        let moment = try moment(context)
        let now = try context.now()
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(context, repository, to: "stop") else {
            return .no
        }
        let organisation = try repository.family(Organisation.self)
        let running = organisation.running
        let isOfAll = selection.names.isEmpty
        let log =
            isOfAll
            ? try repository.log(of: Set(running.map(\.task)).sorted().map(\.description))
            : try selection.log(repository)
        let tasks = isOfAll ? nil : Set(try selection.tasks(of: log).map(\.id))
        let state = log.replay.foldState()
        let report = try context.edit(repository, log) { (writer) throws(RedoError) in
            let user = organisation.principal(of: writer.identity.author)
            var report = ""
            for interval in running
            where interval.author == user && tasks?.contains(interval.task) ?? true {
                guard let task = state[interval.task] else { continue }
                let (start, end) = (interval.start.instant, moment ?? now)
                if let start, end < start {
                    throw .usage("\(task.title.printable) was started later, \(localText(start))")
                }
                try writer.add(
                    familyNode: .stopWork, of: task.id, workFields(interval.id, moment))
                let spent = start.map { "after \(Duration(from: $0, to: end))" } ?? ""
                report += "stopped \(task.title.printable) \(spent)\n"
                report += writer.joinReport(of: task.id)
            }
            return report
        }
        guard !report.isEmpty else {
            try context.print("nothing is running\n")
            return .no
        }
        try context.print(report)
        return .done
    }

    /// The fields of a node about an interval.
    static func workFields(_ id: UUIDValue, _ moment: Instant?) -> [JSONMember] {
        let name = JSONString("\(OwnedKind.work.idName)")
        return [JSONMember(name, .string(JSONString(id.text)))]
            + (moment.map { [JSONMember("at", .string(JSONString($0.wallText)))] } ?? [])
    }

    /// What `--at` says; nil for now.
    private static func moment(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Instant? {
        guard let text = context.arguments.value(at) else { return nil }
        let now = try context.now()
        let moment = try TimeExpression(now: now, direction: .past).moment(text)
        guard moment <= now else { throw .usage("--at \(text) is ahead of the clock") }
        return moment
    }
}

extension Organisation.WorkInterval {
    /// How long it took, or takes so far.
    func spent(until now: Instant) -> Duration {
        guard let start = start.instant else { return Duration(minutes: 0) }
        return Duration(from: start, to: end?.instant ?? now)
    }

    /// The interval for people: when, how long, and whose.
    func line(_ authors: AuthorNames, now: Instant) -> String {
        let begin = start.instant.map { localText($0) } ?? start.printable
        let finish = end.map { $0.instant.map { localText($0) } ?? $0.printable } ?? "now"
        return "\(begin) – \(finish)  \(spent(until: now))  \(authors.shortName(of: user))"
    }
}
