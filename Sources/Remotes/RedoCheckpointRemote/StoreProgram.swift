import RedoCommandLine
import RedoRemotes
import RedoSystem

/// `redo-remote-store`: the program that runs the commands for stores that helpers reach.
package enum StoreProgram {
    /// Runs the command that the first argument names, and ends the process.
    package static func main(_ words: [String]) -> Never {
        RemoteProgram<StoreExchange>("exchange nodes with stores", otherwise: usage).main(words)
    }

    /// Says how it is called.
    private static let usage = Command(
        CommandSpecification(
            "remote-store", "Exchange nodes with a store, for redo push and others",
            operands: ["clone|push|fetch|pull|sync [<remote>]"], operandCount: 0...Int.max)
    ) { (_) throws(RedoError) in
        throw .usage("redo clone, push, fetch, pull and sync run this for remotes in stores")
    }
}
