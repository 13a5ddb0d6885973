import RedoCheckpoints
import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension CommandContext {
    /// Prints what was accepted of a remote.
    ///
    /// - Parameter name: of the remote.
    mutating func printAcceptance(
        _ outcome: AcceptOutcome, of name: String, _ session: ExchangeSession,
        in style: ExchangeStyle
    ) throws(RedoError) -> ExitStatus {
        if outcome.accepted.isEmpty { try print("nothing to accept\n") }
        guard let received = outcome.received else { return .done }
        let keyText = session.repository.keyTexts()
        for finding in outcome.accepted {
            try print("accepted: \(finding.sentence(keyText).printable)\n")
        }
        return try printSummary(of: received, from: name, in: style)
    }

    /// Prints how a remote continues without its history.
    ///
    /// - Parameter name: of the remote.
    mutating func printCompaction(
        _ outcome: CompactOutcome, of name: String, in style: ExchangeStyle
    ) throws(RedoError) -> ExitStatus {
        if let received = outcome.received {
            _ = try printSummary(of: received, from: name, in: style)
        }
        switch outcome.result {
        case .refused: try print("nothing was compacted\n")
        case .nothing: try print("nothing to compact\n")
        case .joined(let before, let after):
            try print("compacted \(name): \(counted(before, "pack")) became \(after)\n")
        }
        if !style.isPorcelain { complain(hints: outcome.hints) }
        return outcome.isDone ? .done : .no
    }

    /// Prints the check of a remote: for people, as JSON, or for programs.
    ///
    /// - Parameter name: of the remote.
    mutating func printVerification(
        _ outcome: VerifyOutcome, of name: String, _ session: ExchangeSession,
        in style: ExchangeStyle, isJSON: Bool
    ) throws(RedoError) -> ExitStatus {
        let keyText = session.repository.keyTexts()
        if isJSON {
            try printLine(
                CanonicalJSON.bytes([
                    "holds": .bool(outcome.isSound),
                    "notes": .array(outcome.notes.map { .string(JSONString($0)) }),
                    "remote": .string(JSONString(name)),
                    "slots": .array(outcome.slots.map { $0.json(keyText) }),
                    "withheld": .array(
                        outcome.findings.map {
                            $0.report(at: outcome.time, isCopied: outcome.isCopied, keyText)
                        }),
                ]))
        } else if style.isPorcelain {
            for slot in outcome.slots { try print(slot.porcelain) }
            for note in outcome.notes { try print("note\t\(note.printable)\n") }
            for finding in outcome.findings {
                try print("finding\t")
                try printLine(CanonicalJSON.bytes(finding.json))
            }
        } else {
            for slot in outcome.slots { try print(slot.text(keyText)) }
            for note in outcome.notes { try print("\(note.printable)\n") }
            for finding in outcome.findings {
                let line = finding.line(at: outcome.time, isCopied: outcome.isCopied, keyText)
                try print("\(line.printable)\n")
            }
            try print(
                "checked \(counted(outcome.slots.count, "slot")), \(counted(outcome.packCount, "pack")) and "
                    + "\(counted(outcome.nodeCount, "node")): "
                    + "\(outcome.isSound ? "all of it holds" : "not all of it holds")"
                    + "\(outcome.isArriving ? ", and not all of it is here yet" : "")\n")
        }
        return outcome.isSound ? .done : .no
    }
}
