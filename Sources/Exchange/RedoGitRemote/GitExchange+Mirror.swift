import RedoExchange
import RedoGit
import RedoModel
import RedoStore
import RedoSystem

/// The expectation of a fetch about `refs/heads/log`, the branch of mirrors.
enum BranchRule {
    /// The branch is read if it is a mirror's: any repository can have a branch of this name.
    case ifMirror
    /// There is nothing else to read, so a branch of another kind is an error.
    case mustBeMirror
}

extension GitExchange {
    /// The repository of the remote, if it is on this machine.
    var localRepository: GitRepository? {
        remote.localPath.flatMap { (try? GitRepository.find(at: $0)) ?? nil }
    }

    /// The branch of a mirror, if it has something new.
    ///
    /// On this machine its commit is read directly. From a server it has to be fetched first: this is done if the
    /// remote has nothing else to read, or was found to be a mirror before.
    ///
    /// - Parameters:
    ///   - seen: the commit of the branch when it was last read; nil if it was never read.
    ///   - isAlone: whether the remote has no packs.
    private func branch(
        _ advertised: [GitReference], _ rule: BranchRule, seen: GitObjectID?, isAlone: Bool
    ) -> GitReference? {
        guard !session.request.references.contains(Mirror.branch),
            let branch = advertised.first(where: { $0.name == Mirror.branch })
        else { return nil }
        if rule == .mustBeMirror { return branch }
        if seen == branch.target, !session.request.isRefetching, !session.request.isRestoring {
            return nil
        }
        if let local = localRepository { return local.isCheckpoint(branch.target) ? branch : nil }
        return isAlone || seen != nil ? branch : nil
    }

    /// Receives the nodes that the branch of a mirror, and the named references, reach and the store lacks.
    ///
    /// - Parameters:
    ///   - rule: the expectation about the branch.
    ///   - isAlone: whether nothing else of the remote is read.
    /// - Throws: STORAGE_001 if there are only references of devices that keep a commit for each node.
    mutating func fetchMirror(
        _ advertised: [GitReference], _ rule: BranchRule, isAlone: Bool
    ) throws(RedoError) -> FetchOutcome {
        let own = StoreRepository(of: store)
        let seen = try own.find().flatMap { (repository) throws(RedoError) in
            try Mirror.seenBranch(of: remote.name, in: repository)
        }
        let fetch = try Fetch(from: remote, session)
        let named = try fetch.offers(advertised, named: session.request.references)
        let branch = branch(advertised, rule, seen: seen, isAlone: isAlone)
        let contents = RepositoryContents(advertised.map(\.name))
        if contents.hasDevices {
            let error = contents.onlyDevices(at: remote.url)
            if isAlone, named.isEmpty, branch == nil, seen == nil { throw error }
            session.warn(
                error.code, "\(remote.name) has \(Mirror.devicePrefix)* as well, which is not read")
            session.complain(hints: Array(error.hints.prefix(1)))
        }
        if session.request.isDryRun { return try plan(named + [branch].compactMap(\.self)) }
        if named.isEmpty, branch == nil { return FetchOutcome() }
        let mirror = try own.lock()
        let connection = try remote.connection(in: mirror.repository)
        var admission = MirrorAdmission()
        if !named.isEmpty {
            do throws(RedoError) {
                try fetch.take(named, over: connection, to: mirror, &admission)
            } catch {
                // Such references do not prevent the mirror from being read.
                if branch == nil || Signals.isTerminationPending { throw error }
                if admission.refused.isEmpty {
                    admission.refused = named.map { MirrorRefusal(reference: $0.name, error) }
                }
            }
        }
        if let branch {
            if let more = try fetch.take(branch: branch, over: connection, to: mirror) {
                admission.add(more)
            } else if rule == .mustBeMirror {
                throw contents.noLog(at: remote.url, in: localRepository)
            } else if isAlone, named.isEmpty, contents.hasDevices {
                throw contents.onlyDevices(at: remote.url)
            }
        }
        arrived += admission.new
        return try admission.report(to: session)
    }

    /// Reports the references that a fetch would read.
    private func plan(_ wanted: [GitReference]) throws(RedoError) -> FetchOutcome {
        for offer in wanted {
            try session.report(
                nil, at: offer.name, .planned(what: offer.name, version: "\(offer.target)"))
        }
        var outcome = FetchOutcome()
        outcome.plannedCount = wanted.count
        return outcome
    }
}
