import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo open`: shows what a link names.
package struct OpenCommand: ParsableCommand {
    private static let hold = OptionSpecification.flag(
        "hold", "on a terminal, wait for Enter at the end, so that its window stays open")

    private static let json = OptionSpecification.flag(
        "json", "print what the link names as JSON, also if open.command is set")

    package static let specification = CommandSpecification(
        "open", "Show the task, category, room or page that a link names",
        operands: [.value("link")], options: [json, hold],
        constraints: [.exclusive([json, hold])],
        effect: .readsWith(json),
        statuses: .reading(
            done: "it was shown", failed: "there is no such task, category or room"))

    private let link: String
    private let isJSON: Bool
    /// True if it waits at the end, on a terminal.
    private let isHeld: Bool

    package init(_ arguments: Arguments) {
        link = arguments.operands[0]
        isJSON = arguments.has(Self.json)
        isHeld = arguments.has(Self.hold)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let isHeld =
            isHeld && context.surroundings.hasTerminalInput
            && context.surroundings.hasTerminalOutput
        let status: ExitStatus
        do throws(RedoError) {
            status = try open(context)
            // What 'redo ui' showed has been left with a key.
            if status == .done, (try? Link(link, beginnings: []).isOfInterface) == true {
                return status
            }
        } catch {
            guard isHeld else { throw error }
            context.complain(error)
            status = error.status
        }
        if isHeld {
            context.complain("press Enter to close ")
            var lines = context.inputLines()
            _ = try lines.next()
        }
        return status
    }

    /// Shows what a link names, by the program that the user has configured, or by `redo show`, `redo list` and
    /// `redo room show`.
    private func open(_ context: borrowing CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        let link = try Link(link, beginnings: store.configuration.soundValues(.openLink))
        if !isJSON, let command = store.configuration.value(.openCommand) {
            return try Self.run(command, link, store.configuration)
        }
        if link.isOfInterface { return try openPage(link, store, context) }
        let repository = context.repository(store)
        let (command, words): (String, [String])
        switch link {
        case .task(let id): (command, words) = ("show", [id.description])
        case .category(let id):
            let organisation = try repository.family(Organisation.self)
            guard organisation.categories.contains(where: { $0.id == id }) else {
                throw RedoError(
                    .unknownName, "there is no category '\(id.text)'",
                    hints: ["'redo category' lists the categories"])
            }
            (command, words) = ("list", ["--query", "category:\(id.text)"])
        case .room(let id): (command, words) = ("room", ["show", id.description])
        case .settings, .newTask, .edit: return .done
        }
        return try context.suite.run(
            command, ["--redo-dir", store.path] + (isJSON ? ["--json"] : []) + words,
            context.surroundings)
    }

    /// Opens a page of `redo ui`, which needs a terminal.
    private func openPage(
        _ link: Link, _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> ExitStatus {
        guard !isJSON else {
            throw .usage("\(link) leads to a page of 'redo ui', which has no JSON")
        }
        return try context.suite.run(
            "ui", ["--redo-dir", store.path, "--", link.description], context.surroundings)
    }

    /// Runs a program of the user's with a link behind its own arguments. No shell reads either.
    private static func run(
        _ command: String, _ link: Link, _ configuration: LayeredConfiguration
    ) throws(RedoError) -> ExitStatus {
        guard let words = shellWords(command), let program = words.first else {
            throw .usage(
                "open.command is not a program with its arguments: '\(command)'",
                hints: configuration.mendingHints(.openCommand, command))
        }
        let status = try failing(.notFound, "the program of open.command cannot be run") {
            () throws(SystemError) in
            try Program.run(program, arguments: words + [link.description])
        }
        guard status == 0 else {
            throw RedoError(
                .notFound, "the program of open.command ended with status \(status): \(program)")
        }
        return .done
    }
}
