import RedoCheckpoints
import RedoModel
import RedoSystem

/// What a fetch received.
package struct FetchOutcome {
    /// The nodes that the store had not, in the order in which they were received; of a dry run those that it would receive,
    /// where that is known.
    package var newIDs: [NodeID] = []
    /// How many slots and references a dry run would read, if it does not know their nodes; nil if it does.
    package var plannedCount: Int?
    /// What was refused, or is not what it should be.
    package var refusedCount = 0
    /// Whether the remote deceives whoever reads it: it withholds what it has shown.
    package var isDeceiving = false
    /// Whether the remote showed all that it should. Only such a fetch that refused nothing says that nothing is new.
    package var isWhole = true
    /// Whether a remote that was asked for everything has nothing at all.
    package var isEmpty = false
    /// What helps whom the remote deceives.
    package var hints: [String] = []
    /// How many nodes came back that the store had lost.
    package var returnedCount = 0
    /// Whether the store still lacks nodes that it had.
    package var lacksNodes = false

    package init() {}

    /// Whether everything was received, and the remote is as it should be.
    package var isDone: Bool { refusedCount == 0 && !isDeceiving }

    /// Adds what another part of the same remote gave.
    package mutating func add(_ other: FetchOutcome) {
        newIDs += other.newIDs
        if let count = other.plannedCount { plannedCount = (plannedCount ?? 0) + count }
        refusedCount += other.refusedCount
        isDeceiving = isDeceiving || other.isDeceiving
        isWhole = isWhole && other.isWhole
        isEmpty = isEmpty && other.isEmpty
        hints += other.hints
    }
}

/// What a push sent.
package struct PushOutcome {
    /// How many nodes were sent, or would be.
    package var sentCount = 0
    /// In how many packs; nil for a remote that has none.
    package var packCount: Int?
    /// How many nodes the remote had already, of those that were sent.
    package var presentCount = 0
    /// What helps nodes that had to stay.
    package var hints: [String] = []
    /// How many nodes the remote refuses, which are not sent again.
    package var refusedCount = 0
    /// Whether nodes of the store are damaged, so that only the others were sent.
    package var hasDamage = false
    /// Whether nodes that had to stay keep all others here, too.
    package var isHalted = false
    /// Whether everything that was to be sent was sent.
    package var isDone = true
    /// Whether the remote was found to have everything before nodes were looked at.
    package var isUpToDate = false

    package init() {}
}
