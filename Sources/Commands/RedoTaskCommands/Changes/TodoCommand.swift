import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo todo`: opens tasks again, or gives them another deadline in place of the open one.
package struct TodoCommand: ParsableCommand {
    private static let title = OptionSpecification.value(
        "title", takes: "text", isExpert: true, "a title of this occurrence alone")
    private static let yes = OptionSpecification.flag(
        "yes", letter: "y", "do not ask; a terminal is asked before an open task is replaced")

    package static let specification = CommandSpecification(
        "todo", "Open tasks again with another deadline",
        operands: TaskSelection.forms(.task, isSingle: true),
        options: TodoFieldOptions.all + [title]
            + TaskSelection.options.filter { $0.name != yes.name } + [yes]
            + WritingRequest.options,
        constraints: TaskSelection.constraints(.task, isSingle: true).filter { constraint in
            // Here --yes is of use without a query as well.
            if case .needs(let option, anyOf: _) = constraint {
                option.name != yes.name
            } else {
                true
            }
        }, readsNames: true, statuses: .writing())

    private let tasks: TaskSelection.Request
    private let todo: TodoFieldOptions
    private let title: String?
    private let isUnasked: Bool
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskSelection.Request(arguments)
        todo = TodoFieldOptions(arguments)
        title = arguments.value(Self.title)
        writing = try WritingRequest(arguments)
        isUnasked = arguments.has(Self.yes) || writing.isDryRun
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let selection = try TaskSelection(tasks, context, repository, to: "open again")
        guard let selection else { return .no }
        let log = try selection.log(repository)
        let tasks = try selection.tasks(of: log)
        let now = try context.now()
        let due =
            try todo.deadline(now: now).map {
                "due \(UnderstoodDate(now: now).text($0, endsDay: true))"
            } ?? "without a deadline"
        if !isUnasked, context.surroundings.hasTerminalInput {
            for task in tasks {
                guard let open = task.openOccurrence(now: now) else { continue }
                let question = "\(task.title.printable) is open, \(open): replace that?"
                guard try context.isConfirmed(question) else { return .no }
            }
        }
        let report = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            var report = ""
            for task in tasks {
                try write(of: task, &writer, now: now)
                report += Self.report(of: task, due: due, now: now)
                report += writer.joinReport(of: task.id)
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
                throw .usage("with redo.dialect = payload an occurrence has no title")
            }
            fields.append(JSONMember("title", .string(JSONString(title))))
        }
        if writer.dialect == .fields { fields += task.currentTodo?.startFields ?? [] }
        try writer.add(.createTodo, task.id, fields)
        try writer.settle(task.openTodos, of: task.id)
    }

    /// What was done with a task, as lines.
    private static func report(of task: TaskState, due: String, now: Instant) -> String {
        let title = task.title.printable
        var text = task.isCompleted ? "gave \(title) an occurrence" : "opened \(title) again"
        text += ", \(due)\n"
        if let open = task.openOccurrence(now: now) {
            text += "  in place of the open one, \(open)\n"
        }
        if task.isCompleted {
            text += "the task as a whole stays completed\n"
        } else if task.isArchived {
            text += "the task is archived\n"
        }
        return text
    }
}

extension TaskState {
    /// The deadline of a task that is open, in words; nil for one that is not.
    fileprivate func openOccurrence(now: Instant) -> String? {
        currentTodo.map { todo in
            todo.due.map { "due \(UnderstoodDate(now: now).text($0, endsDay: true))" }
                ?? "without a deadline"
        }
    }
}
