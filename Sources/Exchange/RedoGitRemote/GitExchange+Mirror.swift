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

    /// Receives what the branch of a mirror, and references that were named, reach and the store lacks.
    ///
    /// - Parameters:
    ///   - rule: what is expected of the branch.
    ///   - isAlone: whether nothing else of the remote is read.
    /// - Throws: STORAGE_001 if there is nothing but the references of devices that keep a commit for each node.
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
                // They do not keep the mirror out.
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

    /// Reports what a fetch would read.
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
