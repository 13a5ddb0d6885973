import RedoCheckpoints
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

/// What a store knows of a remote without asking it.
package struct RemoteKnowledge {
    /// The devices that were seen there, and what they had.
    package var devices: [(name: String, tip: String)] = []
    /// What is known to be there, for people.
    package let summary: String
    package let unsent: UnsentNodes
    /// The number of nodes that came from there and wait for a parent.
    package var orphanCount = 0
    /// What lies there and is not taken in here.
    package var rejected: [RejectedDocument] = []
    /// When the remote was last read, in seconds since 1970; nil if that is not known.
    package var lastRead: Int?
    /// What the last fetch found the remote to withhold.
    package var findings: [NotedFinding] = []

    package init(summary: String, unsent: UnsentNodes) {
        self.summary = summary
        self.unsent = unsent
    }
}

extension RejectedDocument {
    /// The document and why it is refused, printable: `nodes/sha256:… E_HASH_MISMATCH: …`.
    package var line: String { "\(path) \(code): \(detail)".printable }
}
