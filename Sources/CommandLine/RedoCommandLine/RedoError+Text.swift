import RedoModel
import RedoSystem

extension RedoError {
    /// The error as a command prints it; empty if the command ends quietly.
    var text: String {
        if status == .brokenPipe { return "" }
        // Messages and hints quote what a node or a file says.
        let excerpt = Terminal.isTerminal(2) ? excerpt : []
        return "error: \(code): \(message.printable)\n"
            + excerpt.map { "  \($0.printable)\n" }.joined()
            + hints.map { "hint: \($0.printable)\n" }.joined()
    }
}
