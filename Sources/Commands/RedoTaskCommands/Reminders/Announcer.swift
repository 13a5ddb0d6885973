import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Announces reminders: on standard output or by the user's command, and by hooks. It waits for neither.
final class Announcer {
    private let settings: ReminderSettings
    private let printsOnly: Bool
    private let storePath: String
    private let hooks: Hooks?
    private var commands: [RunningProgram] = []
    private var startedHooks: [StartedHook] = []
    /// A command that is not there is named once.
    private var hasFailed = false

    /// The maximum size in bytes of the output of a command that is kept.
    private static let maximumOutputByteCount = 1 << 12
    private static let defaultProgram = "notify-send"

    /// - Parameter printsOnly: whether a line is printed in the place of the command.
    init(
        _ settings: ReminderSettings, printsOnly: Bool, _ store: Store, _ hooks: Hooks?
    ) {
        self.settings = settings
        self.printsOnly = printsOnly
        storePath = store.path
        self.hooks = hooks
    }

    /// True if a command or a hook still runs.
    var isBusy: Bool { !commands.isEmpty || !startedHooks.isEmpty }

    /// The events for which ``advance(_:)`` should be called.
    var source: EventSource {
        (commands.map(\.source) + startedHooks.map(\.source)).reduce(.none) { $0.or($1) }
    }

    /// Announces reminders: programs get each of them, people one announcement if there are many.
    ///
    /// - Parameter joint: the announcement of all for people; nil for one of each.
    /// - Throws: STORAGE_002 if one cannot be printed. A command that cannot be run is a warning.
    func announce(
        _ announcements: [Announcement], as joint: Announcement? = nil,
        _ context: inout CommandContext
    ) throws(RedoError) {
        for announcement in announcements {
            if printsOnly { try context.printLine(announcement.json) }
            startedHooks += hooks?.start(.reminder) { announcement.json + [0x0A] } ?? []
        }
        if printsOnly {
            try context.flush()
        } else {
            for announcement in joint.map({ [$0] }) ?? announcements {
                start(announcement, context)
            }
        }
    }

    private func start(_ announcement: Announcement, _ context: borrowing CommandContext) {
        do throws(SystemError) {
            commands.append(
                try program(announcement, context).start(
                    input: announcement.json + [0x0A], seconds: settings.seconds,
                    keeping: Self.maximumOutputByteCount))
        } catch {
            if !hasFailed {
                context.complain(
                    RedoError(
                        .notFound, "reminders cannot be announced by \(Self.defaultProgram)",
                        cause: error,
                        hints: [
                            "the package libnotify-bin has it; remind.command names another command"
                        ]))
            }
            hasFailed = true
        }
    }

    /// The command for an announcement. Nothing of a title is ever read as an option or by a shell.
    private func program(
        _ announcement: Announcement, _ context: borrowing CommandContext
    ) -> LimitedProgram {
        let (path, arguments): (String, [String])
        if let command = settings.command {
            path = "/bin/sh"
            arguments = [
                "-c", "\(command) \"$@\"", "redo-remind", announcement.heading, announcement.text,
            ]
        } else {
            path = Self.defaultProgram
            // Desktops read the second text as markup.
            arguments = [
                "--app-name=redo", "--", announcement.heading, announcement.text.xmlText,
            ]
        }
        var variables = ["REDO_DIR": storePath, "REDO_REMINDER": announcement.kind]
        if let task = announcement.task { variables["REDO_TASK"] = task.description }
        if let room = announcement.room { variables["REDO_ROOM"] = room.description }
        return LimitedProgram(
            path, arguments: arguments, environment: variables, leavingOut: "REDO_",
            in: context.surroundings.directory)
    }

    /// Ends the commands and hooks that still run.
    func stop() {
        commands = []
        startedHooks = []
    }

    /// Collects commands and hooks that have ended, and reports failures. Does not wait.
    func advance(_ context: borrowing CommandContext) {
        startedHooks.removeAll { $0.hasEnded() }
        commands.removeAll { program in
            guard let outcome = program.advance() else { return false }
            let failure: String
            switch outcome.ending {
            case .exited(0): return true
            case .exited(let status): failure = "ended with status \(status)"
            case .outOfTime: failure = "did not end within \(settings.seconds) s"
            case .interrupted: failure = "was interrupted"
            }
            let said = String(decoding: outcome.output.prefix { $0 != 0x0A }, as: UTF8.self)
            context.warn(
                .notFound,
                "the command that announces reminders \(failure)\(said.isEmpty ? "" : ": \(said)")")
            return true
        }
    }
}
