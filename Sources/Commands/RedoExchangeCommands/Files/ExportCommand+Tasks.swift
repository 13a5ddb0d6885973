import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension ExportCommand {
    /// The tasks that a query includes, in the form that other programs receive. Without a query these are all tasks
    /// that are neither archived nor in the trash.
    ///
    /// - Returns: the tasks, how many were left out for want of a query, and the titles of those whose origin another
    ///   task has.
    /// - Throws: wrong usage for a query that means nothing.
    private static func foreignTasks(
        for format: InterchangeFormat, _ query: String, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> (tasks: [ForeignTask], leftCount: Int, doubled: [String]) {
        let queried = try isBlank(query) ? nil : QueriedTasks(query, of: repository, context)
        let state = try repository.tasks().state
        let organisation = try repository.family(Organisation.self)
        let comments = Dictionary(grouping: organisation.comments, by: \.task)
        let work = Dictionary(grouping: organisation.work, by: \.task)
        let tasks = state.tasks.filter { queried?.contains($0) ?? !$0.isPutAway }
        let origins = ForeignOrigins(state, own: try context.keyring().ownUsers())
        let catalog = repository.store.configuration.taskFields
        let foreign = tasks.map { state in
            var task = origins.foreignForm(state, comments[state.id] ?? [], in: format)
            task.work = (work[state.id] ?? []).compactMap(ForeignTask.WorkInterval.init)
            return format == .taskwarrior ? catalog.taskwarriorForm(of: task) : task
        }
        return (
            foreign, queried == nil ? state.tasks.count - tasks.count : 0,
            tasks.filter { origins.isDoubled($0, in: format) }.map(\.title.printable)
        )
    }

    /// `redo export --to`: writes tasks for another program.
    func exportTasks(
        to format: InterchangeFormat, _ query: String, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let (tasks, leftCount, doubled) = try Self.foreignTasks(
            for: format, query, repository, context)
        let output = format.write(tasks, try InterchangeSettings(context))
        try write(output.bytes, &context)
        context.note(left: output, of: format)
        if !doubled.isEmpty {
            context.note(
                "\(counted(doubled.count, "task")) written under an id of this log, since another task "
                    + "has the uid of \(format.rawValue): \(listed(doubled))")
        }
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
