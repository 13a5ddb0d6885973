import RedoCommandLine
import RedoCommands

/// The names of the suite's commands.
enum SuiteNames {
    /// Those that are not in the table of commands that only read.
    static var writing: [String] {
        let reading = Set(ReadingCommand.all.map(\.name))
        return Suite.commands.names.filter { !reading.contains($0) }
    }
}
