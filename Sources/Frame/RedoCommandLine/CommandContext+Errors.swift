import RedoModel
import RedoSystem

extension CommandContext {
    /// Prints an error in the form of ``Surroundings/errorForm``; nothing if the command ends quietly.
    ///
    /// - Parameters:
    ///   - command: the command that ends with it; nil for another one.
    ///   - usage: lines for people that follow it.
    func report(_ error: RedoError, of command: String?, usage: String) {
        if error.status == .brokenPipe { return }
        switch surroundings.errorForm {
        case .lines: complain(text(of: error) + usage)
        case .json: surroundings.prompt(ErrorObject(error, of: command).line)
        }
    }

    /// An error as lines for people.
    private func text(of error: RedoError) -> String {
        // Messages and hints quote what a node or a file says.
        let excerpt = surroundings.hasTerminalErrors ? error.excerpt : []
        return Diagnostic(.error, error.code, error.message.printable).line + "\n"
            + excerpt.map { "  \($0.printable)\n" }.joined()
            + error.hints.map { "hint: \($0.printable)\n" }.joined()
    }
}
