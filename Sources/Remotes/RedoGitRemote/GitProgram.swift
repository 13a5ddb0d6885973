import RedoCommandLine
import RedoRemotes
import RedoSystem

/// `redo-remote-git`: the program that runs the commands for git repositories.
package enum GitProgram {
    /// Runs the command that the first argument names, and ends the process.
    package static func main(_ words: [String]) -> Never {
        RemoteProgram<GitExchange>(
            "exchange nodes with git repositories",
            and: [("remote", { .remote }), ("mirror", { .mirror })], otherwise: usage
        ).main(words)
    }

    /// Says how it is called.
    private static let usage = Command(
        CommandSpecification(
            "remote-git", "Exchange nodes with git repositories, for redo push and others",
            operands: ["clone|fetch|mirror|pull|push|remote|sync [<argument>...]"],
            operandCount: 0...Int.max)
    ) { (_) throws(RedoError) in
        throw .usage("redo clone, fetch, mirror, pull, push, remote and sync run this")
    }
}
