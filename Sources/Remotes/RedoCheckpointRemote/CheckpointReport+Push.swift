import RedoCheckpoints
import RedoCommandLine
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRemotes
import RedoSystem

extension CheckpointExchange {
    /// Says what a push brought, and what had to stay.
    func report(
        _ outcome: CheckpointPushOutcome, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let isPorcelain = context.arguments.has(SyncOptions.porcelain)
        let isDry = context.arguments.has(SyncOptions.dryRun)
        let isSkipping = context.arguments.has(SyncOptions.skipUnsigned)
        let isRefused = !outcome.kept.isEmpty && !isSkipping
        for note in outcome.notes where !isPorcelain { context.note(note.printable) }
        if isPorcelain, !isRefused {
            let slot = record.own?.slot.description ?? "-"
            for id in outcome.nodes.sorted() { try context.print("\(id)\t\(slot)\tOK\n") }
        } else if !isPorcelain {
            let nodes = counted(outcome.nodes.count, "node")
            if isRefused || outcome.hasDamage && outcome.nodes.isEmpty {
                try context.print("nothing was pushed\n")
            } else if isDry {
                try context.print("would push \(nodes) to \(name)\n")
            } else if outcome.nodes.isEmpty, outcome.packCount == 0 {
                try context.print("\(NodesToPush.nothing(of: store))\n")
            } else {
                try context.print(
                    "pushed \(nodes) in \(counted(outcome.packCount, "pack")) to \(name)\n")
            }
        }
        outcome.complainOfDamage(context)
        try outcome.waiting.report(&context)
        _ = try NodesToPush.report(outcome.kept, outcome.hints, &context)
        return isRefused || outcome.hasDamage ? .no : .done
    }
}

extension CheckpointPushOutcome {
    /// Names the packs of this store that are damaged. How many nodes that costs is said at the end of the command.
    func complainOfDamage(_ context: borrowing CommandContext) {
        for pack in damagedPacks {
            context.complain(
                RedoError(
                    .corrupted,
                    "the pack \(pack.hexadecimal) of this store is damaged: only what is whole of it is sent"
                ))
        }
    }
}
