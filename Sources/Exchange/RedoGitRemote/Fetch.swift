import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Receives the nodes that the branch of a mirror reaches.
///
/// The commit of the branch is recorded once all its nodes are in the store, so that an interrupted or partly refused
/// fetch reads the rest the next time.
struct Fetch {
    private let remote: Remote
    private let session: ExchangeSession
    /// The authors whose nodes are received; nil for all.
    private let authors: Set<UserID>?

    init(from remote: Remote, _ session: ExchangeSession) throws(RedoError) {
        self.remote = remote
        self.session = session
        authors = try ExchangeSettings.allowedAuthors(session.store)
    }

    /// Resolves the references that the user has named.
    ///
    /// - Parameter names: full names of references.
    /// - Throws: STORAGE_001 for one that the remote does not have.
    func offers(
        _ advertised: [GitReference], named names: [String]
    ) throws(RedoError) -> [GitReference] {
        let offers = advertised.filter { names.contains($0.name) }
        for name in names where !offers.contains(where: { $0.name == name }) {
            throw RedoError(
                .unknownName,
                "the remote \(remote.name) has no reference \(name)",
                hints: ["references have their full names: refs/heads/log"])
        }
        return offers
    }

    /// Downloads what is missing, and admits the valid nodes.
    ///
    /// - Parameter admission: receives the results, even if nothing could be downloaded.
    func take(
        _ offers: [GitReference], over connection: GitRemote, to mirror: borrowing Mirror,
        _ admission: inout MirrorAdmission
    ) throws(RedoError) {
        let tips = try download(offers, over: connection, to: mirror, &admission)
        try admit(tips, to: mirror, &admission)
    }

    /// Downloads the branch of a mirror, admits the valid nodes, and records its commit.
    ///
    /// - Returns: nil if the branch does not lead to a checkpoint: it belongs to another repository.
    func take(
        branch offer: GitReference, over connection: GitRemote, to mirror: borrowing Mirror
    ) throws(RedoError) -> MirrorAdmission? {
        var admission = MirrorAdmission()
        let tips = try download([offer], over: connection, to: mirror, &admission)
        guard mirror.repository.isCheckpoint(offer.target) else { return nil }
        try admit(tips, to: mirror, &admission)
        if admission.refused.isEmpty {
            try mirror.setSeenBranch(of: remote.name, to: offer.target)
        }
        return admission
    }

    /// Checks the received commits, and admits the valid nodes.
    private func admit(
        _ tips: [GitObjectID], to mirror: borrowing Mirror, _ admission: inout MirrorAdmission
    ) throws(RedoError) {
        let known = try KnownCommits(of: session.store)
        var progress = session.progress("Checking commits")
        let reader = MirrorReader(
            mirror.repository, from: tips,
            beyond: session.request.isRefetching ? CommitMap() : known.map,
            signature: session.request.signatureRule, authors: authors
        ) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        try admission.admit(reader, beyond: known, session)
    }

    /// Downloads the objects of references. If that fails for all together, those that are complete are copied one by
    /// one from a directory on this machine.
    ///
    /// - Returns: the commits that were received and can be read.
    /// - Throws: STORAGE_004 if there is no such commit.
    private func download(
        _ offers: [GitReference], over connection: GitRemote, to mirror: borrowing Mirror,
        _ admission: inout MirrorAdmission
    ) throws(RedoError) -> [GitObjectID] {
        var progress = session.progress("Receiving objects")
        do throws(RedoError) {
            try connection.fetch(offers.map(\.name), setting: false) {
                progress.show(done: $0, total: $1)
            }
            progress.finish()
            return offers.map(\.target)
        } catch {
            progress.finish()
            if Signals.isTerminationPending { throw error }
            let directory = remote.localPath.flatMap { (try? GitRepository.find(at: $0)) ?? nil }
            guard let directory else { throw error.withHints(of: remote) }
            let commits = copy(offers, from: directory, to: mirror, &admission)
            if commits.isEmpty { throw error.withHints(of: remote) }
            return commits
        }
    }

    /// Copies the objects of references one by one from a directory on this machine.
    ///
    /// - Returns: the commits that are complete.
    private func copy(
        _ offers: [GitReference], from directory: GitRepository, to mirror: borrowing Mirror,
        _ admission: inout MirrorAdmission
    ) -> [GitObjectID] {
        var commits: [GitObjectID] = []
        for offer in offers {
            do throws(RedoError) {
                let copy = try mirror.copy(offer.target, from: directory)
                commits += copy.commits
                admission.refused += copy.refused
            } catch {
                admission.refused.append(MirrorRefusal(reference: offer.name, error))
            }
        }
        return commits
    }
}

extension RedoError {
    /// The error with hints about a remote that lacks some of its objects.
    func withHints(of remote: Remote) -> RedoError {
        guard hints.isEmpty, code == .corrupted else { return self }
        return RedoError(
            code, message,
            hints: [
                "where the repository is, 'git fsck' says what it lacks",
                "if that cannot be repaired: 'redo mirror --to' a new folder writes it again from a store that has the nodes",
            ])
    }
}
