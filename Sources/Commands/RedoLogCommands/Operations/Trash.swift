import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let force = OptionSpecification.flag(
        "force", letter: "f", "empty: do not ask on a terminal")
    private static let dryRun = OptionSpecification.flag(
        "dry-run", letter: "n", "empty: delete nothing, and say what would be deleted")
    private static let json = OptionSpecification.flag(
        "json", "list: print a JSON object for each task, with what 'redo list --json' prints")

    /// `redo trash`: shows what was deleted, and deletes for good what has been there long enough.
    package static let trash = Command(
        CommandSpecification(
            "trash", "List the deleted tasks, and delete old ones permanently",
            operands: ["list", "empty"], options: [force, dryRun, json],
            constraints: [.excludes(json, [force, dryRun])],
            statuses: .writing(
                done: "it was done and nothing stays in the trash that was emptied",
                no: "something does"))
    ) { (context) throws(RedoError) in
        let word = context.arguments.operands[0]
        switch word {
        case "list":
            guard !context.arguments.has(force), !context.arguments.has(dryRun) else {
                throw .usage("'redo trash list' takes neither --force nor --dry-run")
            }
            return try listTrash(&context)
        case "empty":
            guard !context.arguments.has(json) else {
                throw .usage("emptying the trash takes no --json")
            }
            return try emptyTrash(&context)
        default: throw .usage("unknown command: 'redo trash \(word)'")
        }
    }

    private static func listTrash(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let trash = try repository.trash(now: try context.now())
        // Without a key nothing is the user's own.
        let people = try repository.people()
        let user = (try? context.keyring().author(for: repository.store)).map {
            people.principal(of: $0)
        }
        guard !context.arguments.has(json) else {
            let table = try TaskTable(context, repository.store)
            let state = State(tasks: trash.entries.map(\.task).sorted { $0.id < $1.id })
            let rows = Dictionary(
                table.ranked(state).map { ($0.task.id, $0) }, uniquingKeysWith: { $1 })
            for entry in trash.entries {
                guard let row = rows[entry.task.id] else { continue }
                let end = entry.owner == user ? entry.endsAt : nil
                let member = JSONMember(
                    "deletableFrom", end.map { .string(JSONString($0.wallText)) } ?? .null)
                try context.printLine(
                    row.task.canonicalBytes(with: [member] + table.members(of: row)))
            }
            return .done
        }
        if trash.entries.isEmpty { context.note("the trash is empty") }
        let ids = try repository.tasks().ids
        for entry in trash.entries {
            let when = entry.task.trashedAt.map(localText) ?? ""
            try context.print(
                "\(shortestPrefix(of: entry.task.id, inSorted: ids))  \(when)  "
                    + "\(entry.task.title.printable) (\(fate(of: entry, user)))\n")
        }
        return .done
    }

    /// What becomes of a task in the trash.
    private static func fate(of entry: Trash.Entry, _ user: Principal?) -> String {
        if entry.owner != user { return "stays: another person owns it" }
        guard let end = entry.endsAt else { return "stays: the clock is not plausible" }
        return "stays until \(localText(end))"
    }

    private static func emptyTrash(_ context: inout CommandContext) throws(RedoError) -> ExitStatus
    {
        let repository = try context.openRepository()
        let now = try context.now()
        guard let trash = repository.soundTrash(now: now) else {
            throw RedoError(
                .validationFailed, "the trash is not emptied: not all nodes can be read",
                hints: ["'redo fsck' lists the damage"])
        }
        if trash.entries.isEmpty {
            try context.print("the trash is empty\n")
            return .done
        }
        guard trash.isClockPlausible else {
            try context.print(
                "nothing is deleted: the clock shows \(now.wallText), "
                    + (now < trash.newest ? "before" : "over a year after")
                    + " the newest node, of \(trash.newest.wallText)\n")
            return .no
        }
        let author = try context.keyring().author(for: repository.store)
        let user = try repository.people().principal(of: author)
        let due = trash.due(to: user)
        let dueTasks = Set(due.map(\.task.id))
        let titles = due.map { $0.task.title.printable }
        let isDry = context.arguments.has(dryRun)
        if !isDry, !due.isEmpty {
            if context.surroundings.hasTerminalInput, !context.arguments.has(force) {
                let question = "delete \(titles.joined(separator: ", ")) permanently?"
                guard try context.isConfirmed(question) else { return .no }
            }
            try bury(due, context, repository, as: .change)
        }
        for title in titles {
            try context.print("\(isDry ? "would delete" : "deleted") \(title)\n")
        }
        let rest = trash.entries.filter { !dueTasks.contains($0.task.id) }
        for entry in rest {
            try context.print("\(entry.task.title.printable) \(fate(of: entry, user))\n")
        }
        return rest.isEmpty ? .done : .no
    }

    /// Writes the tombstones of some tasks.
    private static func bury(
        _ entries: [Trash.Entry], _ context: borrowing CommandContext, _ repository: Repository,
        as kind: Operation.Kind
    ) throws(RedoError) {
        let log = try repository.log(of: entries.map(\.task.id.description))
        try context.edit(repository, log) { (writer) throws(RedoError) in
            writer.operationKind = kind
            for entry in entries { try writer.addDelete(of: entry.task.id) }
        }
    }

    /// Archives the tasks whose time has run out, before the nodes are packed. A failure is said and stops nothing.
    ///
    /// - Returns: how many tasks were archived.
    static func archiveExpired(
        _ context: borrowing CommandContext, _ repository: Repository
    ) -> Int {
        do throws(RedoError) {
            let now = try context.now()
            guard let author = try? context.keyring().author(for: repository.store),
                repository.soundTrash(now: now)?.isClockPlausible == true
            else { return 0 }
            let user = try repository.people().principal(of: author)
            let expired = try repository.expiredTasks(now: now, for: user)
            if expired.isEmpty { return 0 }
            let log = try repository.log(of: expired.map(\.description))
            try context.edit(repository, log) { (writer) throws(RedoError) in
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
    /// - Returns: how many tasks were deleted.
    static func emptyOldTrash(
        _ context: borrowing CommandContext, _ repository: Repository
    ) -> Int {
        do throws(RedoError) {
            guard let author = try? context.keyring().author(for: repository.store),
                let trash = repository.soundTrash(now: try context.now())
            else { return 0 }
            let user = try repository.people().principal(of: author)
            let due = trash.due(to: user)
            if !due.isEmpty { try bury(due, context, repository, as: .maintenance) }
            return due.count
        } catch {
            context.note("the trash was not emptied: \(error.message.printable)")
            return 0
        }
    }
}
