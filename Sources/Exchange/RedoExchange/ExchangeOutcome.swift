import RedoCheckpoints
import RedoModel
import RedoSystem

/// The result of a fetch.
package struct FetchOutcome {
    /// The nodes that the store did not have, in the order of their arrival. In a dry run those that it would receive,
    /// as far as they are known.
    package var newIDs: [NodeID] = []
    /// The number of slots and references that a dry run would read, if it cannot determine their nodes; nil if it can.
    package var plannedCount: Int?
    /// The number of nodes and files that were refused or are damaged.
    package var refusedCount = 0
    /// Whether the remote deceives its readers: it withholds what it has shown.
    package var isDeceiving = false
    /// Whether the remote showed everything that it should. Only such a fetch without refusals proves that nothing is
    /// new.
    package var isWhole = true
    /// Whether a remote from which everything was requested is empty.
    package var isEmpty = false
    /// Hints for a user whom the remote deceives.
    package var hints: [String] = []
    /// The number of lost nodes of the store that were received again.
    package var returnedCount = 0
    /// Whether the store still lacks nodes that it had.
    package var lacksNodes = false

    package init() {}

    /// Whether everything was received, and the remote is as it should be.
    package var isDone: Bool { refusedCount == 0 && !isDeceiving }

    /// Adds the outcome of another part of the same remote.
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

/// The result of a push.
package struct PushOutcome {
    /// The number of nodes that were sent, or would be in a dry run.
    package var sentCount = 0
    /// The number of packs; nil for a remote without packs.
    package var packCount: Int?
    /// The number of sent nodes that the remote had already.
    package var presentCount = 0
    /// Hints about nodes that could not be sent.
    package var hints: [String] = []
    /// The number of nodes that the remote refuses, which are not sent again.
    package var refusedCount = 0
    /// Whether nodes of the store are damaged, so that only the others were sent.
    package var hasDamage = false
    /// Whether nodes that could not be sent keep all others here as well.
    package var isHalted = false
    /// Whether everything that was to be sent was sent.
    package var isDone = true
    /// Whether the remote was found to have everything before any node was read.
    package var isUpToDate = false

    package init() {}
}
