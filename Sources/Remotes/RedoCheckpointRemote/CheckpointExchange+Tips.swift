import RedoCheckpoints
import RedoCommandLine
import RedoModel
import RedoSystem

/// What a slot shows, and what of that is a statement (docs/checkpoints.md, "Reading").
extension CheckpointExchange {
    /// What a tip is.
    enum TipContent {
        case statement(ReadTip)
        /// It is not whole, or sealed by an epoch that is not there yet.
        case absent
        /// It is whole, and not a statement of its slot: why.
        case invalid(String)
    }

    /// A file in a slot that is not a statement of the slot. Anyone who can write there can put it there, so it is ignored.
    struct IgnoredTip {
        let tip: CheckpointTip
        /// Why it is not one; nil if it is not whole.
        let reason: String?

        /// For people.
        var text: String {
            guard let reason else {
                return "not yet here: a statement of the slot \(tip.slot) is not whole"
            }
            return "the slot \(tip.slot) has a file that is ignored: \(reason)"
        }
    }

    /// What to say of what is under the name of a slot, and is not a statement of it.
    static func note(_ slot: Slot, stray reason: String) -> String {
        "the slot \(slot) does not count: \(reason)"
    }

    /// What to say of ignored files: a line for each of the first ones.
    static func notes(_ ignored: [IgnoredTip]) -> [String] {
        let maximumCount = 3
        let further = ignored.count - maximumCount
        return ignored.prefix(maximumCount).map(\.text)
            + (further > 0 ? ["\(counted(further, "further file")) in slots are ignored"] : [])
    }

    /// Whether a statement was read here before: then its data was there, and is not still to come.
    func isKnown(_ tip: CheckpointTip) -> Bool {
        if let own = record.own, own.slot == tip.slot, own.last?.version == tip.version {
            return true
        }
        return record.seen[tip.slot]?.version == tip.version
            || record.stray[tip.slot]?.version == tip.version
    }

    /// Whether data that a statement lacks may still come: another program copies what is there, and the statement is new.
    func mayArrive(_ read: ReadTip) -> Bool { isCopied && !isKnown(read.tip) }

    /// Whether this store has read a statement of a slot.
    func isKnown(_ slot: Slot) -> Bool {
        record.seen[slot] != nil || record.own.map { $0.slot == slot && $0.last != nil } ?? false
    }

    /// By slot, the greatest number of a statement whose nodes later statements that count have: earlier ones of the slot, and
    /// those of slots that its key, or a settled retirement, replaces.
    var replacedNumbers: [Slot: Int] {
        var numbers = record.settled
        func note(_ slot: Slot, _ number: Int) {
            numbers[slot] = max(numbers[slot] ?? 0, number)
        }
        let counting =
            record.seen.values.filter(\.isCounting).map(\.statement.statement)
            + (record.own?.last.map { [$0.statement.statement] } ?? [])
        for statement in counting {
            note(statement.slot, statement.sequence - 1)
            for mention in statement.retired
            where mention.key == statement.key && record.seen[mention.slot] == nil {
                note(mention.slot, mention.sequence)
            }
        }
        return numbers
    }

    /// The latest statement among tips, whether its data is there or not; nil if none of them is a statement.
    ///
    /// - Parameter tips: of one slot, the last one first.
    /// - Throws: as ``read(_:_:)``.
    mutating func latestStatement(
        among tips: [CheckpointTip], _ context: borrowing CommandContext
    ) throws(RedoError) -> ReadTip? {
        for tip in tips {
            if case .statement(let read) = try read(tip, context), read.strayReason == nil {
                return read
            }
        }
        return nil
    }

    /// Where a slot stands, from its last statement on.
    struct SlotContent {
        /// The last statement whose data is there, or was there before.
        var latest: ReadTip?
        /// A later one whose data is not complete yet.
        var arriving: ReadTip?
        /// The first that is not a statement of the slot, with its data.
        var stray: ReadTip?
        var ignored: [IgnoredTip] = []
    }

    /// Reads the tips of a slot until one is a statement with its data. Nothing is admitted.
    ///
    /// - Parameter tips: of one slot, the last one first.
    /// - Throws: as ``read(_:_:)``.
    mutating func content(
        of tips: [CheckpointTip], _ context: borrowing CommandContext
    ) throws(RedoError) -> SlotContent {
        var content = SlotContent()
        for tip in tips {
            switch try read(tip, context) {
            case .absent: content.ignored.append(IgnoredTip(tip: tip, reason: nil))
            case .invalid(let reason): content.ignored.append(IgnoredTip(tip: tip, reason: reason))
            case .statement(let read):
                let isHere = mayArrive(read) ? try isComplete(read) : true
                if let reason = read.strayReason {
                    if content.stray == nil, isHere {
                        content.stray = read
                    } else {
                        content.ignored.append(IgnoredTip(tip: tip, reason: reason))
                    }
                } else if isHere {
                    content.latest = read
                    return content
                } else if content.arriving == nil {
                    content.arriving = read
                }
            }
        }
        return content
    }

    /// Whether all pieces of a statement are there as their names say.
    private mutating func isComplete(_ read: ReadTip) throws(RedoError) -> Bool {
        for name in Set(read.statement.statement.pieces).sorted() {
            if Signals.isTerminationPending { throw .terminated }
            do throws(RedoError) {
                guard case .whole = try piece(name, of: read.tip) else { return false }
            } catch {
                // What is there and cannot be used is said where its pack is checked.
                guard [.corrupted, .permissionDenied].contains(error.code) else { throw error }
            }
        }
        return true
    }
}
