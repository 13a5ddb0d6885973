import RedoCommandLine
import RedoCommands

/// The names of the suite's commands.
enum SuiteNames {
    /// Those that do not only read.
    static var writing: [String] {
        Suite.commands.names.filter { !Suite.commands.onlyReads([$0]) }
    }
}
