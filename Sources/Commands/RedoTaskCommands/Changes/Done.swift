import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let at = OptionSpecification.value(
        "at", takes: "time", "the time of completion, instead of now")
    private static let notes = OptionSpecification.value(
        "notes", takes: "text", "notes on the to-do")
    private static let chosenTodo = OptionSpecification.value(
        "todo", takes: "todo",
        isExpert: true,
        "complete this open to-do instead of the current one: the beginning of its id, or its title"
    )

    /// `redo done`: completes the current to-do of tasks, and schedules the next one of a recurring
    /// task.
    package static let done = Command(
        CommandSpecification(
            "done", "Complete tasks; a recurring task gets its next to-do",
            operands: TaskSelection.forms(.openTask),
            options: [at, notes, chosenTodo] + TaskSelection.options + [TaskWriter.dialectOption],
            constraints: TaskSelection.constraints(.openTask),
            statuses: .writing(
                no:
                    "a task has no open to-do, and nothing was written; or a rule exceeds a limit, or a hook refused it"
            ))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(context, repository, to: "complete") else {
            return .no
        }
        let log = try selection.log(repository, about: .open)
        let tasks = try selection.tasks(of: log)
        guard arguments.value(chosenTodo) == nil || tasks.count == 1 else {
            throw .usage("--todo takes one task")
        }
        var completion = Completion(
            at: try time(context), notes: arguments.value(notes), todo: arguments.value(chosenTodo),
            log: log)
        let report = try context.edit(repository, log) { (writer) throws(RedoError) in
            var report = ""
            for task in tasks {
                report += try completion.write(of: task, &writer)
                report += writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        for failure in completion.failures { context.complain(failure) }
        return completion.failures.isEmpty ? .done : .no
    }

    private static func time(_ context: borrowing CommandContext) throws(RedoError) -> Instant {
        let now = try context.now()
        return try context.arguments.value(at).map { text throws(RedoError) in
            try DueDate.pastInstant(text, now: now)
        } ?? now
    }
}
