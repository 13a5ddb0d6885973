import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoSystem

extension CheckpointExchange {
    /// Says what a fetch took in, what it refused, and how the remote deceives.
    func report(
        _ outcome: FetchOutcome, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let isPorcelain = context.arguments.has(SyncOptions.porcelain)
        if isPorcelain {
            for (id, slot) in outcome.new { try context.print("\(id)\t\(slot)\tOK\n") }
        } else {
            for note in outcome.notes { context.note(note.printable) }
        }
        try TakenReport.print(refused: outcome.refused, isPorcelain: isPorcelain, &context)
        let now = try context.now()
        let accusations = outcome.findings.filter { $0.isAccusation(at: now, isCopied: isCopied) }
        try report(
            accusations,
            notYetHere: outcome.findings.filter { !$0.isAccusation(at: now, isCopied: isCopied) },
            &context)
        if !isPorcelain, !(outcome.new.isEmpty && isBesideNews) {
            try TakenReport.print(
                count: outcome.new.count,
                isWhole: outcome.refused.isEmpty && outcome.findings.isEmpty && !isRestoring,
                &context)
        }
        let isDeceiving = !accusations.isEmpty
        return outcome.refused.isEmpty && !isDeceiving ? .done : .no
    }

    /// Says how a remote deceives whoever reads it, and what a folder that is copied lacks so far.
    private func report(
        _ accusations: [NotedFinding], notYetHere waiting: [NotedFinding],
        _ context: inout CommandContext
    ) throws(RedoError) {
        if context.arguments.has(SyncOptions.porcelain) {
            for noted in accusations {
                try context.print("-\t\(noted.finding.seen.slot)\t\(noted.code)\n")
            }
            return
        }
        if accusations.isEmpty, waiting.isEmpty { return }
        let name = context.repository(store).keyTexts()
        for noted in waiting {
            context.note("not yet here: \(noted.sentence(name))".printable)
        }
        for noted in accusations {
            context.complain("error: \(noted.code): \(noted.sentence(name))".printable + "\n")
        }
        if accusations.isEmpty { return }
        context.complain(
            "hint: nothing that this store has is lost; 'redo push \(self.name)' sends all of it\n"
                + "hint: ask who runs the remote whether it was restored from a backup\n")
        if let key = accusations.lazy.compactMap(\.finding.witnessKey).first {
            context.complain(
                "hint: a device can say so of slots that never were: 'redo ignore \(UserID(key))' leaves out all that it says\n"
            )
        }
        context.complain(
            "hint: what will not come back: 'redo remote accept \(self.name)' reports it no more\n")
    }
}
