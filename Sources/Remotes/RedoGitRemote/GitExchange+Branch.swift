import RedoGit
import RedoModel
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
    /// - Parameter isAlone: whether the remote has nothing that devices push.
    func branch(
        _ advertised: [GitReference], _ rule: BranchRule, isAlone: Bool, _ connection: GitRemote
    ) throws(RedoError) -> GitReference? {
        guard !references.contains(Mirror.branch),
            let branch = advertised.first(where: { $0.name == Mirror.branch })
        else { return nil }
        if rule == .mustBeMirror { return branch }
        let seen = try Mirror.seenBranch(of: remote.name, in: connection.repository)
        if seen == branch.target, !isRefetching, !isRestoring { return nil }
        if let local = localRepository { return local.isCheckpoint(branch.target) ? branch : nil }
        return isAlone || seen != nil ? branch : nil
    }
}
