import RedoCheckpoints
import RedoModel

/// What is accepted of what a remote does not show any more.
package struct AcceptOutcome {
    /// None if there was nothing to accept.
    package let accepted: [NotedFinding]
    /// What was received in between; nil if it was not read.
    package let received: FetchOutcome?

    package init(accepted: [NotedFinding] = [], received: FetchOutcome? = nil) {
        self.accepted = accepted
        self.received = received
    }
}

/// How a slot continues without its history.
package struct CompactOutcome {
    package enum Result {
        /// Nodes had to stay that keep all others here.
        case refused
        case nothing
        /// The numbers of packs before and after.
        case joined(from: Int, to: Int)
    }

    package var result = Result.nothing
    /// What was received first, if something of it was refused or missing.
    package var received: FetchOutcome?
    /// What helps nodes that had to stay; none if none had to.
    package var hints: [String] = []
    /// Whether the store and what was received are whole.
    package var isWhole = true

    package init() {}

    package var isDone: Bool {
        if case .refused = result { false } else { isWhole }
    }
}
