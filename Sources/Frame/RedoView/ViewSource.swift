import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What the page of `redo view` is made from.
package struct ViewSource {
    package let log: Log
    /// The numbers of the nodes that are shown, in replay order; nil for all.
    package let shown: [Int]?
    /// The moment of the page.
    package let now: Instant
    package let privacy: ViewPrivacy
    package var findings: [StoreFinding] = []
    package var remotes: [ViewRemote] = []
    package var claims: [TaskID: HeldClaim] = [:]
    /// The first part of the paths of findings, which is left out.
    package var storePath = ""

    package init(_ log: Log, shown: [Int]? = nil, at now: Instant, _ privacy: ViewPrivacy) {
        self.log = log
        self.shown = shown
        self.now = now
        self.privacy = privacy
    }
}

/// What the page leaves out of the log.
package enum ViewPrivacy: String, Sendable {
    /// Nothing.
    case complete
    /// Titles, names, notes and every other text that someone has written.
    case redacted
    /// The log is an anonymous copy, and what the store has beside its log is left out.
    case anonymous
}

/// What is known of a remote without asking it.
package struct ViewRemote {
    let name: String
    let url: String
    /// When it was last read, in seconds since 1970; nil if it never was.
    let lastRead: Int?
    /// The nodes that it lacks, as far as is known; nil if nothing is known.
    let lacked: [NodeID]?
    /// What it withholds.
    let findings: [String]

    package init(
        name: String, url: String, lastRead: Int?, lacked: [NodeID]?, findings: [String]
    ) {
        self.name = name
        self.url = url
        self.lastRead = lastRead
        self.lacked = lacked
        self.findings = findings
    }
}
