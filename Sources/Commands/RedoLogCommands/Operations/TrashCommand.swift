import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo trash`: shows what was deleted, and deletes for good what has been there long enough.
package struct TrashCommand: ParsableCommand {
    private static let force = OptionSpecification.flag(
        "force", letter: "f", "empty: do not ask on a terminal")
    private static let dryRun = OptionSpecification.dryRun(
        "empty: delete nothing, and say what would be deleted")
    private static let json = OptionSpecification.flag(
        "json", "list: print a JSON object for each task, with what 'redo list --json' prints")

    package static let specification = CommandSpecification(
        "trash", "List the deleted tasks, and delete old ones permanently",
        operands: [.optional("list"), "empty"], options: [force, dryRun, json] + IDListing.options,
        constraints: [.excludes(json, [force, dryRun])] + IDListing.constraints(json),
        effect: .readsAs(["list", nil]),
        statuses: .writing(
            done: "it was done and nothing stays in the trash that was emptied",
            no: "something does"))

    private enum Form {
        case list(IDListing.Form)
        case empty(isUnasked: Bool, isDryRun: Bool)
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let (force, dryRun, json) = (Self.force, Self.dryRun, Self.json)
        let word = arguments.operands.first ?? "list"
        switch word {
        case "list":
            guard !arguments.has(force), !arguments.has(dryRun) else {
                throw .usage("'redo trash list' takes neither --force nor --dry-run")
            }
            form = .list(IDListing.Form(arguments, json: json))
        case "empty":
            try arguments.refuse([json] + IDListing.options, by: "trash empty")
            form = .empty(isUnasked: arguments.has(force), isDryRun: arguments.has(dryRun))
        default: throw .usage("unknown command: 'redo trash \(word)'")
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .list(let form): try Self.list(as: form, &context)
        case .empty(let isUnasked, let isDryRun):
            try Self.empty(isUnasked: isUnasked, isDryRun: isDryRun, &context)
        }
    }

    private static func list(
        as form: IDListing.Form, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let trash = try repository.trash(now: try context.now())
        if case .ids(let end) = form {
            try context.printIDs(trash.entries.map(\.task.id.description), end: end)
            return .done
        }
        // Without a key nothing is the user's own.
        let people = try repository.people()
        let user = (try? context.keyring().author(for: repository.store)).map {
            people.principal(of: $0)
        }
        guard form != .json else {
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

    private static func empty(
        isUnasked: Bool, isDryRun: Bool, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
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
        if !isDryRun, !due.isEmpty {
            if context.surroundings.hasTerminalInput, !isUnasked {
                let question = "delete \(titles.joined(separator: ", ")) permanently?"
                guard try context.isConfirmed(question) else { return .no }
            }
            try bury(due, context, repository, as: .change)
        }
        for title in titles {
            try context.print("\(isDryRun ? "would delete" : "deleted") \(title)\n")
        }
        let rest = trash.entries.filter { !dueTasks.contains($0.task.id) }
        for entry in rest {
            try context.print("\(entry.task.title.printable) \(fate(of: entry, user))\n")
        }
        return rest.isEmpty ? .done : .no
    }

    /// Writes the tombstones of some tasks.
    static func bury(
        _ entries: [Trash.Entry], _ context: borrowing CommandContext, _ repository: Repository,
        as kind: Operation.Kind
    ) throws(RedoError) {
        let log = try repository.log(of: entries.map(\.task.id.description))
        try context.edit(repository, log, by: WritingRequest()) { (writer) throws(RedoError) in
            writer.operationKind = kind
            for entry in entries { try writer.addDelete(of: entry.task.id) }
        }
    }
}
