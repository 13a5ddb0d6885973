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

extension RemoteKnowledge {
    /// What a store knows of a remote that keeps checkpoints.
    ///
    /// What a member's slot lists, all of which was taken in, is there: a new clone has pushed nothing, and lacks nothing.
    package init(of record: CheckpointRecord, _ store: Store) throws(RedoError) {
        var listed = Set(record.own?.last?.statement.statement.packs.map(\.name) ?? [])
        for seen in record.seen.values where seen.isCounting && seen.isWhole {
            listed.formUnion(seen.statement.statement.packs.map(\.name))
        }
        // The lists of packs that the store has itself are not read: they are long, and hashed as a whole.
        let (unlisted, own) = try store.ids(outside: listed)
        let lists =
            unlisted.isEmpty ? [] : listed.subtracting(own).compactMap { record.ids(of: $0) }
        let waiting = unlisted.filter { id in !lists.contains { $0.contains(id) } }
        let slots = record.seen.count + (record.own?.last == nil ? 0 : 1)
        self.init(
            summary: "slots seen: \(slots == 0 ? "none" : String(slots))",
            unsent: UnsentNodes(waiting: waiting))
        devices = record.seen.sorted { $0.key < $1.key }.map {
            ($0.key.description, String($0.value.statement.statement.sequence))
        }
        findings = record.findings
        lastRead = record.lastFetch
    }
}
