import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The context of a command: its output and its surroundings.
package struct CommandContext: ~Copyable {
    /// The store that `--redo-dir` names.
    var storeDirectory: String?
    /// True if whole ids alone are names of tasks and nodes.
    var namesAreStrict: Bool
    /// Whether nothing may be written.
    package internal(set) var isReadOnly: Bool
    /// The setting of `--progress`.
    private(set) var progressSetting: Bool?
    /// The arguments as they were given.
    package internal(set) var words: [String] = []
    /// The command that runs, with the word that says which form of it: `category add`.
    package internal(set) var commandName: String?
    /// The commands of this program.
    package let suite: CommandSuite
    /// The environment of the command.
    package private(set) var surroundings: Surroundings
    /// The program that shows the output page by page.
    var pager: OutputFilter?
    /// True if texts have colours.
    var isStyled: Bool
    /// The nodes and files that readings of the store lacked.
    package let incompleteness: Incompleteness
    /// Settings of stores that were read and are ignored.
    let ignoredSettings: IgnoredSettings
    /// The remote of the opened store for commands without a remote in their arguments.
    package let chosenRemote: Locked<String?>
    /// Whether nodes were written.
    let hasWritten: Locked<Bool>
    private let output: CommandOutput

    /// - Parameters:
    ///   - suite: the commands of this program.
    ///   - surroundings: what the command runs in: the process, unless a caller says otherwise.
    package init(suite: CommandSuite = .none, in surroundings: Surroundings = .ofProcess) {
        self.suite = suite
        self.surroundings = surroundings
        isStyled = ColorChoice.isColored(in: surroundings)
        namesAreStrict = surroundings.variables.value(of: NameRule.strictVariable) == "1"
        isReadOnly = ReadOnly.isOn(surroundings.variables)
        incompleteness = Incompleteness()
        ignoredSettings = IgnoredSettings()
        chosenRemote = Locked(nil)
        hasWritten = Locked(false)
        output = CommandOutput(surroundings)
    }

    /// Another part of a command, with the same options of the frame and the same output.
    ///
    /// - Parameter isSilent: whether nothing that this part prints is written.
    package init(partOf command: borrowing CommandContext, isSilent: Bool = false) {
        suite = command.suite
        surroundings = command.surroundings
        isStyled = command.isStyled
        incompleteness = command.incompleteness
        ignoredSettings = command.ignoredSettings
        chosenRemote = command.chosenRemote
        hasWritten = command.hasWritten
        output = isSilent ? CommandOutput(nil) : command.output
        storeDirectory = command.storeDirectory
        progressSetting = command.progressSetting
        namesAreStrict = command.namesAreStrict
        isReadOnly = command.isReadOnly
        words = command.words
        commandName = command.commandName
    }

    /// Takes the options that the frame follows, whatever the command is.
    mutating func take(_ given: Arguments) {
        storeDirectory = given.value(CommandSpecification.redoDirectory)
        if given.has(CommandSpecification.strictNames) { namesAreStrict = true }
        if given.has(CommandSpecification.readOnly) { isReadOnly = true }
        progressSetting = given.settingIfDeclared(Progress.option)
        if given.wantsJSON { surroundings = surroundings.reportingObjects() }
    }

    /// True if `redo NAME` is a command: of the suite, or of others in PATH.
    ///
    /// - Throws: STORAGE_001 if the suite's directory cannot be determined.
    package func isCommand(_ name: String) throws(RedoError) -> Bool {
        if suite.has(name) { return true }
        return try SuiteExecutables.path(of: name) != nil
    }

    /// A text of others as standard output has it: as it is for programs, printable on a terminal.
    package func shown(_ text: String) -> String {
        surroundings.hasTerminalOutput || pager != nil ? text.printable : text
    }

    /// Appends text to standard output.
    ///
    /// - Throws: STORAGE_002 if it cannot be written.
    package mutating func print(_ text: String) throws(RedoError) {
        try writing { (output) throws(SystemError) in try output.write(text) }
    }

    /// Appends a text with paths to standard output: each path with its bytes for programs, printable on a terminal.
    package mutating func print(withPaths text: String) throws(RedoError) {
        if surroundings.hasTerminalOutput || pager != nil {
            try print(SystemText.printable(text))
        } else {
            try print(SystemText.bytes(of: text))
        }
    }

    /// Appends bytes to standard output.
    package mutating func print(_ bytes: [UInt8]) throws(RedoError) {
        try writing { (output) throws(SystemError) in try output.write(bytes) }
    }

    /// Appends bytes to standard output.
    package mutating func print(_ bytes: ArraySlice<UInt8>) throws(RedoError) {
        try writing { (output) throws(SystemError) in try output.write(bytes) }
    }

    /// Appends a byte to standard output.
    package mutating func print(_ byte: UInt8) throws(RedoError) {
        try writing { (output) throws(SystemError) in try output.write(byte) }
    }

    /// Appends bytes and a line feed to standard output.
    package mutating func printLine(_ bytes: [UInt8]) throws(RedoError) {
        try print(bytes)
        try print(UInt8(ascii: "\n"))
    }

    private mutating func writing(
        _ body: (inout BufferedOutput) throws(SystemError) -> Void
    ) throws(RedoError) {
        try failing(.exportFailed, "the output cannot be written") { () throws(SystemError) in
            try output.change(body)
        }
    }

    /// Hands on what was printed: at the end, and when the input of a batch pauses.
    package mutating func flush() throws(RedoError) {
        try writing { (output) throws(SystemError) in try output.flush() }
    }

    /// Hands on the rest, and waits for the pager.
    mutating func finish() throws(RedoError) {
        try flush()
        if let pager = pager.take() { pager.finish() }
    }

    /// Appends text to standard error. A failure there cannot be reported. Hints name a command that destroys or
    /// overrides on a terminal only.
    package func complain(_ text: String) { surroundings.complain(text) }

    /// Prints a line on standard error about a failure, or about what does not stop the command.
    package func complain(_ kind: Diagnostic.Kind, _ code: ErrorCode, _ text: String) {
        complain(Diagnostic(kind, code, text.printable).line + "\n")
    }

    /// Prints an error on standard error. The command continues.
    package func complain(_ error: RedoError) { report(error, of: nil, usage: "") }

    /// Prints a warning on standard error.
    package func warn(_ code: ErrorCode, _ text: String) {
        complain(.warning, code, text)
    }

    /// Prints hints on standard error that belong to what was printed before.
    package func complain(hints: [String]) {
        complain(hints.map { "hint: \($0.printable)\n" }.joined())
    }

    /// Prints a note on standard error, about something unnecessary or worth knowing.
    package func note(_ text: String) { complain("note: \(text)\n") }
}
