import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
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

    /// `redo remind`: announces the moments of tasks.
    package static let remind = Command(
        CommandSpecification(
            "remind", "Announce tasks when they are due, when they start, and when they reappear",
            options: [printing, once, listing, json, install, uninstall],
            constraints: [
                .exclusive([once, listing, install, uninstall]),
                .excludes(printing, [listing, install, uninstall]),
                .needs(json, anyOf: [listing]),
            ])
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let repository = try context.openRepository()
        let store = repository.store
        if arguments.has(install) || arguments.has(uninstall) {
            let service = try ReminderService(store, context)
            if arguments.has(install) { try service.install() } else { try service.uninstall() }
            return .done
        }
        let settings = try ReminderSettings(store.configuration)
        let announcer = Announcer(
            settings, printsOnly: arguments.has(printing), store, context.hooks(of: store))
        let now = try context.now()
        var loop = try ReminderLoop(repository, settings, announcer, at: now)
        if arguments.has(listing) {
            for (reminder, task) in loop.upcoming(at: now) {
                if arguments.has(json) {
                    try context.printLine(Announcement(reminder, of: task, at: now).json)
                    continue
                }
                let kind = reminder.kind.rawValue
                let space = String(repeating: " ", count: max(1, 12 - kind.count))
                try context.print(
                    "\(localText(reminder.moment))  \(kind)\(space)\(task.title.printable)\n")
            }
            return .done
        }
        if arguments.has(once) {
            try loop.runOnce(&context)
            return .done
        }
        return try loop.run(&context)
    }
}
