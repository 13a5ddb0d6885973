import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoStore
import RedoSystem

extension Command {
    private static let plain = OptionSpecification.flag(
        "plain", "print what changes as lines, and read keys and commands as lines")

    /// `redo ui`: the whole log in one terminal window.
    package static let userInterface = Command(
        CommandSpecification(
            "ui",
            "Work with tasks, agenda and log in a full-screen interface",
            operands: [.optional(.value("link"))], options: [plain], statuses: .writing())
    ) { (context) throws(RedoError) in
        let isPlain = context.arguments.has(plain)
        guard
            isPlain
                || context.surroundings.hasTerminalInput && context.surroundings.hasTerminalOutput
        else {
            throw .usage(
                "redo ui needs a terminal",
                hints: ["with --plain it prints lines; 'redo watch' prints what changes"])
        }
        let store = try context.openStore()
        let link = try context.arguments.operands.first.map { text throws(RedoError) in
            try Link(text, beginnings: store.configuration.soundValues(.openLink))
        }
        if isPlain { return try PlainSession.run(&context, store, opening: link) }
        return try TerminalSession.run(context, store, opening: link)
    }
}
