import RedoCommandLine
import RedoExchange
import RedoGit
import RedoStore
import RedoSystem

extension GitExchange {
    /// Takes in what the references of devices reach and the store lacks.
    ///
    /// - Parameters:
    ///   - branch: the branch of the remote if that is, or may be, a mirror and has something new.
    ///   - rule: what is expected of the branch.
    ///   - isAlone: whether nothing else of the remote is read, so that it says so if nothing is new.
    mutating func fetchCommits(
        _ connection: GitRemote, _ advertised: [GitReference], branch: GitReference?,
        _ rule: BranchRule, isAlone: Bool, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let own = StoreRepository(of: store)
        let arguments = context.arguments
        let fetch = try Fetch(from: remote, to: store, arguments)
        let repository = connection.repository
        let seen = try Mirror.seen(on: remote.name, in: repository)
        let offers = try fetch.offers(advertised, named: references)
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
        let mirrored = branch.map { Fetch.Offer(name: $0.name, device: nil, target: $0.target) }
        if arguments.has(SyncOptions.dryRun) {
            let plan = wanted + [mirrored].compactMap(\.self)
            try printPlan(plan, gone, isAlone: isAlone, &context)
            return .done
        }
        if wanted.isEmpty, gone.isEmpty, mirrored == nil, !isRestoring {
            if isAlone { try Command.reportTaken(0, [], [], &context) }
            return .done
        }
        let mirror = try own.lock()
        let restored =
            isRestoring ? try fetch.restore(to: mirror, context) : Fetch.Outcome()
        arrived += restored.new
        var outcome =
            wanted.isEmpty
            ? Fetch.Outcome() : try fetch.take(wanted, over: connection, to: mirror, context)
        if let mirrored {
            if let more = try fetch.take(
                branch: mirrored, over: connection, to: mirror, context)
            {
                outcome.add(more)
            } else if rule == .mustBeMirror {
                throw RepositoryContents(advertised.map(\.name)).noLog(
                    at: remote.url, in: localRepository)
            }
        }
        arrived += outcome.new
        try Command.reportTaken(
            restored.new.count + outcome.new.count, restored.good + outcome.good, outcome.refused,
            &context)
        for device in gone {
            try fetch.note(device, nil, mirror)
            let name = Mirror.seenReference(of: device, on: remote.name)
            try context.print(
                arguments.has(SyncOptions.porcelain) ? "-\t\(name)\tPRUNED\n" : "pruned \(name)\n")
        }
        return outcome.refused.isEmpty ? .done : .no
    }

    private func printPlan(
        _ wanted: [Fetch.Offer], _ gone: [String], isAlone: Bool,
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
        if wanted.isEmpty, gone.isEmpty, isAlone, !isPorcelain {
            try context.print("nothing new\n")
        }
    }
}
