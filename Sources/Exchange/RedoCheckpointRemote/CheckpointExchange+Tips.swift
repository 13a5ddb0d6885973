import RedoCheckpoints
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

    /// What to say of what is under the name of a slot, and is not a statement of it.
    static func note(_ slot: Slot, stray reason: String) -> String {
        "the slot \(slot) does not count: \(reason)"
    }

    /// Whether data that a statement lacks may still come: another program copies what is there, and the statement is new.
    func mayArrive(_ read: ReadTip) -> Bool { isCopied && !record.isKnown(read.tip) }

    /// The latest statement among tips, whether its data is there or not; nil if none of them is a statement.
    ///
    /// - Parameter tips: of one slot, the last one first.
    /// - Throws: as ``read(_:)``.
    func latestStatement(among tips: [CheckpointTip]) throws(RedoError) -> ReadTip? {
        for tip in tips {
            if case .statement(let read) = try read(tip), read.strayReason == nil {
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
    /// - Throws: as ``read(_:)``.
    func content(of tips: [CheckpointTip]) throws(RedoError) -> SlotContent {
        var content = SlotContent()
        for tip in tips {
            switch try read(tip) {
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
    private func isComplete(_ read: ReadTip) throws(RedoError) -> Bool {
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
