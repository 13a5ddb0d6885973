import RedoCheckpoints
import RedoCrypto
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// Reports the results at the end of an exchange.
extension CheckpointExchange {
    func note(_ texts: [String]) {
        for text in texts { session.note(text.printable) }
    }

    /// Reports what a fetch received, what it refused, and how the remote deceives.
    func report(_ reading: CheckpointReading) throws(RedoError) -> FetchOutcome {
        note(reading.notes)
        if session.delegate.wantsEachItem {
            for (id, slot) in reading.new {
                try session.report(id, at: slot.description, .done)
            }
        }
        for refusal in reading.refused {
            try session.report(
                refusal.id, at: refusal.location, .refused(refusal.code, detail: refusal.detail))
        }
        let accusations = try report(reading.findings)
        var outcome = FetchOutcome()
        outcome.newIDs = reading.new.map(\.id)
        outcome.refusedCount = reading.refused.count
        outcome.isDeceiving = !accusations.isEmpty
        outcome.isWhole = reading.findings.isEmpty && !session.request.isRestoring
        outcome.hints = hints(of: accusations)
        return outcome
    }

    /// Reports what a copied folder still lacks, and what a remote withholds from its readers.
    ///
    /// - Returns: the findings of deception.
    private func report(_ findings: [NotedFinding]) throws(RedoError) -> [NotedFinding] {
        if findings.isEmpty { return [] }
        let now = try session.now()
        let name = log.keyTexts()
        var accusations: [NotedFinding] = []
        for finding in findings {
            if finding.isAccusation(at: now, isCopied: isCopied) {
                accusations.append(finding)
            } else {
                session.note("not yet here: \(finding.sentence(name))".printable)
            }
        }
        for accusation in accusations {
            try session.report(
                nil, at: accusation.finding.seen.slot.description,
                .withheld(accusation.code, accusation.sentence(name)))
        }
        return accusations
    }

    private func hints(of accusations: [NotedFinding]) -> [String] {
        if accusations.isEmpty { return [] }
        let witness = accusations.lazy.compactMap(\.finding.witnessKey).first.map {
            "a device can say so of slots that never were: 'redo ignore \(UserID($0))' leaves out all that it says"
        }
        return [
            "nothing that this store has is lost; 'redo push \(name)' sends all of it",
            "ask who runs the remote whether it was restored from a backup",
        ] + [witness].compactMap(\.self)
            + ["what will not come back: 'redo remote accept \(name)' reports it no more"]
    }

    /// Reports what a push sent, and what could not be sent.
    func report(_ sent: Sent) throws(RedoError) -> PushOutcome {
        let plan = sent.plan
        var outcome = PushOutcome()
        outcome.isHalted = !plan.kept.isEmpty && !session.request.skipsUnsigned
        note(sent.notes)
        if !outcome.isHalted, session.delegate.wantsEachItem {
            let slot = record.own?.slot.description
            for id in plan.newIDs.sorted() { try session.report(id, at: slot, .done) }
        }
        try reportObstacles(of: plan)
        outcome.sentCount = plan.newIDs.count
        outcome.packCount = plan.newPacks.count
        if outcome.isHalted { outcome.hints = plan.hints }
        outcome.hasDamage = plan.hasDamage
        outcome.isDone = !outcome.isHalted && !plan.hasDamage
        return outcome
    }

    /// Reports the damaged packs of this store, and the nodes that cannot be sent. The number of damaged nodes is
    /// reported at the end of the command.
    func reportObstacles(of plan: CheckpointPlan) throws(RedoError) {
        for pack in plan.damagedPacks {
            session.complain(
                RedoError(
                    .corrupted,
                    "the pack \(pack.hexadecimal) of this store is damaged: only what is whole of it is sent"
                ))
        }
        if !plan.waiting.isEmpty { try session.delegate.report(.waiting(plan.waiting)) }
        try NodesToPush.report(plan.kept, session)
    }
}
