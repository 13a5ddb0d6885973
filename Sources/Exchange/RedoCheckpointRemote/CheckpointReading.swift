import RedoCheckpoints
import RedoModel
import RedoSystem

/// The result of reading a remote: what it shows, and which nodes were received.
struct CheckpointReading {
    // MARK: What it shows

    /// The slots that have a statement whose data is present, or that was refused.
    var slots: Set<Slot> = []
    /// The statements that could be read.
    var entries: [CheckpointRecord.Seen] = []
    /// Files under the name of a slot that are not statements of it.
    var stray: [CheckpointRecord.Seen] = []
    /// Statements whose data is still incomplete, each later than the entry of its slot.
    var arriving: [(statement: SignedStatement, isCounting: Bool)] = []
    /// Files that are not statements.
    var ignored: [IgnoredTip] = []

    /// Whether everything could be read: otherwise the remote may have changed since it was listed.
    var isWhole: Bool { slots.count == entries.count && arriving.isEmpty && ignored.isEmpty }

    // MARK: The received nodes

    /// The nodes that the store did not have, each with the slot from which it was received.
    var new: ArraySlice<(id: NodeID, slot: Slot)> = []
    var refused: [Refusal] = []
    var findings: [NotedFinding] = []
    /// The findings that the user has accepted.
    var accepted: [RemoteComparison.Finding] = []
    /// Notes about the remote, for people.
    var notes: [String] = []

    /// A node or another thing that was not admitted.
    struct Refusal {
        /// Nil if it is not a node.
        let id: NodeID?
        let code: ErrorCode
        let detail: String
        /// Its slot and pack.
        let location: String

        init(_ code: ErrorCode, _ detail: String, of id: NodeID? = nil, at location: String) {
            self.id = id
            self.code = code
            self.detail = detail
            self.location = location
        }
    }
}

/// A file in a slot that is not a statement of the slot. Anyone who can write to the remote can put it there, so it is
/// ignored.
struct IgnoredTip {
    let tip: CheckpointTip
    /// Why it is not a statement of the slot; nil if it is incomplete.
    let reason: String?

    /// The text for people.
    private var text: String {
        guard let reason else {
            return "not yet here: a statement of the slot \(tip.slot) is not whole"
        }
        return "the slot \(tip.slot) has a file that is ignored: \(reason)"
    }

    /// Notes about ignored files: a line for each of the first ones.
    static func notes(_ ignored: [IgnoredTip]) -> [String] {
        let maximumCount = 3
        let further = ignored.count - maximumCount
        return ignored.prefix(maximumCount).map(\.text)
            + (further > 0 ? ["\(counted(further, "further file")) in slots are ignored"] : [])
    }
}
