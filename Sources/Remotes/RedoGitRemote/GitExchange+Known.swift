import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension GitExchange {
    /// What is known of a remote without asking it.
    package static func known(
        of remote: ConfiguredRemote, in store: Store
    ) throws(RedoError) -> RemoteKnowledge {
        let record = CheckpointRecord(ofRemote: remote.name, inStore: store.path)
        let isOfPacks = try RemoteLayout(of: remote.name, in: store) == .packs
        if isOfPacks || record.own?.last != nil { return try RemoteKnowledge(of: record, store) }
        try Remote.check(name: remote.name)
        let own = StoreRepository(of: store)
        let repository = try own.open()
        let seen = try Mirror.seen(on: remote.name, in: repository)
        if seen.isEmpty, !record.allSeen.isEmpty { return try RemoteKnowledge(of: record, store) }
        // A mirror has its nodes without a push.
        let branch = try Mirror.seenBranch(of: remote.name, in: repository)
        let tips = Array(seen.values) + [branch].compactMap(\.self)
        let unpushed = try nodes(of: store, beyond: tips, own, repository)
        let devices = seen.keys.sorted()
        var known = RemoteKnowledge(
            summary: "devices seen: \(devices.isEmpty ? "none" : listed(devices))",
            unsent: UnsentNodes(waiting: unpushed))
        known.devices = seen.sorted { $0.key < $1.key }.map { ($0.key, $0.value.description) }
        return known
    }

    /// The nodes of a store that some commits do not reach, by id.
    private static func nodes(
        of store: Store, beyond tips: [GitObjectID], _ own: StoreRepository,
        _ repository: GitRepository
    ) throws(RedoError) -> [NodeID] {
        let map = try own.map(in: repository)
        let known = try KnownCommits(of: store, and: map)
        var missing = try store.ids(missingFrom: map)
        let here = tips.filter { repository.contains($0) }
        let checkpoint = map.checkpoint.map { [$0] } ?? []
        // What others have pushed, and this store not yet again.
        for commit in try repository.commits(from: here, hiding: checkpoint) {
            if let node = known.all.entry(of: commit)?.node { missing.remove(node) }
        }
        for commit in try repository.commits(from: checkpoint, hiding: here) {
            if let node = map.entry(of: commit)?.node { missing.insert(node) }
        }
        return missing.sorted()
    }
}
