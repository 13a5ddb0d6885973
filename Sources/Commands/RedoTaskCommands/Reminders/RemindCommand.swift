import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo remind`: announces the moments of tasks.
package struct RemindCommand: ParsableCommand {
    private static let printing = OptionSpecification.flag(
        "print", isExpert: true,
        "print a JSON object for each reminder, instead of running remind.command")
    private static let once = OptionSpecification.flag(
        "once", isExpert: true, "announce missed reminders, and exit")
    private static let listing = OptionSpecification.flag(
        "list", "print the next reminders, at most 64, and exit")
    private static let json = OptionSpecification.flag(
        "json", "with --list: print a JSON object for each reminder, as --print does")
    private static let install = OptionSpecification.flag(
        "install", "let systemd run it for this store, now and at each login")
    private static let uninstall = OptionSpecification.flag(
        "uninstall", "stop systemd from running it")

    package static let specification = CommandSpecification(
        "remind", "Announce tasks when they are due, when they start, and when they reappear",
        options: [printing, once, listing, json, install, uninstall],
        constraints: [
            .exclusive([once, listing, install, uninstall]),
            .excludes(printing, [listing, install, uninstall]),
            .needs(json, anyOf: [listing]),
        ], effect: .readsWith(listing))

    private enum Form {
        case install, uninstall
        case list(isJSON: Bool)
        /// Until it is ended, or once.
        case announce(isOnce: Bool, printsOnly: Bool)
    }

    private let form: Form

    package init(_ arguments: Arguments) {
        form =
            if arguments.has(Self.install) {
                .install
            } else if arguments.has(Self.uninstall) {
                .uninstall
            } else if arguments.has(Self.listing) {
                .list(isJSON: arguments.has(Self.json))
            } else {
                .announce(
                    isOnce: arguments.has(Self.once), printsOnly: arguments.has(Self.printing))
            }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let store = repository.store
        switch form {
        case .install: try ReminderService(store, context).install()
        case .uninstall: try ReminderService(store, context).uninstall()
        case .list(let isJSON):
            let now = try context.now()
            let loop = try Self.loop(repository, printsOnly: false, at: now, context)
            for (reminder, task) in loop.upcoming(at: now) {
                if isJSON {
                    try context.printLine(Announcement(reminder, of: task, at: now).json)
                    continue
                }
                let kind = reminder.kind.rawValue
                let space = String(repeating: " ", count: max(1, 12 - kind.count))
                try context.print(
                    "\(localText(reminder.moment))  \(kind)\(space)\(task.title.printable)\n")
            }
        case .announce(let isOnce, let printsOnly):
            var loop = try Self.loop(
                repository, printsOnly: printsOnly, at: try context.now(), context)
            guard isOnce else { return try loop.run(&context) }
            try loop.runOnce(&context)
        }
        return .done
    }

    private static func loop(
        _ repository: Repository, printsOnly: Bool, at now: Instant,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> ReminderLoop {
        let store = repository.store
        let settings = try ReminderSettings(store.configuration)
        let announcer = Announcer(
            settings, printsOnly: printsOnly, store, context.hooks(of: store))
        return try ReminderLoop(
            repository, try context.roomNeeds(repository, at: now), settings, announcer, at: now)
    }
}
