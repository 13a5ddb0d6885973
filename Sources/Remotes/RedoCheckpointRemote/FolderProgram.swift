import RedoCommandLine
import RedoRemotes
import RedoSystem

/// `redo-remote-folder`: the program that runs the commands for folders that keep checkpoints.
package enum FolderProgram {
    /// Runs the command that the first argument names, and ends the process.
    package static func main(_ words: [String]) -> Never {
        RemoteProgram<FolderExchange>("exchange nodes with folders", otherwise: usage).main(words)
    }

    /// Says how it is called.
    private static let usage = Command(
        CommandSpecification(
            "remote-folder", "Exchange nodes with a folder, for redo push and others",
            operands: ["clone|push|fetch|pull|sync [<remote>]"], operandCount: 0...Int.max)
    ) { (_) throws(RedoError) in
        throw .usage("redo clone, push, fetch, pull and sync run this for remotes in folders")
    }
}
