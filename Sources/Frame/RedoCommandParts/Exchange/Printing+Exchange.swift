import RedoCommandLine
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

extension CommandContext {
    /// Prints to people what a fetch received.
    ///
    /// - Parameters:
    ///   - name: of the remote.
    ///   - received: what was received, in words; nil to count it.
    package mutating func printSummary(
        of outcome: FetchOutcome, from name: String, in style: ExchangeStyle,
        received: [String]? = nil
    ) throws(RedoError) -> ExitStatus {
        if !style.isPorcelain {
            let restCount = outcome.refusedCount - CommandDelegate.maximumNamedCount
            if restCount > 0 {
                complain("error: and \(restCount) more; --porcelain names all of them\n")
            }
            if let received {
                try print(received.map { $0 + "\n" }.joined())
            } else if let text = Self.summary(of: outcome, from: name, in: style) {
                try print(text + "\n")
            }
            complain(hints: outcome.hints)
            if outcome.returnedCount > 0 {
                let verb = outcome.returnedCount == 1 ? "is" : "are"
                let nodes = counted(outcome.returnedCount, style.noun)
                try print("\(nodes) that this store had lost \(verb) back\n")
            }
        }
        let status = outcome.isDone ? ExitStatus.done : .no
        return status.joined(with: outcome.lacksNodes ? .incomplete : .done)
    }

    /// The number of nodes that came, in words; nil if there is nothing to say.
    private static func summary(
        of outcome: FetchOutcome, from name: String, in style: ExchangeStyle
    ) -> String? {
        if outcome.isEmpty { return "\(name.printable) is empty: no device has pushed there yet" }
        if let count = outcome.plannedCount, count > 0 { return nil }
        let count = outcome.newIDs.count
        if count == 0 {
            // What was refused is new as well, so only a fetch that is whole says that nothing is.
            guard outcome.isWhole, outcome.refusedCount == 0 else { return "received nothing" }
            return style.isQuiet ? nil : "nothing new"
        }
        return "\(style.isDryRun ? "would receive" : "received") \(counted(count, style.noun))"
    }

    /// Prints to people what a push sent.
    ///
    /// - Parameters:
    ///   - name: of the remote.
    ///   - store: whose nodes were sent.
    package mutating func printSummary(
        of outcome: PushOutcome, to name: String, from store: Store, in style: ExchangeStyle
    ) throws(RedoError) -> ExitStatus {
        if !style.isPorcelain {
            try print(Self.summary(of: outcome, to: name, from: store, in: style) + "\n")
            complain(hints: outcome.hints)
            if outcome.refusedCount > 0 {
                let stays =
                    outcome.refusedCount == 1
                    ? "1 \(style.noun) stays here: \(name) has refused it before"
                    : "\(outcome.refusedCount) \(style.noun)s stay here: \(name) has refused them before"
                complain(.error, .syncFailed, stays)
                complain(hints: [
                    "after 'redo fetch --refetch \(name)' a push tries again, and reports why"
                ])
            }
        }
        return outcome.isDone ? .done : .no
    }

    private static func summary(
        of outcome: PushOutcome, to name: String, from store: Store, in style: ExchangeStyle
    ) -> String {
        let nodes = counted(outcome.sentCount, style.noun)
        let nothing =
            outcome.refusedCount == 0 && store.incompleteness.count == 0
            ? "everything up-to-date" : "nothing was pushed"
        if outcome.isUpToDate { return nothing }
        if outcome.isHalted
            || outcome.packCount != nil && outcome.hasDamage && outcome.sentCount == 0
        {
            return "nothing was pushed"
        }
        if style.isDryRun { return "would push \(nodes) to \(name)" }
        let sent = "\(style.reportsTasks ? "sent" : "pushed") \(nodes) to \(name)"
        if let packCount = outcome.packCount {
            if outcome.sentCount == 0, packCount == 0 { return nothing }
            if style.reportsTasks { return sent }
            return "pushed \(nodes) in \(counted(packCount, "pack")) to \(name)"
        }
        if outcome.sentCount + outcome.presentCount == 0 { return "nothing was pushed" }
        let others =
            outcome.presentCount == 0 ? "" : ", which had \(outcome.presentCount) others already"
        return sent + others
    }
}

extension ExchangeStyle {
    /// What is counted for people.
    fileprivate var noun: String { reportsTasks ? "change" : "node" }
}
