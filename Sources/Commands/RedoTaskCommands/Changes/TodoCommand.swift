import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo todo`: gives tasks another to-do.
package struct TodoCommand: ParsableCommand {
    private static let title = OptionSpecification.value(
        "title", takes: "text", "a title of its own (fields dialect only)")

    package static let specification = CommandSpecification(
        "todo", "Add a to-do to tasks, in place of the open one",
        operands: TaskSelection.forms(.task, isSingle: true),
        options: TodoFieldOptions.all + [title] + TaskSelection.options + WritingRequest.options,
        constraints: TaskSelection.constraints(.task, isSingle: true), readsNames: true,
        statuses: .writing())

    private let tasks: TaskSelection.Request
    private let todo: TodoFieldOptions
    private let title: String?
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskSelection.Request(arguments)
        todo = TodoFieldOptions(arguments)
        title = arguments.value(Self.title)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let selection = try TaskSelection(tasks, context, repository, to: "add a to-do to")
        guard let selection else { return .no }
        let log = try selection.log(repository)
        let tasks = try selection.tasks(of: log)
        let now = try context.now()
        let due = try todo.deadline(now: now).map { ", due \(localText($0))" } ?? ""
        let report = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            var report = ""
            for task in tasks {
                try write(of: task, &writer, now: now)
                report += "added a to-do to \(task.title.printable)\(due)\n"
                report += writer.joinReport(of: task.id) + Self.situation(of: task)
            }
            return report
        }
        try context.print(report)
        return .done
    }

    private func write(
        of task: TaskState, _ writer: inout TaskWriter, now: Instant
    ) throws(RedoError) {
        var fields = try todo.fields(writer.dialect, now: now)
        if let title {
            guard writer.dialect == .fields else {
                throw .usage("a to-do of the payload dialect has no title")
            }
            fields.append(JSONMember("title", .string(JSONString(title))))
        }
        if writer.dialect == .fields { fields += task.currentTodo?.startFields ?? [] }
        try writer.add(.createTodo, task.id, fields)
        try writer.settle(task.openTodos, of: task.id)
    }

    /// Notes for a person about the task of the new to-do.
    private static func situation(of task: TaskState) -> String {
        var text = ""
        if let todo = task.currentTodo {
            let due = todo.due.map { "due \(localText($0))" } ?? "without a deadline"
            text += "  it replaces the one that was open, \(due)\n"
        }
        if task.isArchived || task.isCompleted {
            text += "the task is \(task.isCompleted ? "completed" : "archived")\n"
        }
        return text
    }
}
