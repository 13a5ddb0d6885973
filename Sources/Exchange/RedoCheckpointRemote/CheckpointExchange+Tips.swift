import RedoCheckpoints
import RedoModel
import RedoSystem

/// Reads what a slot shows, and determines which of it is a statement (docs/checkpoints.md, "Reading").
extension CheckpointExchange {
    /// The content of a tip.
    enum TipContent {
        case statement(ReadTip)
        /// It is incomplete, or sealed by an epoch that is still missing.
        case absent
        /// It is complete, but is not a statement of its slot: the reason.
        case invalid(String)
    }

    /// The note about a file under the name of a slot that is not a statement of it.
    static func note(_ slot: Slot, stray reason: String) -> String {
        "the slot \(slot) does not count: \(reason)"
    }

    /// Whether missing data of a statement may still arrive: another program copies the remote's files, and the
    /// statement is new.
    func mayArrive(_ read: ReadTip) -> Bool { isCopied && !record.isKnown(read.tip) }

    /// The latest statement among tips, whether its data is present or not; nil if none of them is a statement.
    ///
    /// - Parameter tips: the tips of one slot, the last one first.
    /// - Throws: as ``read(_:)``.
    func latestStatement(among tips: [CheckpointTip]) throws(RedoError) -> ReadTip? {
        for tip in tips {
            if case .statement(let read) = try read(tip), read.strayReason == nil {
                return read
            }
        }
        return nil
    }

    /// The current content of a slot: its last statement, and the files after it.
    struct SlotContent {
        /// The last statement whose data is present, or was present before.
        var latest: ReadTip?
        /// A later statement whose data is still incomplete.
        var arriving: ReadTip?
        /// The first file that is not a statement of the slot, with its data.
        var stray: ReadTip?
        var ignored: [IgnoredTip] = []
    }

    /// Reads the tips of a slot up to a statement with its data. No node is admitted.
    ///
    /// - Parameter tips: the tips of one slot, the last one first.
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

    /// Whether all pieces of a statement are present, and match their names.
    private func isComplete(_ read: ReadTip) throws(RedoError) -> Bool {
        for name in Set(read.statement.statement.pieces).sorted() {
            if Signals.isTerminationPending { throw .terminated }
            do throws(RedoError) {
                guard case .whole = try piece(name, of: read.tip) else { return false }
            } catch {
                // An unusable piece is reported when its pack is checked.
                guard [.corrupted, .permissionDenied].contains(error.code) else { throw error }
            }
        }
        return true
    }
}
