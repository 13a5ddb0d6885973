import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let title = OptionSpecification.value(
        "title", takes: "text", "a title of its own (fields dialect only)")

    /// `redo todo`: gives tasks another to-do.
    package static let todo = Command(
        CommandSpecification(
            "todo", "Add a to-do to tasks, in place of the open one",
            operands: TaskSelection.forms(.task, isSingle: true),
            options: TodoFieldOptions.all + [title] + TaskSelection.options + [
                TaskWriter.dialectOption
            ],
            constraints: TaskSelection.constraints(.task, isSingle: true), statuses: .writing())
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(context, repository, to: "add a to-do to") else {
            return .no
        }
        let log = try selection.log(repository)
        let tasks = try selection.tasks(of: log)
        let due = try TodoFieldOptions.deadline(context).map { ", due \(localText($0))" } ?? ""
        let report = try context.edit(repository, log) { (writer) throws(RedoError) in
            var report = ""
            for task in tasks {
                try write(of: task, &writer, context)
                report += "added a to-do to \(task.title.printable)\(due)\n"
                report += writer.joinReport(of: task.id) + situation(of: task)
            }
            return report
        }
        try context.print(report)
        return .done
    }

    private static func write(
        of task: TaskState, _ writer: inout TaskWriter, _ context: borrowing CommandContext
    ) throws(RedoError) {
        var fields = try TodoFieldOptions.fields(context, writer.dialect)
        if let text = context.arguments.value(title) {
            guard writer.dialect == .fields else {
                throw .usage("a to-do of the payload dialect has no title")
            }
            fields.append(JSONMember("title", .string(JSONString(text))))
        }
        try writer.add(.createTodo, task.id, fields)
        try writer.settle(task.openTodos, of: task.id)
    }

    /// What a person should know of the task that got the to-do.
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
