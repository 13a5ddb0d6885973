import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// `redo skip`: goes to the next occurrence of recurring tasks, without counting the current one as done.
package struct SkipCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "skip", "Skip an occurrence of recurring tasks, without counting it as done",
        operands: TaskSelection.forms(.openTask),
        options: TaskSelection.options + WritingRequest.options,
        constraints: TaskSelection.constraints(.openTask), readsNames: true,
        statuses: .writing(
            no:
                "a task does not recur, or has no next occurrence, and nothing was written; or a hook refused it"
        ))

    private let tasks: TaskSelection.Request
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskSelection.Request(arguments)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(tasks, context, repository, to: "skip") else {
            return .no
        }
        let log = try selection.log(repository, about: .open)
        let skip = OccurrenceSkip(now: try context.now())
        let report = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            var report = ""
            for task in try selection.tasks(of: log) {
                report += try skip.write(of: task, &writer)
                report += writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        return .done
    }
}
