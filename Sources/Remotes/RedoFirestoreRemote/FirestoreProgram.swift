import RedoCommandLine
import RedoRemotes
import RedoSystem

/// `redo-remote-firestore`: the program that runs the commands for replicas in Firestore.
package enum FirestoreProgram {
    /// Runs the command that the first argument names, and ends the process.
    package static func main(_ words: [String]) -> Never {
        RemoteProgram<FirestoreExchange>(
            "exchange nodes with replicas in Firestore",
            and: [
                ("login", { FirebaseLogin.login }), ("logout", { FirebaseLogin.logout }),
                ("composing", { FirestoreExchange.composing }),
            ],
            otherwise: usage
        ).main(words)
    }

    /// Says how it is called.
    private static let usage = Command(
        CommandSpecification(
            "remote-firestore",
            "Exchange nodes with a replica in Firestore, for redo push and others",
            operands: ["clone|push|fetch|pull|sync [<remote>]"], operandCount: 0...Int.max)
    ) { (_) throws(RedoError) in
        throw .usage("redo clone, push, fetch, pull and sync run this for remotes in Firestore")
    }
}
