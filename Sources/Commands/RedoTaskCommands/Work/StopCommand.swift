import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// `redo stop`: ends what start began.
package struct StopCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "stop", "Stop measuring time, of all tasks or of some",
        operands: [
            .optional(.repeated(.value(.task))), .input, .option(TaskSelection.query),
        ],
        options: WorkRequest.options,
        constraints: TaskSelection.optionConstraints,
        readsNames: true, statuses: .writing(no: "nothing is running, or a hook refused it"))

    private let request: WorkRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        request = try WorkRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let now = try context.now()
        let moment = try request.moment(now: now)
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(request.tasks, context, repository, to: "stop")
        else {
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
        let report = try context.edit(repository, log, by: request.writing) {
            (writer) throws(RedoError) in
            let user = organisation.principal(of: writer.identity.author)
            var report = ""
            for interval in running
            where interval.author == user && tasks?.contains(interval.task) ?? true {
                guard let task = state[interval.task] else { continue }
                report += try interval.stop(of: task, at: moment, &writer)
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
}
