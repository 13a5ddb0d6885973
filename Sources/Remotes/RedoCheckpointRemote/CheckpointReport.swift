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
        try report(outcome.findings, &context)
        if !isPorcelain {
            try TakenReport.print(
                count: outcome.new.count,
                isWhole: outcome.refused.isEmpty && outcome.findings.isEmpty, &context)
        }
        return outcome.refused.isEmpty && outcome.findings.isEmpty ? .done : .no
    }

    /// Says how a remote deceives whoever reads it.
    private func report(
        _ findings: [RemoteComparison.Finding], _ context: inout CommandContext
    ) throws(RedoError) {
        if context.arguments.has(SyncOptions.porcelain) {
            for finding in findings {
                try context.print("-\t\(finding.seen.slot)\t\(finding.code)\n")
            }
            return
        }
        for finding in findings {
            context.complain(
                "error: \(finding.code): \(sentence(finding))".printable + "\n")
        }
        if !findings.isEmpty {
            context.complain(
                "hint: nothing that this store has is lost; 'redo push \(name)' sends all of it\n"
                    + "hint: ask who runs the remote whether it was restored from a backup\n")
        }
    }

    private func sentence(_ finding: RemoteComparison.Finding) -> String {
        let seen = finding.seen
        let slot = "the slot \(seen.slot) \(owner(of: seen.slot))"
        switch finding {
        case .forked(_, let now) where now.sequence == seen.sequence:
            return "\(slot) has two statements of the number \(now.sequence)"
        case .forked(_, let now):
            return
                "\(slot) stands at \(now.sequence), and lacks nodes that its statement "
                + "\(seen.sequence) had"
        case .rewound(_, let now):
            return "\(slot) stands at \(now.sequence), and stood at \(seen.sequence)"
        case .withheld(_, let now, let witness):
            let place = now.map { "stands at \($0.sequence)" } ?? "is gone"
            let said =
                witness.map { "the slot \($0) \(owner(of: $0)) has seen it at \(seen.sequence)" }
                ?? "it stood at \(seen.sequence)"
            return "\(slot) \(place), and \(said)"
        }
    }

    /// Whose slot it is, as far as is known.
    private func owner(of slot: Slot) -> String {
        let key =
            record.own?.slot == slot
            ? record.own?.last?.statement.statement.key
            : record.seen[slot]?.statement.statement.key
        return key.map { "of the key \($0.hexadecimal.prefix(16))" } ?? "of an unknown key"
    }
}

extension RemoteComparison.Finding {
    /// What programs are told.
    var code: ErrorCode {
        switch self {
        case .forked: .remoteForked
        case .rewound: .remoteRewound
        case .withheld: .remoteWithholds
        }
    }
}
