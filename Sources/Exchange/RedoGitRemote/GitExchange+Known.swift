import RedoCheckpoints
import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension GitExchange {
    /// What is known of a remote without asking it.
    static func known(
        of remote: ConfiguredRemote, in store: Store
    ) throws(RedoError) -> RemoteKnowledge {
        try Remote.check(name: remote.name)
        let record = CheckpointRecord(ofRemote: remote.name, inStore: store.path)
        guard record.own?.last == nil, record.allSeen.isEmpty,
            let repository = try StoreRepository(of: store).find(),
            let tip = try Mirror.seenBranch(of: remote.name, in: repository)
        else { return try RemoteKnowledge(of: record, store) }
        // A mirror has its nodes without a push.
        return RemoteKnowledge(
            summary: "a mirror, at \("\(tip)".prefix(12))",
            unsent: UnsentNodes(waiting: try nodes(of: store, beyond: tip, repository)))
    }

    /// The nodes of a store that a commit does not reach, by id.
    private static func nodes(
        of store: Store, beyond tip: GitObjectID, _ repository: GitRepository
    ) throws(RedoError) -> [NodeID] {
        let known = try KnownCommits(of: store).map
        var missing = Set(try store.ids())
        if repository.contains(tip) {
            for commit in try repository.commits(from: [tip], hiding: []) {
                if let node = known.entry(of: commit)?.node { missing.remove(node) }
            }
        }
        return missing.sorted()
    }
}
