import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    /// `redo archive`: takes tasks out of lists.
    package static let archive = archiving(
        CommandSpecification(
            "archive", "Archive tasks: take them out of the lists",
            operands: TaskSelection.forms(.task),
            options: TaskSelection.options + [TaskWriter.dialectOption],
            constraints: TaskSelection.constraints(.task), statuses: .writing()),
        .archive, "archived")

    /// `redo unarchive`: brings archived tasks back.
    package static let unarchive = archiving(
        CommandSpecification(
            "unarchive", "Bring archived tasks back into the lists",
            operands: TaskSelection.forms(.archivedTask),
            options: TaskSelection.options + [TaskWriter.dialectOption],
            constraints: TaskSelection.constraints(.archivedTask), statuses: .writing()),
        .unarchive, "unarchived")

    private static func archiving(
        _ specification: CommandSpecification, _ action: Action, _ word: String
    ) -> Command {
        Command(specification) { (context) throws(RedoError) in
            let repository = try context.openRepository()
            let isArchiving = action == .archive
            let selection = try TaskSelection(
                context, repository, to: specification.name,
                unlessNamed: [isArchiving ? .open : .archived])
            guard let selection else { return .no }
            let log = try selection.log(repository, about: isArchiving ? .unarchived : .archived)
            var status = ExitStatus.done
            let report = try context.edit(repository, log) { (writer) throws(RedoError) in
                var report = ""
                for task in try selection.tasks(of: log) {
                    if task.isInTrash {
                        status = .no
                        report += task.trashHint
                        continue
                    }
                    let isDone = task.isArchived == isArchiving
                    if !isDone { try writer.add(action, task.id, []) }
                    report += "\(isDone ? "unchanged" : word) \(task.title.printable)\n"
                    report += writer.joinReport(of: task.id)
                }
                return report
            }
            try context.print(report)
            return status
        }
    }
}

extension TaskState {
    /// Says that the task is in the trash, and what takes it out.
    var trashHint: String {
        "\(title.printable) is in the trash; 'redo restore \(id)' takes it out\n"
    }
}
