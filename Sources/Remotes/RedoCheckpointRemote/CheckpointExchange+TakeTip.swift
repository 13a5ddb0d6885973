import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// How the nodes of one tip are taken in.
extension CheckpointExchange {
    /// What is recorded of a tip that was taken in as a whole before; nil for any other.
    private func recorded(_ tip: CheckpointTip) -> CheckpointRecord.Seen? {
        if isNew(tip) { return nil }
        if let own = record.own, own.slot == tip.slot, let last = own.last,
            last.version == tip.version
        {
            return CheckpointRecord.Seen(
                last.statement, version: last.version, isCounting: own.isCounting, isWhole: true)
        }
        return [record.seen[tip.slot], record.stray[tip.slot]].compactMap(\.self).first {
            $0.version == tip.version
        }
    }

    /// What became of a tip.
    private enum TakenTip {
        case entry(CheckpointRecord.Seen)
        case ignored(IgnoredTip)
        case arriving(SignedStatement)
        case refused(TakenReport.Refusal)
    }

    /// Takes in the first of a slot's tips that is whole: a folder that is being copied can have a statement before
    /// its data.
    mutating func takeFirstWhole(
        _ tips: [CheckpointTip], isRefetching: Bool, _ shown: inout Shown,
        _ outcome: inout FetchOutcome, _ context: borrowing CommandContext
    ) throws(RedoError) -> CheckpointRecord.Seen? {
        var failures: [TakenReport.Refusal] = []
        var isArriving = false
        for tip in tips {
            do throws(RedoError) {
                let takesStray = shown.stray.last?.slot != tip.slot
                switch try take(
                    tip, isRefetching: isRefetching, takesStray: takesStray, &outcome, context)
                {
                case .entry(let entry) where entry.isStray:
                    shown.stray.append(entry)
                    record.note(entry)
                case .entry(let entry):
                    let sealed = failures.filter { $0.code == .permissionDenied }
                    if !sealed.isEmpty {
                        outcome.refused += sealed.prefix(1)
                    } else if !failures.isEmpty {
                        outcome.notes.append(
                            "the slot \(tip.slot) has a later statement that is not complete yet")
                    }
                    return entry
                case .ignored(let ignored): shown.ignored.append(ignored)
                case .arriving(let statement):
                    if isArriving { continue }
                    isArriving = true
                    // Whether it counts is judged with the others.
                    shown.arriving.append((statement, false))
                case .refused(let refusal): failures.append(refusal)
                }
            } catch {
                guard [.corrupted, .permissionDenied].contains(error.code),
                    !Signals.isTerminationPending
                else { throw error }
                failures.append(
                    TakenReport.Refusal(
                        id: nil, code: error.code, detail: error.message, place: "\(tip.slot)"))
            }
        }
        if let failure = failures.first, let slot = tips.first?.slot {
            outcome.refused.append(failure)
            shown.slots.insert(slot)
        }
        return nil
    }

    /// Takes in what a tip lists, if it is a statement that was not taken in as a whole before.
    ///
    /// - Parameter takesStray: whether the nodes of a statement are taken in that is not the slot's.
    private mutating func take(
        _ tip: CheckpointTip, isRefetching: Bool, takesStray: Bool,
        _ outcome: inout FetchOutcome, _ context: borrowing CommandContext
    ) throws(RedoError) -> TakenTip {
        if !isRefetching, let entry = recorded(tip) { return .entry(entry) }
        switch try read(tip, context) {
        case .absent: return .ignored(IgnoredTip(tip: tip, reason: nil))
        case .invalid(let reason): return .ignored(IgnoredTip(tip: tip, reason: reason))
        case .statement(let read):
            if let reason = read.strayReason {
                return try takeStray(
                    takesStray ? read : nil, tip, reason, isRefetching: isRefetching, &outcome,
                    context)
            }
            if let entry = try take(read, isRefetching: isRefetching, &outcome, context) {
                return .entry(entry)
            }
            if mayArrive(read) { return .arriving(read.statement) }
            return .refused(
                TakenReport.Refusal(
                    id: nil, code: .corrupted, detail: "a file of its data is missing or damaged",
                    place: "\(tip.slot)"))
        }
    }

    /// Takes in the nodes of a statement that says nothing of the slot under whose name it is: they are verified by themselves.
    /// Anyone can put it there, so no command fails for it.
    ///
    /// - Parameter read: nil if its nodes are not taken in.
    private mutating func takeStray(
        _ read: ReadTip?, _ tip: CheckpointTip, _ reason: String, isRefetching: Bool,
        _ outcome: inout FetchOutcome, _ context: borrowing CommandContext
    ) throws(RedoError) -> TakenTip {
        let ignored = TakenTip.ignored(IgnoredTip(tip: tip, reason: reason))
        guard let read else { return ignored }
        // No device can put right what is refused of it, so that is not reported.
        var attempt = FetchOutcome()
        defer { outcome.new += attempt.new }
        do throws(RedoError) {
            guard let entry = try take(read, isRefetching: isRefetching, &attempt, context) else {
                return ignored
            }
            outcome.notes.append(Self.note(tip.slot, stray: reason))
            return .entry(entry)
        } catch {
            guard [.corrupted, .permissionDenied].contains(error.code),
                !Signals.isTerminationPending
            else { throw error }
            return ignored
        }
    }

    /// Takes in the packs of a tip.
    ///
    /// - Returns: nil if a pack of it is not on the remote as it should be.
    private mutating func take(
        _ read: ReadTip, isRefetching: Bool, _ outcome: inout FetchOutcome,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> CheckpointRecord.Seen? {
        let statement = read.statement.statement
        let authors = try SyncOptions.allowedAuthors(store)
        var progress = Progress("Reading packs", unit: PackProgress.unit, context)
        var isWhole = true
        if !isRefetching { try keepIDs(ofOwnPacksAmong: statement.packs) }
        let packs = statement.packs.filter { isRefetching || ids(of: $0.name) == nil }
        let taken = try takeIn(packs, of: read.tip, authors: authors) {
            progress.show(done: $0, total: $1)
        }
        guard let taken else {
            progress.leaveLine()
            return nil
        }
        for (pack, incoming) in taken {
            outcome.new += incoming.new.map { ($0, read.tip.slot) }
            outcome.refused += incoming.refused.map {
                TakenReport.Refusal(
                    id: $0.id, code: $0.code, detail: $0.detail,
                    place: "\(statement.slot)/\(pack.name.hexadecimal)")
            }
            if !incoming.isWhole { isWhole = false }
        }
        progress.finish()
        let slot = read.tip.slot
        if read.strayReason != nil {
            return CheckpointRecord.Seen(
                read.statement, under: slot, version: read.tip.version, isTrue: false,
                isWhole: isWhole)
        }
        // A statement that says otherwise than its packs is read, and named, each time.
        let links = taken.reduce(into: [:]) { $0[$1.pack.name] = $1.incoming.links }
        let differences = differences(of: statement, reading: links)
        for difference in differences ?? [] {
            isWhole = false
            outcome.refused.append(
                TakenReport.Refusal(
                    id: nil, code: .corrupted, detail: "the statement is wrong: \(difference)",
                    place: "\(slot)"))
        }
        return CheckpointRecord.Seen(
            read.statement, under: slot, version: read.tip.version, isTrue: differences == [],
            isWhole: isWhole)
    }
}
