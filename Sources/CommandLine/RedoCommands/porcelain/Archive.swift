import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    /// `redo archive`: takes tasks out of lists.
    package static let archive = archiving(
        CommandSpecification(
            "archive", "Take tasks out of the lists; unarchive brings them back",
            operands: [.repeated(.value(.task))],
            options: [TaskWriter.dialectOption]),
        .archive, "archived")

    /// `redo unarchive`: brings archived tasks back.
    package static let unarchive = archiving(
        CommandSpecification(
            "unarchive", "Bring archived tasks back",
            operands: [.repeated(.value(.archivedTask))],
            options: [TaskWriter.dialectOption]),
        .unarchive, "unarchived")

    private static func archiving(
        _ specification: CommandSpecification, _ action: Action, _ word: String
    ) -> Command {
        Command(specification) { (context) throws(RedoError) in
            let repository = try context.openRepository()
            let log = try repository.log(
                of: context.arguments.operands,
                about: action == .archive ? .unarchived : .archived)
            var status = ExitStatus.done
            let report = try context.edit(repository, log) { (writer) throws(RedoError) in
                var report = ""
                for task in try log.livingTasks(named: context.arguments.operands) {
                    if task.isInTrash {
                        status = .no
                        report += task.trashHint
                        continue
                    }
                    let isDone = task.isArchived == (action == .archive)
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
