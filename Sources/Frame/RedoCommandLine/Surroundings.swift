import RedoSystem

/// The environment of a command: variables, a directory, and the descriptors that it reads and writes.
///
/// Those of the process, unless a caller runs the command within its own process. The descriptors stay the
/// caller's. What belongs to a process as a whole is not part of it: signals, other programs, jobs.
package struct Surroundings: Sendable {
    package var variables: EnvironmentVariables
    /// The working directory; nil for the process's.
    package var directory: String?
    package var input: Int32
    package var output: Int32
    package var errors: Int32

    package static let ofProcess = Surroundings(
        variables: .ofProcess, directory: nil, input: 0, output: 1, errors: 2)

    package init(
        variables: EnvironmentVariables, directory: String?, input: Int32, output: Int32,
        errors: Int32
    ) {
        self.variables = variables
        self.directory = directory
        self.input = input
        self.output = output
        self.errors = errors
    }

    /// True if a person can be asked: the input is a terminal.
    package var hasTerminalInput: Bool { Terminal.isTerminal(input) }
    /// True if a person reads what is printed: the output is a terminal.
    package var hasTerminalOutput: Bool { Terminal.isTerminal(output) }
    /// True if a person reads errors and progress: the descriptor of errors is a terminal.
    package var hasTerminalErrors: Bool { Terminal.isTerminal(errors) }

    /// The absolute path of the working directory.
    ///
    /// - Throws: ``SystemError`` if the process's is gone.
    package func currentDirectory() throws(SystemError) -> String {
        if let directory { return directory }
        return try Environment.currentDirectory()
    }

    /// A path that a user gave, below the directory of the command: one that the process can open.
    package func located(_ path: String) -> String {
        Path.join(directory ?? "", path)
    }

    /// Appends lines to the errors, in the form of ``errorForm``. A failure there cannot be reported. Hints name a command
    /// that destroys or overrides on a terminal only.
    package func complain(_ text: String) {
        guard !text.isEmpty else { return }
        switch errorForm {
        case .lines: prompt(OverridingCommand.shown(lines: text, toPerson: hasTerminalErrors))
        case .json: prompt(ErrorObject.all(inLines: text).map(\.line).joined())
        }
    }

    /// Appends a text to the errors as it is: a question to a person, or lines in their final form.
    func prompt(_ text: String) {
        try? writeBytes(Array(text.utf8).span, to: errors, path: "standard error")
    }
}
