import RedoCheckpoints
import RedoModel

/// The result of accepting that a remote does not show what it showed before.
package struct AcceptOutcome {
    /// Empty if there was nothing to accept.
    package let accepted: [NotedFinding]
    /// What was received by the new reading; nil if the remote was not read.
    package let received: FetchOutcome?

    package init(accepted: [NotedFinding] = [], received: FetchOutcome? = nil) {
        self.accepted = accepted
        self.received = received
    }
}

/// The result of a compaction, after which a slot continues without its history.
package struct CompactOutcome {
    package enum Result {
        /// Nodes that cannot be sent keep all others here.
        case refused
        case nothing
        /// The numbers of packs before and after.
        case joined(from: Int, to: Int)
    }

    package var result = Result.nothing
    /// What was received first, if some of it was refused or missing.
    package var received: FetchOutcome?
    /// Hints about nodes that cannot be sent; empty if there are none.
    package var hints: [String] = []
    /// Whether the store and the received nodes are complete.
    package var isWhole = true

    package init() {}

    package var isDone: Bool {
        if case .refused = result { false } else { isWhole }
    }
}
