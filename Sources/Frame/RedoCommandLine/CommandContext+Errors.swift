import RedoModel
import RedoSystem

extension CommandContext {
    /// An error as the command prints it; empty if the command ends quietly.
    func text(of error: RedoError) -> String {
        if error.status == .brokenPipe { return "" }
        // Messages and hints quote what a node or a file says.
        let excerpt = surroundings.hasTerminalErrors ? error.excerpt : []
        return Diagnostic(.error, error.code, error.message.printable).line + "\n"
            + excerpt.map { "  \($0.printable)\n" }.joined()
            + error.hints.map { "hint: \($0.printable)\n" }.joined()
    }
}
