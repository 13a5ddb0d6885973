import RedoExchange
import RedoGit
import RedoModel
import RedoSystem

extension GitExchange {
    /// Fills a new store, after the contents of the repository are determined. The store stays empty only if the
    /// repository is known to be empty.
    package mutating func clone() throws(RedoError) -> FetchOutcome {
        isCloning = true
        let advertised = try advertised()
        let local = localRepository
        let list = try local.map { (local) throws(RedoError) in try ReferenceList(of: local) }
        let damaged = list?.damaged ?? []
        let contents = RepositoryContents(list?.sound.map(\.name) ?? advertised.map(\.name))
        var outcome: FetchOutcome
        switch contents.kind {
        case .log: outcome = try fetch(advertised, branch: .ifMirror)
        case .branch: outcome = try cloneMirror(advertised, local)
        case .devices: throw contents.onlyDevices(at: remote.url)
        case .other:
            if let local, let damage = damaged.first { throw damage.error(in: local) }
            throw contents.noLog(at: remote.url, in: local)
        case .empty:
            if let local {
                try contents.refuseUnlessEmpty(remote.url, local, damaged: damaged)
            }
            outcome = FetchOutcome()
            outcome.isEmpty = true
            return outcome
        }
        guard let local else { return outcome }
        for damage in damaged where RepositoryContents.isOwn(damage.name) {
            session.complain(damage.error(in: local))
            outcome.refusedCount += 1
        }
        return outcome
    }

    private mutating func cloneMirror(
        _ advertised: [GitReference], _ local: GitRepository?
    ) throws(RedoError) -> FetchOutcome {
        if let local, let branch = advertised.first(where: { $0.name == Mirror.branch }),
            !local.isCheckpoint(branch.target)
        {
            throw RepositoryContents(advertised.map(\.name)).noLog(at: remote.url, in: local)
        }
        local?.warnIfShallow(session)
        var outcome = FetchOutcome()
        do throws(RedoError) {
            outcome = try fetch(advertised, branch: .mustBeMirror)
        } catch {
            // The missing part of a shallow copy was reported above, with a hint.
            guard let local, local.isShallow, error.code == .corrupted else { throw error }
            outcome.refusedCount = 1
        }
        if arrived.isEmpty, !outcome.isDone {
            throw RedoError(
                .corrupted, "no node of the mirror \(remote.url.printable) can be received")
        }
        session.note(
            "\(remote.url.printable) is a mirror, which 'redo mirror' writes: "
                + (outcome.isDone
                    ? "a full backup of the log, and all of it was received"
                    : "what was not refused of it was received"))
        return outcome
    }
}

extension GitRepository {
    /// Warns that nodes are missing in a repository without its history.
    func warnIfShallow(_ session: ExchangeSession) {
        guard isShallow else { return }
        session.warn(
            .corrupted,
            "\(path.printable) is shallow: 'git clone --depth' has left out its history, and the nodes in it"
        )
        session.complain(hints: [
            "'git -C \(shellWord(workingPath.printable)) fetch --unshallow' brings the rest"
        ])
    }
}
