import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoStore
import RedoSystem

/// `redo ui`: the whole log in one terminal window.
package struct UICommand: ParsableCommand {
    private static let plain = OptionSpecification.flag(
        "plain", "print what changes as lines, and read keys and commands as lines")

    package static let specification = CommandSpecification(
        "ui",
        "Work with tasks, agenda and log in a full-screen interface",
        operands: [.optional(.value("link"))], options: [plain], statuses: .writing())

    private let link: String?
    private let isPlain: Bool

    package init(_ arguments: Arguments) {
        link = arguments.operands.first
        isPlain = arguments.has(Self.plain)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        guard
            isPlain
                || context.surroundings.hasTerminalInput && context.surroundings.hasTerminalOutput
        else {
            throw .usage(
                "redo ui needs a terminal",
                hints: ["with --plain it prints lines; 'redo watch' prints what changes"])
        }
        let store = try context.openStore()
        let link = try link.map { text throws(RedoError) in
            try Link(text, beginnings: store.configuration.soundValues(.openLink))
        }
        if isPlain { return try PlainSession.run(&context, store, opening: link) }
        return try TerminalSession.run(context, store, opening: link)
    }
}
