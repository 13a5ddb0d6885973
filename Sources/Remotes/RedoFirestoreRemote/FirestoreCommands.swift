import RedoCommandLine
import RedoCommands
import RedoExchange
import RedoStore
import RedoSystem

/// `redo-remote-firestore VERB …`: what `redo push` and the others become for a remote in Firestore.
package enum FirestoreCommands {
    package static func main() -> Never {
        let words = Array(CommandLine.arguments.dropFirst())
        let rest = Array(words.dropFirst())
        switch words.first {
        case "push": push.main(rest, in: .none)
        case "fetch": fetch.main(rest, in: .none)
        case "pull": pull.main(rest, in: .none)
        case "sync": sync.main(rest, in: .none)
        default: other.main(words, in: .none)
        }
    }

    private static let push = Command(.push) { (context) throws(RedoError) in
        var remote = try FirestoreRemote(context)
        return try remote.push(&context)
    }

    private static let fetch = Command(.fetch) { (context) throws(RedoError) in
        guard context.arguments.operands.count < 2 else {
            throw .usage("a remote in Firestore has no references that could be fetched")
        }
        var remote = try FirestoreRemote(context)
        return try remote.fetch(&context)
    }

    private static let pull = Command(.pull) { (context) throws(RedoError) in
        var remote = try FirestoreRemote(context)
        let status = try remote.pull(&context)
        try DivergedTasks.report(
            in: context.repository(remote.store), unless: SyncOptions.porcelain, &context)
        return status
    }

    private static let sync = Command(.sync) { (context) throws(RedoError) in
        var remote = try FirestoreRemote(context)
        let pulled = try remote.pull(&context)
        // What is refused there does not keep what is here from going there.
        let pushed = try remote.push(&context)
        try DivergedTasks.report(
            in: context.repository(remote.store), unless: SyncOptions.porcelain, &context)
        return pulled == .done ? pushed : pulled
    }

    /// Says how it is called.
    private static let other = Command(
        CommandSpecification(
            "remote-firestore",
            "Exchange nodes with a replica in Firestore, for redo push and others",
            operands: [["push|fetch|pull|sync", .optional(.value(.remote))]],
            operandCount: 0...Int.max)
    ) { (_) throws(RedoError) in
        throw .usage("redo push, fetch, pull and sync run this for remotes in Firestore")
    }
}
