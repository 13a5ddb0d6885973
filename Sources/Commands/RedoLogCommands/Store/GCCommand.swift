import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo gc`: packs nodes, removes what interrupted commands have left behind, never a node, and deletes
/// for good what has been in the trash long enough.
package struct GCCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "gc",
        "Clean up: pack nodes, remove leftovers, archive expired tasks, delete old trash",
        options: Packing.options)

    private let packing: Packing

    package init(_ arguments: Arguments) {
        packing = Packing(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let store = repository.store
        let isDry = packing.isDry
        let archived = Self.archiveExpired(context, repository, isDry: isDry)
        let deleted = Self.emptyOldTrash(context, repository, isDry: isDry)
        guard let report = try packing.pack(store, context) else { return .done }
        let stale = try store.removeStaleFiles(isDry: isDry)
        let epochs = store.removeUnneededEpochs(isDry: isDry)
        if !isDry {
            try store.removeOldOperations()
            try store.removeOldArrivals(now: Int(Clock.milliseconds() / 1000))
        }
        if packing.isQuiet { return .done }
        func line(_ verb: String, _ past: String, _ what: String) -> String {
            "\(isDry ? "would \(verb)" : past) \(what)\n"
        }
        if archived > 0 {
            try context.print(line("archive", "archived", counted(archived, "expired task")))
        }
        if deleted > 0 {
            let tasks = "\(counted(deleted, "task")) of the trash permanently"
            try context.print(line("delete", "deleted", tasks))
        }
        if report.name != nil || isDry && report.nodeCount > 0 {
            try context.print(line("pack", "packed", counted(report.nodeCount, "node")))
        }
        if stale > 0 {
            try context.print(line("remove", "removed", counted(stale, "temporary file")))
        }
        if epochs > 0 {
            let files = "\(counted(epochs, "epoch file")) of remotes"
            try context.print(line("remove", "removed", files))
        }
        return .done
    }

    /// Archives the tasks whose time has run out, before the nodes are packed. A failure is said and stops nothing.
    ///
    /// - Parameter isDry: whether they are only counted.
    /// - Returns: how many tasks were archived.
    private static func archiveExpired(
        _ context: borrowing CommandContext, _ repository: Repository, isDry: Bool
    ) -> Int {
        do throws(RedoError) {
            let now = try context.now()
            guard let author = try? context.keyring().author(for: repository.store),
                repository.soundTrash(now: now)?.isClockPlausible == true
            else { return 0 }
            let user = try repository.people().principal(of: author)
            let expired = try repository.expiredTasks(now: now, for: user)
            if expired.isEmpty || isDry { return expired.count }
            let log = try repository.log(of: expired.map(\.description))
            try context.edit(repository, log, by: WritingRequest()) { (writer) throws(RedoError) in
                writer.operationKind = .maintenance
                for task in expired { try writer.add(.archive, task, []) }
            }
            return expired.count
        } catch {
            context.note("expired tasks were not archived: \(error.message.printable)")
            return 0
        }
    }

    /// Deletes for good what has been in the trash long enough, before the nodes are packed. A failure is said
    /// and stops nothing.
    ///
    /// - Parameter isDry: whether they are only counted.
    /// - Returns: how many tasks were deleted.
    private static func emptyOldTrash(
        _ context: borrowing CommandContext, _ repository: Repository, isDry: Bool
    ) -> Int {
        do throws(RedoError) {
            guard let author = try? context.keyring().author(for: repository.store),
                let trash = repository.soundTrash(now: try context.now())
            else { return 0 }
            let user = try repository.people().principal(of: author)
            let due = trash.due(to: user)
            if !due.isEmpty, !isDry {
                try TrashCommand.bury(due, context, repository, as: .maintenance)
            }
            return due.count
        } catch {
            context.note("the trash was not emptied: \(error.message.printable)")
            return 0
        }
    }
}
