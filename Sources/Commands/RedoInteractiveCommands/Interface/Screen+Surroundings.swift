import RedoCommandLine
import RedoScreen
import RedoStore
import RedoSystem

extension Screen {
    /// The terminal of a command. Its colours are read on what `ui.background` says, else on what the terminal says.
    init(
        _ surroundings: Surroundings, _ store: Store, isColored: Bool
    ) throws(RedoError) {
        let chosen = store.configuration.value(.uiBackground) ?? ""
        try self.init(
            input: surroundings.input, output: surroundings.output, isColored: isColored,
            background: Background(rawValue: chosen) ?? Background(surroundings.variables))
    }
}

/// Starts to watch something that a command with a terminal waits for.
func watchingTerminal<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
) throws(RedoError) -> Result {
    try failing(.notFound, "the terminal cannot be watched", body)
}
