import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// `redo delete`: moves tasks into the trash, or deletes them for good.
package struct DeleteCommand: ParsableCommand {
    private static let now = OptionSpecification.flag(
        "now", "delete permanently at once, without the trash")
    private static let force = OptionSpecification.flag(
        "force", letter: "f", "with --now, do not ask on a terminal")

    package static let specification = CommandSpecification(
        "delete", "Move tasks into the trash; restore takes them out",
        operands: TaskSelection.forms(.task),
        options: [now, force, OpenParts.option] + TaskSelection.options + WritingRequest.options,
        constraints: [.needs(force, anyOf: [now])] + TaskSelection.constraints(.task),
        readsNames: true, statuses: .writing(done: "all tasks were deleted", no: "one was not"))

    private enum Way {
        case trash
        case permanently(isUnasked: Bool)
    }

    private let tasks: TaskSelection.Request
    private let way: Way
    private let parts: OpenParts.Request
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskSelection.Request(arguments)
        parts = OpenParts.Request(arguments, to: "delete")
        writing = try WritingRequest(arguments)
        way =
            arguments.has(Self.now)
            ? .permanently(isUnasked: arguments.has(Self.force) || writing.isDryRun) : .trash
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        guard let selection = try TaskSelection(tasks, context, repository, to: "delete") else {
            return .no
        }
        var log = try selection.log(repository)
        var tasks = try selection.tasks(of: log)
        guard
            let parts = try parts.parts(
                of: tasks.filter { !$0.isInTrash }, repository, isDryRun: writing.isDryRun,
                asking: question, context)
        else { return .no }
        if !parts.ids.isEmpty {
            log = try selection.log(repository, with: parts.ids)
            tasks = try parts.tasks(of: log) + selection.tasks(of: log)
        }
        if case .permanently(let isUnasked) = way {
            return try delete(tasks, isUnasked: isUnasked, &context, repository, log)
        }
        let report = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            var report = ""
            for task in tasks {
                report += try Self.moveIntoTrash(task, &writer) + writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        return .done
    }

    /// Who is asked about parts: the question about a permanent deletion names them, too.
    private var question: OpenParts.Request.Question {
        switch way {
        case .trash: .here
        case .permanently(let isUnasked): isUnasked ? .none : .later
        }
    }

    /// Moves a task into the trash, or archives it where the dialect has none.
    ///
    /// - Returns: what was done, as a line.
    static func moveIntoTrash(
        _ task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        let title = task.title.printable
        if task.isInTrash { return "unchanged \(title), which is in the trash\n" }
        guard writer.dialect == .payload else {
            try writer.moveIntoTrash(task)
            return "moved \(title) into the trash\n"
        }
        let reason = "with redo.dialect = payload there is no trash"
        if task.isArchived { return "unchanged \(title), which is archived: \(reason)\n" }
        try writer.add(.archive, task.id, [])
        return "archived \(title): \(reason)\n"
    }

    /// Deletes tasks permanently. What is in the trash is taken out first: of what stays there only maintenance writes
    /// tombstones.
    private func delete(
        _ tasks: [TaskState], isUnasked: Bool, _ context: inout CommandContext,
        _ repository: Repository, _ log: Log
    ) throws(RedoError) -> ExitStatus {
        let isDone = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            if !isUnasked, context.surroundings.hasTerminalInput {
                let titles = tasks.map { $0.title.printable }.joined(separator: ", ")
                guard try context.isConfirmed("delete \(titles) permanently?") else { return false }
            }
            for task in tasks {
                if task.isInTrash { try writer.takeOutOfTrash(task, unarchives: false) }
                try writer.addDelete(of: task.id)
            }
            return true
        }
        guard isDone else { return .no }
        for task in tasks { try context.print("deleted \(task.title.printable)\n") }
        return .done
    }
}
