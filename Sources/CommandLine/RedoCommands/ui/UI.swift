import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

extension Command {
    /// `redo ui`: the whole log in one terminal window.
    package static let userInterface = Command(
        CommandSpecification(
            "ui",
            "Show tasks, agenda, projects and the log in the whole terminal, and work with them",
            operands: [.optional(.value("link"))], options: [])
    ) { (context) throws(RedoError) in
        guard context.surroundings.hasTerminalInput, context.surroundings.hasTerminalOutput else {
            throw .usage(
                "redo ui needs a terminal",
                hints: ["'redo list' prints tasks; 'redo watch' what changes"])
        }
        let store = try context.openStore()
        let link = try context.arguments.operands.first.map { text throws(RedoError) in
            try Link(text, beginnings: store.configuration.soundValues(.openLink))
        }
        return try TerminalSession.run(
            context.surroundings, isColored: context.isColored, store, opening: link)
    }
}
