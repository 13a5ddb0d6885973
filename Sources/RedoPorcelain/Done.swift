import RedoCommand
import RedoJSON
import RedoLog
import RedoPlumbing
import RedoState

extension Command {
    private static let at = OptionSpecification.value(
        "at", takes: "time", "when it was done, instead of now")
    private static let notes = OptionSpecification.value(
        "notes", takes: "text", "notes on the to-do")

    /// `redo done`: completes the current to-do of tasks, and schedules the next one of a recurring
    /// task.
    package static let done = Command(
        CommandSpecification(
            "done", "Complete the current to-do of tasks; a recurring task gets its next one",
            operands: ["<task>..."], operandCount: 1...Int.max,
            options: [at, notes, TaskWriter.dialectOption])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        let log = try loadLog(context, store, of: context.arguments.operands)
        var writer = try TaskWriter.asked(by: context, store, log)
        let now = try context.now()
        var completed = now
        if let text = context.arguments.value(at) {
            completed = try DueDate.pastInstant(text, now: now)
        }
        var report = ""
        for task in try log.livingTasks(named: context.arguments.operands) {
            let next = try complete(task, at: completed, context.arguments.value(notes), &writer)
            report +=
                "done \(task.title.printable)\(next.map { ", next due \(localText($0))" } ?? "")\n"
        }
        try writer.commit(to: store)
        try context.print(report)
        return .done
    }

    /// Two nodes for a recurring task: COMPLETE_TODO, then CREATE_TODO (protocol, section 3).
    ///
    /// - Returns: the next deadline of a recurring task.
    private static func complete(
        _ task: TaskState, at completed: Instant, _ notes: String?, _ writer: inout TaskWriter
    ) throws(CommandError) -> Instant? {
        let todo = try currentTodo(of: task)
        var fields = [
            JSONMember("todoTaskId", .string(JSONString(todo.id.description))),
            JSONMember("completed", .string(JSONString(completed.wallText))),
        ]
        if let notes { fields.append(JSONMember("notes", .string(JSONString(notes)))) }
        try writer.add(.completeTodo, task.id, fields)
        guard task.frequencyDays > 0 else { return nil }
        let deadline = completed.advanced(byDays: task.frequencyDays)
        let next = TodoID(after: todo.id, of: task.id)
        try writer.add(
            .createTodo, task.id,
            [
                JSONMember("todoTaskId", .string(JSONString(next.description))),
                JSONMember("deadline", .string(JSONString(deadline.wallText))),
            ])
        return deadline
    }
}
