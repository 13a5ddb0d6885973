import RedoCommandLine
import RedoSystem

/// `redo-remote-git`: the program that runs the commands for git repositories.
package enum RemoteProgram {
    private static let suite = CommandSuite([
        CommandSuite.Group(
            "exchange nodes with git repositories",
            [
                ("clone", { .clone }), ("remote", { .remote }), ("sync", { .sync }),
                ("fetch", { .fetch }), ("push", { .push }), ("pull", { .pull }),
                ("mirror", { Command.mirror }),
            ])
    ])

    /// Runs the command whose name it was started by, `redo-push`, else the one that the first argument
    /// names.
    package static func main() -> Never {
        let words = Array(CommandLine.arguments.dropFirst())
        if let name = CommandSuite.calledName, let command = suite.command(named: name) {
            command.main(words, in: suite)
        }
        if let name = words.first, let command = suite.command(named: name) {
            command.main(Array(words.dropFirst()), in: suite)
        }
        other.main(words, in: suite)
    }

    /// Says how it is called.
    private static let other = Command(
        CommandSpecification(
            "remote-git", "Exchange nodes with git repositories, for redo push and others",
            operands: [
                [
                    "clone|fetch|mirror|pull|push|remote|sync",
                    .optional(.repeated(.value("argument"))),
                ]
            ],
            operandCount: 0...Int.max)
    ) { (_) throws(RedoError) in
        throw .usage("redo clone, fetch, mirror, pull, push, remote and sync run this")
    }
}
