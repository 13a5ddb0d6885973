import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Takes in what the branch of a mirror reaches.
///
/// Where the branch led is noted when all of it is in the store: what was interrupted, or refused, is looked at again the
/// next time.
struct Fetch {
    private let remote: Remote
    private let session: ExchangeSession
    /// Whose nodes are received; nil for everyone's.
    private let authors: Set<UserID>?

    init(from remote: Remote, _ session: ExchangeSession) throws(RedoError) {
        self.remote = remote
        self.session = session
        authors = try ExchangeSettings.allowedAuthors(session.store)
    }

    /// The references that were named.
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

    /// Downloads what is missing, and admits the good nodes.
    ///
    /// - Parameter admission: has what was refused also where nothing could be downloaded.
    func take(
        _ offers: [GitReference], over connection: GitRemote, to mirror: borrowing Mirror,
        _ admission: inout MirrorAdmission
    ) throws(RedoError) {
        let tips = try download(offers, over: connection, to: mirror, &admission)
        try admit(tips, to: mirror, &admission)
    }

    /// Downloads the branch of a mirror, admits the good nodes, and notes what was seen.
    ///
    /// - Returns: nil if the branch does not lead to a checkpoint: it is another repository's.
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

    /// Checks what has arrived, and admits the good nodes.
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

    /// Brings in the objects of references. Where that fails for all together, they are copied from a folder on this machine
    /// object by object, those that are whole.
    ///
    /// - Returns: the commits that have come and can be read.
    /// - Throws: STORAGE_004 if none could be had.
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
            let folder = remote.localPath.flatMap { (try? GitRepository.find(at: $0)) ?? nil }
            guard let folder else { throw error.withHints(of: remote) }
            let commits = copy(offers, from: folder, to: mirror, &admission)
            if commits.isEmpty { throw error.withHints(of: remote) }
            return commits
        }
    }

    /// Copies the objects of references one by one from a folder on this machine.
    ///
    /// - Returns: the commits that are whole.
    private func copy(
        _ offers: [GitReference], from folder: GitRepository, to mirror: borrowing Mirror,
        _ admission: inout MirrorAdmission
    ) -> [GitObjectID] {
        var commits: [GitObjectID] = []
        for offer in offers {
            do throws(RedoError) {
                let copy = try mirror.copy(offer.target, from: folder)
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
    /// The error with what to do where a remote lacks objects that it should have.
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
