import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension ExportCommand {
    /// The tasks that a query includes, as other programs are told of them; without one all that are neither archived
    /// nor in the trash.
    ///
    /// - Returns: the tasks, and how many were left out for want of a query.
    /// - Throws: wrong usage for a query that means nothing.
    private static func foreignTasks(
        _ query: String, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> (tasks: [ForeignTask], leftCount: Int) {
        let queried = try isBlank(query) ? nil : QueriedTasks(query, of: repository, context)
        let all = try repository.tasks().state.tasks
        let comments = Dictionary(
            grouping: try repository.family(Organisation.self).comments, by: \.task)
        let tasks = all.filter { queried?.contains($0) ?? !$0.isPutAway }
        return (
            tasks.map { ForeignTask($0, comments[$0.id] ?? []) },
            queried == nil ? all.count - tasks.count : 0
        )
    }

    /// `redo export --to`: writes tasks for another program.
    func exportTasks(
        to format: InterchangeFormat, _ query: String, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let (tasks, leftCount) = try Self.foreignTasks(query, repository, context)
        let output = format.write(tasks, try InterchangeSettings(context))
        try write(output.bytes, &context)
        context.note(left: output, of: format)
        if leftCount > 0 {
            context.note(
                "\(counted(leftCount, "task")) left out: archived or in the trash; a query includes them"
            )
        }
        return .done
    }
}

extension CommandContext {
    /// Says what a format has no place for.
    func note(left output: InterchangeOutput, of format: InterchangeFormat) {
        guard !output.left.isEmpty else { return }
        let names = output.left.map { "\($0.name) (\($0.count))" }
        note("\(format.rawValue) has no place for \(listed(names).printable)")
    }
}
