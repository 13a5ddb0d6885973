import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoRemotes
import RedoSystem

extension GitExchange {
    /// Fills a new store, and finds out first what the repository is: only one that is known to be empty gives an empty
    /// store.
    package mutating func clone(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        isCloning = true
        let advertised = try advertised()
        let local = localRepository
        let list = try local.map { (local) throws(RedoError) in try ReferenceList(of: local) }
        let damaged = list?.damaged ?? []
        let contents = RepositoryContents(list?.sound.map(\.name) ?? advertised.map(\.name))
        let status: ExitStatus
        switch contents.kind {
        case .log:
            status = try fetch(advertised, branch: .ifMirror, &context)
        case .branch: status = try cloneMirror(advertised, local, &context)
        case .devices: throw contents.onlyDevices(at: remote.url)
        case .other:
            if let local, let damage = damaged.first { throw damage.error(in: local) }
            throw contents.noLog(at: remote.url, in: local)
        case .empty:
            if let local {
                try contents.refuseUnlessEmpty(remote.url, local, damaged: damaged)
            }
            try TakenReport.printEmpty(remote.name, &context)
            return .done
        }
        let lost = damaged.filter { RepositoryContents.isOwn($0.name) }
        guard let local, !lost.isEmpty else { return status }
        for damage in lost { context.complain(damage.error(in: local)) }
        return status.joined(with: .no)
    }

    private mutating func cloneMirror(
        _ advertised: [GitReference], _ local: GitRepository?, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        if let local, let branch = advertised.first(where: { $0.name == Mirror.branch }),
            !local.isCheckpoint(branch.target)
        {
            throw RepositoryContents(advertised.map(\.name)).noLog(at: remote.url, in: local)
        }
        local?.warnIfShallow(context)
        var status = ExitStatus.no
        do throws(RedoError) {
            status = try fetch(advertised, branch: .mustBeMirror, &context)
        } catch {
            // What the copy lacks was said above, with what brings it.
            guard let local, local.isShallow, error.code == .corrupted else { throw error }
        }
        if arrived.isEmpty, status != .done {
            throw RedoError(
                .corrupted, "nothing of the mirror \(remote.url.printable) can be taken in")
        }
        if !context.arguments.has(SyncOptions.porcelain) {
            context.note(
                "\(remote.url.printable) is a mirror, which 'redo mirror' writes: "
                    + (status == .done
                        ? "a full backup of the log, and all of it was taken in"
                        : "what was not refused of it was taken in"))
        }
        return status
    }
}

extension GitRepository {
    /// Says of a repository without its history that nodes are missing there.
    func warnIfShallow(_ context: borrowing CommandContext) {
        guard isShallow else { return }
        context.warn(
            .corrupted,
            "\(path.printable) is shallow: 'git clone --depth' has left out its history, and the nodes in it"
        )
        context.complain(
            "hint: 'git -C \(shellWord(workingPath.printable)) fetch --unshallow' brings the rest\n"
        )
    }
}
