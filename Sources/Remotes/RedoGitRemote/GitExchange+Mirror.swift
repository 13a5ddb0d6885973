import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoStore
import RedoSystem

/// What a fetch expects of `refs/heads/log`, the branch that mirrors have.
enum BranchRule {
    /// It is read if it is a mirror's: any repository can have a branch of this name.
    case ifMirror
    /// There is nothing else to read, so another repository is an error.
    case mustBeMirror
}

extension GitExchange {
    /// The repository of the remote, if it is on this machine.
    var localRepository: GitRepository? {
        remote.localPath.flatMap { (try? GitRepository.find(at: $0)) ?? nil }
    }

    /// The branch of a mirror that has something new.
    ///
    /// On this machine its commit is looked at. From a server it has to be fetched for that: this is done if the remote has
    /// nothing else to read, or was found to be a mirror before.
    ///
    /// - Parameters:
    ///   - seen: where the branch led when it was read last; nil if it was not.
    ///   - isAlone: whether the remote has no packs.
    private func branch(
        _ advertised: [GitReference], _ rule: BranchRule, seen: GitObjectID?, isAlone: Bool
    ) -> GitReference? {
        guard !references.contains(Mirror.branch),
            let branch = advertised.first(where: { $0.name == Mirror.branch })
        else { return nil }
        if rule == .mustBeMirror { return branch }
        if seen == branch.target, !isRefetching, !isRestoring { return nil }
        if let local = localRepository { return local.isCheckpoint(branch.target) ? branch : nil }
        return isAlone || seen != nil ? branch : nil
    }

    /// Takes in what the branch of a mirror, and references that were named, reach and the store lacks.
    ///
    /// - Parameters:
    ///   - rule: what is expected of the branch.
    ///   - isAlone: whether nothing else of the remote is read, so that it says so if nothing is new.
    /// - Throws: STORAGE_001 if there is nothing but the references of devices that keep a commit for each node.
    mutating func fetchMirror(
        _ advertised: [GitReference], _ rule: BranchRule, isAlone: Bool,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let own = StoreRepository(of: store)
        let seen = try own.find().flatMap { (repository) throws(RedoError) in
            try Mirror.seenBranch(of: remote.name, in: repository)
        }
        let fetch = try Fetch(from: remote, to: store, context.arguments)
        let named = try fetch.offers(advertised, named: references)
        let branch = branch(advertised, rule, seen: seen, isAlone: isAlone)
        let contents = RepositoryContents(advertised.map(\.name))
        if contents.hasDevices {
            let error = contents.onlyDevices(at: remote.url)
            if isAlone, named.isEmpty, branch == nil, seen == nil { throw error }
            context.warn(
                error.code, "\(remote.name) has \(Mirror.devicePrefix)* as well, which is not read")
            context.complain(hints: Array(error.hints.prefix(1)))
        }
        let mirrored = branch.map { Fetch.Offer(name: $0.name, target: $0.target) }
        if context.arguments.has(SyncOptions.dryRun) {
            try printPlan(named + [mirrored].compactMap(\.self), isAlone: isAlone, &context)
            return .done
        }
        if named.isEmpty, mirrored == nil {
            if isAlone { try Command.reportTaken(0, [], [], &context) }
            return .done
        }
        let mirror = try own.lock()
        let connection = try remote.connection(in: mirror.repository)
        var outcome = Fetch.Outcome()
        if !named.isEmpty {
            do throws(RedoError) {
                outcome = try fetch.take(named, over: connection, to: mirror, context)
            } catch {
                // They do not keep the mirror out.
                if mirrored == nil || Signals.isTerminationPending { throw error }
                outcome.refused = named.map { MirrorRefusal(reference: $0.name, error) }
            }
        }
        if let mirrored {
            if let more = try fetch.take(branch: mirrored, over: connection, to: mirror, context) {
                outcome.add(more)
            } else if rule == .mustBeMirror {
                throw contents.noLog(at: remote.url, in: localRepository)
            } else if isAlone, named.isEmpty, contents.hasDevices {
                throw contents.onlyDevices(at: remote.url)
            }
        }
        arrived += outcome.new
        try Command.reportTaken(outcome.new.count, outcome.good, outcome.refused, &context)
        return outcome.refused.isEmpty ? .done : .no
    }

    private func printPlan(
        _ wanted: [Fetch.Offer], isAlone: Bool, _ context: inout CommandContext
    ) throws(RedoError) {
        let isPorcelain = context.arguments.has(SyncOptions.porcelain)
        for offer in wanted {
            try context.print(
                isPorcelain
                    ? "-\t\(offer.name)\t\(offer.target)\n"
                    : "would fetch \(offer.name) at \(offer.target)\n")
        }
        if wanted.isEmpty, isAlone, !isPorcelain { try context.print("nothing new\n") }
    }
}
