import RedoCheckpoints
import RedoModel
import RedoSystem

/// What a remote showed when it was read, and what became of it.
struct CheckpointReading {
    // MARK: What it shows

    /// The slots that have a statement whose data is there, or that was refused.
    var slots: Set<Slot> = []
    /// Those whose statement could be read.
    var entries: [CheckpointRecord.Seen] = []
    /// What is under the name of a slot, and is not a statement of it.
    var stray: [CheckpointRecord.Seen] = []
    /// Statements whose data is not complete yet, each later than the entry of its slot.
    var arriving: [(statement: SignedStatement, isCounting: Bool)] = []
    /// Files that are not statements.
    var ignored: [IgnoredTip] = []

    /// Whether everything could be read: otherwise the remote may have changed since it was listed.
    var isWhole: Bool { slots.count == entries.count && arriving.isEmpty && ignored.isEmpty }

    // MARK: What became of it

    /// The nodes that the store had not, each with the slot that it came from.
    var new: ArraySlice<(id: NodeID, slot: Slot)> = []
    var refused: [Refusal] = []
    var findings: [NotedFinding] = []
    /// What the user has accepted.
    var accepted: [RemoteComparison.Finding] = []
    /// What to say of the remote.
    var notes: [String] = []

    /// Something that was not admitted.
    struct Refusal {
        /// Nil for what is not a node.
        let id: NodeID?
        let code: ErrorCode
        let detail: String
        /// The slot that it is in, and the pack.
        let place: String

        init(_ code: ErrorCode, _ detail: String, of id: NodeID? = nil, at place: String) {
            self.id = id
            self.code = code
            self.detail = detail
            self.place = place
        }
    }
}

/// A file in a slot that is not a statement of the slot. Anyone who can write there can put it there, so it is ignored.
struct IgnoredTip {
    let tip: CheckpointTip
    /// Why it is not one; nil if it is not whole.
    let reason: String?

    /// For people.
    private var text: String {
        guard let reason else {
            return "not yet here: a statement of the slot \(tip.slot) is not whole"
        }
        return "the slot \(tip.slot) has a file that is ignored: \(reason)"
    }

    /// What to say of ignored files: a line for each of the first ones.
    static func notes(_ ignored: [IgnoredTip]) -> [String] {
        let maximumCount = 3
        let further = ignored.count - maximumCount
        return ignored.prefix(maximumCount).map(\.text)
            + (further > 0 ? ["\(counted(further, "further file")) in slots are ignored"] : [])
    }
}
