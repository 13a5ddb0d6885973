import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoReplica
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// What is known of a remote, without asking it.
    static func show(
        _ name: String?, of store: Store, _ context: inout CommandContext
    ) throws(RedoError) {
        let configured = try ConfiguredRemote.chosen(name, of: store)
        try store.noteLostNodes()
        guard let url = try configured.firestoreURL() else {
            return try show(try Remote.named(configured.name, of: store), of: store, &context)
        }
        let record = try configured.record(of: url, in: store)
        let unsent = try UnsentNodes(of: store, beyond: record)
        if context.arguments.has(SyncOptions.porcelainShow) {
            try context.print("url\t\(context.shown(configured.url))\n")
            for id in unsent.waiting { try context.print("node\t\(id)\n") }
            for id in unsent.refused { try context.print("refused\t\(id)\n") }
            return
        }
        let waiting = unsent.waiting
        try context.print(
            "remote \(configured.name)\n  url: \(configured.url.printable)\n"
                + "  known to be there: \(counted(record.nodes.count, "node"))\n"
                + "  not pushed: \(waiting.isEmpty ? "nothing" : counted(waiting.count, "node"))\n")
        if !unsent.refused.isEmpty {
            try context.print("  refused there: \(counted(unsent.refused.count, "node"))\n")
        }
        if !record.waiting.isEmpty {
            try context.print(
                "  waiting for a parent: \(counted(record.waiting.count, "node"))\n")
        }
    }

    private static func show(
        _ remote: Remote, of store: Store, _ context: inout CommandContext
    ) throws(RedoError) {
        let own = StoreRepository(of: store)
        let repository = try own.open()
        let seen: [String: GitObjectID]
        let unpushed: [NodeID]
        seen = try Mirror.seen(on: remote.name, in: repository)
        unpushed = try nodes(of: store, beyond: Array(seen.values), own, repository)
        if context.arguments.has(SyncOptions.porcelainShow) {
            try context.print("url\t\(context.shown(remote.url))\n")
            for (device, target) in seen.sorted(by: { $0.key < $1.key }) {
                try context.print("device\t\(device)\t\(target)\n")
            }
            for id in unpushed { try context.print("node\t\(id)\n") }
            return
        }
        try context.print("remote \(remote.name)\n  url: \(remote.url.printable)\n")
        let devices = seen.keys.sorted()
        try context.print(
            "  devices seen: \(devices.isEmpty ? "none" : listed(devices))\n")
        try context.print(
            "  not pushed: \(unpushed.isEmpty ? "nothing" : counted(unpushed.count, "node"))\n")
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
