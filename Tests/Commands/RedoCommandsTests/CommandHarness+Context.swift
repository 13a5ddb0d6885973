import RedoCommandLine
import RedoCommands
import RedoSystem

extension CommandHarness {
    /// What a command of this device works with, for tests that call what is below commands.
    var context: CommandContext {
        CommandContext(
            suite: Suite.commands,
            in: Surroundings(
                variables: EnvironmentVariables(variables), directory: directory.path, input: 0,
                output: 1, errors: 2))
    }
}
