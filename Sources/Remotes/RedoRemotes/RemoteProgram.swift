import RedoCommandLine
import RedoExchange
import RedoSystem

/// A program `redo-remote-SCHEME`, which runs the commands for one kind of remote.
package struct RemoteProgram<Exchange: RemoteExchange> {
    private let suite: CommandSuite
    private let usage: Command

    /// - Parameters:
    ///   - purpose: what the commands are for.
    ///   - commands: those that this program alone has, or has in place of a shared one.
    ///   - usage: runs if no command is named, and says how the program is called.
    package init(
        _ purpose: String, and commands: [CommandSuite.Entry] = [], otherwise usage: Command
    ) {
        typealias Commands = RemoteCommands<Exchange>
        let shared: [CommandSuite.Entry] = [
            ("clone", { Commands.clone }), ("remote", { Commands.remote }),
            ("sync", { Commands.sync }), ("fetch", { Commands.fetch }),
            ("push", { Commands.push }), ("pull", { Commands.pull }),
            ("member", { Commands.member }), ("claim", { Commands.claim }),
            ("release", { Commands.release }),
        ]
        let rest = shared.filter { entry in !commands.contains { $0.name == entry.name } }
        suite = CommandSuite([CommandSuite.Group(purpose, commands + rest)])
        self.usage = usage
    }

    /// Runs the command that the first argument names.
    package func main(_ words: [String]) -> Never {
        if let name = words.first, let command = suite.command(named: name) {
            command.main(Array(words.dropFirst()), in: suite)
        }
        usage.main(words, in: suite)
    }
}
