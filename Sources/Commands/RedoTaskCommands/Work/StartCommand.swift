import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// `redo start`: begins to measure the time that is spent on tasks.
package struct StartCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "start", "Start measuring the time spent on tasks",
        operands: TaskSelection.forms(.openTask),
        options: [WorkOptions.at] + TaskSelection.options + [WritingRequest.expect],
        constraints: TaskSelection.constraints(.openTask), readsNames: true, statuses: .writing())

    private let tasks: TaskSelection.Request
    /// When, as it was given; nil for now.
    private let time: String?
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskSelection.Request(arguments)
        time = arguments.value(WorkOptions.at)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let moment = try WorkOptions.moment(time, now: try context.now())
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(tasks, context, repository, to: "start") else {
            return .no
        }
        let organisation = try repository.family(Organisation.self)
        let running = organisation.running
        let log = try selection.log(repository, about: .open)
        let report = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
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
                    Organisation.WorkInterval.fields(id, at: moment) + certificate)
                report += "started \(title)\n" + writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        return .done
    }
}
