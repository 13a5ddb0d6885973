import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
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
            if isRefused {
                try context.print("nothing was pushed\n")
            } else if isDry {
                try context.print("would push \(nodes) to \(name)\n")
            } else if outcome.nodes.isEmpty, outcome.packCount == 0 {
                try context.print("everything up-to-date\n")
            } else {
                try context.print(
                    "pushed \(nodes) in \(counted(outcome.packCount, "pack")) to \(name)\n")
            }
        }
        for node in outcome.kept {
            let code = ErrorCode.invalidSignature
            if isPorcelain {
                try context.print("\(node.id)\t-\t\(code)\n")
                continue
            }
            let reason = node.reason.map { "the node has no signature, and \($0)" }
            let text = "\(node.id) \(reason ?? "it follows a node without a signature")"
            if isSkipping {
                context.warn(code, text)
            } else {
                context.complain("error: \(code): \(text)".printable + "\n")
            }
        }
        if isRefused, !isPorcelain {
            for hint in outcome.hints { context.complain("hint: \(hint.printable)\n") }
            context.complain("hint: 'redo push --skip-unsigned' pushes the rest\n")
        }
        return isRefused || outcome.hasDamage ? .no : .done
    }
}
