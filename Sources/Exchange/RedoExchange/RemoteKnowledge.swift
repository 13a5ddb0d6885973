import RedoCheckpoints
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

/// The record of a store about a remote, read without a request to it.
package struct RemoteKnowledge {
    /// The devices that were seen there, and the last state of each.
    package var devices: [(name: String, tip: String)] = []
    /// A summary of the remote's contents, for people.
    package let summary: String
    package let unsent: UnsentNodes
    /// The number of nodes that were received from there and wait for a parent.
    package var orphanCount = 0
    /// The documents on the remote that are refused here.
    package var rejected: [RejectedDocument] = []
    /// The time of the last fetch, in seconds since 1970; nil if that is unknown.
    package var lastRead: Int?
    /// What the remote withholds, according to the last fetch.
    package var findings: [NotedFinding] = []

    package init(summary: String, unsent: UnsentNodes) {
        self.summary = summary
        self.unsent = unsent
    }
}

extension RejectedDocument {
    /// The document and why it is refused, printable: `nodes/sha256:…: … (E_HASH_MISMATCH)`.
    package var line: String { "\(path): \(detail) (\(code))".printable }
}

extension RemoteKnowledge {
    /// The record of a store about a remote that keeps checkpoints.
    ///
    /// The nodes of a member's slot count as present on the remote if all of them were received: a new clone has pushed
    /// nothing, and lacks nothing.
    package init(of record: CheckpointRecord, _ store: Store) throws(RedoError) {
        var listed = Set(record.own?.last?.statement.statement.packs.map(\.name) ?? [])
        for seen in record.seen.values where seen.isCounting && seen.isWhole {
            listed.formUnion(seen.statement.statement.packs.map(\.name))
        }
        // The lists of the store's own packs are not read: they are long, and hashed as a whole.
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
