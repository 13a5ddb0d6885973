import RedoCheckpoints
import RedoCrypto
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// Receives the nodes of one tip.
extension CheckpointExchange {
    /// The result of receiving a tip.
    private enum AdmittedTip {
        case entry(CheckpointRecord.Seen)
        case ignored(String?)
        case arriving(SignedStatement)
    }

    /// Receives the first complete one of a slot's tips: in a folder that is being copied, a statement can arrive
    /// before its data.
    func admitFirstWhole(
        _ tips: [CheckpointTip], isRefetching: Bool, _ reading: inout CheckpointReading
    ) throws(RedoError) -> CheckpointRecord.Seen? {
        var failures: [CheckpointReading.Refusal] = []
        var isArriving = false
        for tip in tips {
            do throws(RedoError) {
                switch try admit(tip, isRefetching: isRefetching, &reading) {
                case .entry(let entry) where entry.isStray:
                    reading.stray.append(entry)
                    record.note(entry)
                case .entry(let entry):
                    if let sealed = failures.first(where: { $0.code == .permissionDenied }) {
                        reading.refused.append(sealed)
                    } else if !failures.isEmpty {
                        reading.notes.append(
                            "the slot \(tip.slot) has a later statement that is not complete yet")
                    }
                    return entry
                case .ignored(let reason):
                    reading.ignored.append(IgnoredTip(tip: tip, reason: reason))
                case .arriving(let statement):
                    if isArriving { continue }
                    isArriving = true
                    // Whether it counts is judged together with the others.
                    reading.arriving.append((statement, false))
                }
            } catch {
                guard error.isOfContent else { throw error }
                failures.append(
                    CheckpointReading.Refusal(error.code, error.message, at: "\(tip.slot)"))
            }
        }
        if let failure = failures.first, let slot = tips.first?.slot {
            reading.refused.append(failure)
            reading.slots.insert(slot)
        }
        return nil
    }

    /// Receives the nodes of a tip, if it is a statement that was not received completely before.
    ///
    /// - Throws: STORAGE_004 if a part of it is missing or damaged, E_PERMISSION_DENIED if it cannot be opened.
    private func admit(
        _ tip: CheckpointTip, isRefetching: Bool, _ reading: inout CheckpointReading
    ) throws(RedoError) -> AdmittedTip {
        if !isRefetching, let entry = record.recorded(tip), entry.isWhole { return .entry(entry) }
        switch try read(tip) {
        case .absent: return .ignored(nil)
        case .invalid(let reason): return .ignored(reason)
        case .statement(let read):
            if let reason = read.strayReason {
                // One report is enough: anyone can put such statements there.
                let isFirst = reading.stray.last?.slot != tip.slot
                guard isFirst, let entry = try admitStray(read, isRefetching: isRefetching) else {
                    return .ignored(reason)
                }
                reading.notes.append(Self.note(tip.slot, stray: reason))
                return .entry(entry)
            }
            if let (entry, refused) = try admit(read, isRefetching: isRefetching) {
                reading.refused += refused
                return .entry(entry)
            }
            if mayArrive(read) { return .arriving(read.statement) }
            throw RedoError(.corrupted, "a file of its data is missing or damaged")
        }
    }

    /// Receives the nodes of a statement that is stored under the name of another slot; each node is verified by
    /// itself. Anyone can put it there, so no command fails because of it. Refused nodes of it are not reported, since
    /// no device can repair them.
    private func admitStray(
        _ read: ReadTip, isRefetching: Bool
    ) throws(RedoError) -> CheckpointRecord.Seen? {
        do throws(RedoError) {
            return try admit(read, isRefetching: isRefetching)?.entry
        } catch {
            guard error.isOfContent else { throw error }
            return nil
        }
    }

    /// Receives the packs of a tip.
    ///
    /// - Returns: nil if a pack is missing on the remote, or damaged.
    private func admit(
        _ read: ReadTip, isRefetching: Bool
    ) throws(RedoError) -> (entry: CheckpointRecord.Seen, refused: [CheckpointReading.Refusal])? {
        let statement = read.statement.statement
        let authors = try ExchangeSettings.allowedAuthors(store)
        var progress = session.progress("Reading packs", unit: PackProgress.unit)
        if !isRefetching { try keepIDs(ofOwnPacksAmong: statement.packs) }
        let packs = statement.packs.filter { isRefetching || ids(of: $0.name) == nil }
        let admitted = try admit(packs, of: read.tip, authors: authors) {
            progress.show(done: $0, total: $1)
        }
        guard let admitted else {
            progress.leaveLine()
            return nil
        }
        let slot = read.tip.slot
        var refused: [CheckpointReading.Refusal] = []
        for (pack, incoming) in admitted {
            arrivals += incoming.new.map { ($0, slot) }
            refused += incoming.refused.map {
                CheckpointReading.Refusal(
                    $0.code, $0.detail, of: $0.id, at: "\(statement.slot)/\(pack.name.hexadecimal)")
            }
        }
        progress.finish()
        var isWhole = admitted.allSatisfy(\.incoming.isWhole)
        var isTrue = false
        if read.strayReason == nil {
            // A statement that does not match its packs is read, and reported, each time.
            let links = admitted.reduce(into: [:]) { $0[$1.pack.name] = $1.incoming.links }
            let differences = differences(of: statement, reading: links)
            isTrue = differences == []
            for difference in differences ?? [] {
                isWhole = false
                refused.append(
                    CheckpointReading.Refusal(
                        .corrupted, "the statement is wrong: \(difference)", at: "\(slot)"))
            }
        }
        let entry = CheckpointRecord.Seen(
            read.statement, under: slot, version: read.tip.version, isTrue: isTrue,
            isWhole: isWhole)
        return (entry, refused)
    }
}

extension RedoError {
    /// Whether the error concerns a part of a remote, so that a command continues with the rest.
    var isOfContent: Bool {
        [.corrupted, .permissionDenied].contains(code) && !Signals.isTerminationPending
    }
}
