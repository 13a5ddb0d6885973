import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo snooze`: puts tasks off.
package struct SnoozeCommand: ParsableCommand {
    private static let days = OptionSpecification.value(
        "days", takes: "count", "move the deadline by that many days")
    private static let due = OptionSpecification.value(
        "due", letter: "d", takes: .when, "set this deadline")
    private static let until = OptionSpecification.value(
        "until", takes: .when, "hide the task from lists until then")

    package static let specification = CommandSpecification(
        "snooze", "Postpone tasks, or hide them for a while",
        operands: TaskSelection.forms(.openTask),
        options: [days, due, until] + TaskSelection.options + WritingRequest.options,
        constraints: TaskSelection.optionConstraints + [
            .exactlyOne([days, due, until]), TaskSelection.operandConstraint(.openTask),
        ],
        readsNames: true,
        statuses: .writing(
            no:
                "a task is not open, and nothing was written; or a hook refused it"
        ))

    private enum Change {
        case days(Int)
        /// The deadline as it was given.
        case due(String)
        /// Until when the task is hidden, as it was given.
        case hidden(until: String)

        init(_ arguments: Arguments) throws(RedoError) {
            if let text = arguments.value(until) {
                self = .hidden(until: text)
            } else if let text = arguments.value(SnoozeCommand.due) {
                self = .due(text)
            } else {
                guard let count = try arguments.count(SnoozeCommand.days), count > 0 else {
                    throw .usage("--days takes a number of 1 or more")
                }
                self = .days(count)
            }
        }
    }

    private let tasks: TaskSelection.Request
    private let change: Change
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskSelection.Request(arguments)
        change = try Change(arguments)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(tasks, context, repository, to: "snooze") else {
            return .no
        }
        let log = try selection.log(repository, about: .open)
        let report = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            let now = try context.now()
            var report = ""
            for task in try selection.tasks(of: log) {
                let (fields, result) = try snooze(task, writer.dialect, now)
                if let fields { try writer.add(.snooze, task.id, fields) }
                let word = fields == nil ? "unchanged" : "snoozed"
                report += "\(word) \(task.title.printable), \(result)\n"
                report += writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        return .done
    }

    /// - Returns: the fields of a SNOOZE, or nil if it would change nothing; and what it does, in
    ///   words.
    private func snooze(
        _ task: TaskState, _ dialect: Dialect, _ now: Instant
    ) throws(RedoError) -> (fields: [JSONMember]?, result: String) {
        switch change {
        case .days(let count):
            let todo = try task.openTodo()
            let deadline = (todo.due ?? now).advanced(byDays: count)
            return (
                [todo.idMember, JSONMember("daysToExtend", .number(Double(count)))],
                "due \(UnderstoodDate(now: now).text(deadline, endsDay: true))"
            )
        case .due(let text):
            let todo = try task.openTodo()
            let deadline = try DueDate.instant(text, now: now)
            let field = JSONMember("newDeadline", .string(JSONString(deadline.wallText)))
            return (
                todo.due == deadline ? nil : [todo.idMember, field],
                "due \(UnderstoodDate(now: now).text(deadline, endsDay: true))"
            )
        case .hidden(let text):
            guard dialect == .fields else {
                throw .usage(
                    "with redo.dialect = payload a task cannot be hidden: give --days or --due")
            }
            // A time that is over hides nothing.
            let chosen = try DueDate.beginningOrNone(text, now: now)
            let time = chosen ?? now
            let before = task.snoozedUntil?.instant
            let field = JSONMember("snoozeUntil", .string(JSONString(time.wallText)))
            if chosen == nil {
                return (before.map { $0 > now } == true ? [field] : nil, "not hidden")
            }
            return (
                before == time ? nil : [field],
                "hidden until \(UnderstoodDate(now: now).text(time, endsDay: false))"
            )
        }
    }
}

extension TodoState {
    fileprivate var idMember: JSONMember {
        JSONMember("todoTaskId", .string(JSONString(id.description)))
    }
}
