import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo done`: completes the current to-do of tasks, and schedules the next one of a recurring task.
package struct DoneCommand: ParsableCommand {
    private static let at = OptionSpecification.value(
        "at", takes: "time", "the time of completion, instead of now")
    private static let notes = OptionSpecification.value(
        "notes", takes: "text", isExpert: true, "a note on this occurrence alone")
    private static let chosenTodo = OptionSpecification.value(
        "todo", takes: "todo",
        isExpert: true,
        "complete this open occurrence instead of the current one: the beginning of its id, or its title"
    )

    package static let specification = CommandSpecification(
        "done", "Complete tasks; a recurring task gets its next deadline",
        operands: TaskSelection.forms(.openTask),
        options: [at, notes, OpenParts.option, chosenTodo] + TaskSelection.options
            + WritingRequest.options,
        constraints: TaskSelection.constraints(.openTask),
        readsNames: true,
        statuses: .writing(
            no:
                "a task is not open or has open parts, and nothing was written; or a rule exceeds a limit, or a hook refused it"
        ))

    private let tasks: TaskSelection.Request
    /// When they were completed, as it was given; nil for now.
    private let time: String?
    private let notes: String?
    /// The name of the to-do of the only task; nil for the current one.
    private let todo: String?
    private let parts: OpenParts.Request
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskSelection.Request(arguments)
        time = arguments.value(Self.at)
        notes = arguments.value(Self.notes)
        todo = arguments.value(Self.chosenTodo)
        parts = OpenParts.Request(arguments, to: "complete")
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(tasks, context, repository, to: "complete") else {
            return .no
        }
        var log = try selection.log(repository, about: .open)
        var tasks = try selection.tasks(of: log)
        guard todo == nil || tasks.count == 1 else { throw .usage("--todo takes one task") }
        let closed = todo == nil ? tasks.filter(\.isOpen) : []
        guard
            let parts = try parts.parts(
                of: closed, repository, isDryRun: writing.isDryRun, context)
        else { return .no }
        if !parts.ids.isEmpty {
            log = try selection.log(repository, about: .open, with: parts.ids)
            tasks = try parts.tasks(of: log) + selection.tasks(of: log)
        }
        let now = try context.now()
        let given = try time.map { text throws(RedoError) in
            try DueDate.pastInstant(text, now: now)
        }
        var completion = Completion(
            at: given ?? now, isReported: given != nil, notes: notes, todo: todo)
        let report = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            var report = ""
            for task in tasks {
                report += try completion.write(of: task, &writer)
                report += writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        if todo == nil { try context.print(try parts.report(after: tasks, repository)) }
        for failure in completion.failures { context.complain(failure) }
        return completion.failures.isEmpty ? .done : .no
    }
}
