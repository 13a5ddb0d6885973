import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let title = OptionSpecification.value(
        "title", takes: "text", "a title of its own (fields dialect only)")

    /// `redo todo`: gives a task another to-do.
    package static let todo = Command(
        CommandSpecification(
            "todo", "Add a to-do to a task, in the place of one that is open",
            operands: [.value(.task)],
            options: TodoFieldOptions.all + [title, TaskWriter.dialectOption])
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        let log = try repository.log(of: [context.arguments.operands[0]])
        let task = try log.livingTask(named: context.arguments.operands[0])
        let joined = try context.edit(repository, log) { (writer) throws(RedoError) in
            var fields = try TodoFieldOptions.fields(context, writer.dialect)
            if let text = context.arguments.value(title) {
                guard writer.dialect == .fields else {
                    throw .usage("a to-do of the payload dialect has no title")
                }
                fields.append(JSONMember("title", .string(JSONString(text))))
            }
            try writer.add(.createTodo, task.id, fields)
            try writer.settle(task.openTodos, of: task.id)
            return writer.joinReport(of: task.id)
        }
        let due = try TodoFieldOptions.deadline(context).map { ", due \(localText($0))" } ?? ""
        try context.print("added a to-do to \(task.title.printable)\(due)\n\(joined)")
        if let todo = task.currentTodo {
            let due = todo.due.map { "due \(localText($0))" } ?? "without a deadline"
            try context.print("  it replaces the one that was open, \(due)\n")
        }
        if task.isArchived || task.isCompleted {
            try context.print("the task is \(task.isCompleted ? "completed" : "archived")\n")
        }
        return .done
    }
}
