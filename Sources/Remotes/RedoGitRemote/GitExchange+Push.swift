import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

extension GitExchange {
    /// Sends the commits that the remote lacks.
    mutating func pushCommits(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let push = try Push(to: remote, from: store, context)
        guard let outcome = try push.run(context) else {
            if !context.arguments.has(SyncOptions.porcelain) {
                try context.print("\(NodesToPush.nothing(of: store))\n")
            }
            return .done
        }
        if !context.arguments.has(SyncOptions.dryRun) {
            sentCount += outcome.commits.count { $0.node != nil }
        }
        for note in outcome.notes { context.note(note.printable) }
        try printPushed(outcome, &context)
        try outcome.waiting.report(&context)
        let isRefused = try NodesToPush.report(outcome.kept, outcome.hints, &context)
        return isRefused || outcome.hasDamage ? .no : .done
    }

    private func printPushed(
        _ outcome: Push.Outcome, _ context: inout CommandContext
    ) throws(RedoError) {
        if context.arguments.has(SyncOptions.porcelain) {
            for entry in outcome.commits {
                let id = entry.node?.description ?? "-"
                try context.print("\(id)\t\(entry.id?.description ?? "-")\tOK\n")
            }
            return
        }
        let isDry = context.arguments.has(SyncOptions.dryRun)
        let nodeCount = outcome.commits.count { $0.node != nil }
        let nodes = counted(nodeCount, "node")
        if isDry {
            try context.print("would push \(nodes) to \(remote.name)\n")
        } else if outcome.commits.isEmpty {
            try context.print("nothing was pushed\n")
        } else {
            let checkpoints = counted(outcome.commits.count - nodeCount, "checkpoint")
            try context.print("pushed \(nodes) and \(checkpoints) to \(remote.name)\n")
        }
    }
}
