import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// `redo archive`: takes tasks out of lists.
package struct ArchiveCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "archive", "Archive tasks: take them out of the lists",
        operands: TaskSelection.forms(.task),
        options: [OpenParts.option] + TaskSelection.options + WritingRequest.options,
        constraints: TaskSelection.constraints(.task), readsNames: true,
        statuses: .writing(
            no: "a task is in the trash or has open parts, or a hook refused it"))

    private let change: ArchiveChange

    package init(_ arguments: Arguments) throws(RedoError) {
        change = try ArchiveChange(arguments, isArchiving: true)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try change.run(isArchiving: true, &context)
    }
}

/// `redo unarchive`: brings archived tasks back.
package struct UnarchiveCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "unarchive", "Bring archived tasks back into the lists",
        operands: TaskSelection.forms(.archivedTask),
        options: TaskSelection.options + WritingRequest.options,
        constraints: TaskSelection.constraints(.archivedTask), readsNames: true,
        statuses: .writing())

    private let change: ArchiveChange

    package init(_ arguments: Arguments) throws(RedoError) {
        change = try ArchiveChange(arguments, isArchiving: false)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try change.run(isArchiving: false, &context)
    }
}

/// Tasks that go into the archive, or come out of it.
private struct ArchiveChange {
    private let tasks: TaskSelection.Request
    /// Nil of a command that leaves parts alone.
    private let parts: OpenParts.Request?
    private let writing: WritingRequest

    init(_ arguments: Arguments, isArchiving: Bool) throws(RedoError) {
        parts = isArchiving ? OpenParts.Request(arguments, to: "archive") : nil
        tasks = try TaskSelection.Request(arguments)
        writing = try WritingRequest(arguments)
    }

    func run(
        isArchiving: Bool, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let selection = try TaskSelection(
            tasks, context, repository, to: isArchiving ? "archive" : "unarchive",
            unlessNamed: [isArchiving ? .open : .archived])
        guard let selection else { return .no }
        let aspect = isArchiving ? TaskAspect.unarchived : .archived
        var log = try selection.log(repository, about: aspect)
        var all = try selection.tasks(of: log)
        if let request = parts {
            guard
                let parts = try request.parts(
                    of: all.filter { !$0.isPutAway }, repository, isDryRun: writing.isDryRun,
                    context)
            else { return .no }
            if !parts.ids.isEmpty {
                log = try selection.log(repository, about: aspect, with: parts.ids)
                all = try parts.tasks(of: log) + selection.tasks(of: log)
            }
        }
        let word = isArchiving ? "archived" : "unarchived"
        var status = ExitStatus.done
        let report = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            var report = ""
            for task in all {
                if task.isInTrash {
                    status = .no
                    report += task.trashHint
                    continue
                }
                let isDone = task.isArchived == isArchiving
                if !isDone { try writer.add(isArchiving ? .archive : .unarchive, task.id, []) }
                report += "\(isDone ? "unchanged" : word) \(task.title.printable)\n"
                report += writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        return status
    }
}

extension TaskState {
    /// The error that the task is in the trash, with the command that restores it.
    var trashHint: String {
        "\(title.printable) is in the trash; 'redo restore \(id.description.prefix(8))' takes it out\n"
    }
}
