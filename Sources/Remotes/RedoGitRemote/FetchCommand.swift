import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo fetch`: takes in what devices have pushed to a remote.
    package static let fetch = Command(.fetch) { (context) throws(RedoError) in
        let store = try context.openStore()
        let operands = context.arguments.operands
        if context.arguments.has(SyncOptions.all) {
            guard operands.isEmpty else { throw .usage("--all takes no remote") }
            return try fetchFromAll(store, &context)
        }
        try FirestoreProgram.takeOver("fetch", context, store)
        let remote = try Remote.chosen(operands.first, of: store)
        return try fetch(from: remote, to: store, named: Array(operands.dropFirst()), &context)
    }

    /// Fetches from one remote after the other, by name.
    ///
    /// - Returns: the worst of their statuses.
    private static func fetchFromAll(
        _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let remotes = ConfiguredRemote.all(of: store)
        // Says what is to be done where there is none.
        if remotes.isEmpty { _ = try ConfiguredRemote.chosen(nil, of: store) }
        var worst = ExitStatus.done
        for configured in remotes {
            if !context.arguments.has(SyncOptions.porcelain) {
                try context.print("from \(configured.name.printable):\n")
            }
            // What went wrong is said below this line.
            try context.flush()
            do throws(RedoError) {
                worst = worst.joined(with: try fetch(fromAnyOf: configured, to: store, &context))
            } catch {
                guard error.status != .brokenPipe, !Signals.isTerminationPending else {
                    throw error
                }
                context.complain(error)
                worst = worst.joined(with: error.status)
            }
        }
        return worst
    }

    /// Fetches from a remote of either kind.
    private static func fetch(
        fromAnyOf configured: ConfiguredRemote, to store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        guard try configured.firestoreURL() != nil else {
            return try fetch(
                from: try Remote.named(configured.name, of: store), to: store, &context)
        }
        var words = ["--redo-dir", store.path]
        for option in [
            SyncOptions.prune, SyncOptions.refetch, SyncOptions.requireSignature,
            SyncOptions.dryRun,
            SyncOptions.porcelain, Progress.option,
        ] {
            if let isSet = context.arguments.setting(option) {
                words.append(isSet ? "--\(option.name)" : "--no-\(option.name)")
            }
        }
        return try FirestoreProgram.run("fetch", words + ["--", configured.name], &context)
    }

    /// Fetches, and says what came.
    ///
    /// - Parameter names: references to be read beside those of devices.
    static func fetch(
        from remote: Remote, to store: Store, named names: [String] = [],
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let arguments = context.arguments
        let fetch = try Fetch(from: remote, to: store, arguments)
        let own = StoreRepository(of: store)
        let repository = try own.open()
        let connection: GitRemote
        let advertised: [GitReference]
        let seen: [String: GitObjectID]
        connection = try remote.connection(in: repository)
        advertised = try connection.references(for: .fetch)
        seen = try Mirror.seen(on: remote.name, in: repository)
        let offers = try fetch.offers(advertised, named: names)
        let isRestoring = arguments.has(SyncOptions.lost)
        let known =
            isRestoring
            ? KnownCommits.evenLost(of: store, and: try own.map(in: repository)) : CommitMap()
        let wanted = offers.filter { offer in
            guard let device = offer.device, !fetch.isRefetching else { return true }
            return seen[device] != offer.target || isRestoring && !known.contains(offer.target)
        }
        let there = Set(offers.compactMap(\.device))
        let gone =
            arguments.has(SyncOptions.prune)
            ? seen.keys.filter { !there.contains($0) }.sorted() : []
        if arguments.has(SyncOptions.dryRun) {
            try printPlan(wanted, gone, remote, &context)
            return .done
        }
        if wanted.isEmpty, gone.isEmpty, !isRestoring {
            try reportTaken(0, [], [], &context)
            return .done
        }
        let mirror = try own.lock()
        let restored =
            isRestoring ? try fetch.restore(to: mirror, context) : Fetch.Outcome()
        let outcome =
            wanted.isEmpty
            ? Fetch.Outcome() : try fetch.take(wanted, over: connection, to: mirror, context)
        try reportTaken(
            restored.newCount + outcome.newCount, restored.good + outcome.good, outcome.refused,
            &context)
        for device in gone {
            try fetch.note(device, nil, mirror)
            let name = Mirror.seenReference(of: device, on: remote.name)
            try context.print(
                arguments.has(SyncOptions.porcelain) ? "-\t\(name)\tPRUNED\n" : "pruned \(name)\n")
        }
        return outcome.refused.isEmpty ? .done : .no
    }

    private static func printPlan(
        _ wanted: [Fetch.Offer], _ gone: [String], _ remote: Remote,
        _ context: inout CommandContext
    ) throws(RedoError) {
        let isPorcelain = context.arguments.has(SyncOptions.porcelain)
        for offer in wanted {
            try context.print(
                isPorcelain
                    ? "-\t\(offer.name)\t\(offer.target)\n"
                    : "would fetch \(offer.name) at \(offer.target)\n")
        }
        for device in gone {
            let name = Mirror.seenReference(of: device, on: remote.name)
            try context.print(
                isPorcelain ? "-\t\(name)\tPRUNED\n" : "would prune \(name)\n")
        }
        if wanted.isEmpty, gone.isEmpty, !isPorcelain { try context.print("nothing new\n") }
    }
}
