import RedoCommandLine
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
    /// A reference of the remote.
    struct Offer {
        let name: String
        let target: GitObjectID
    }

    /// What was done.
    struct Outcome {
        /// The commits that are new and good, parents first.
        var good: [MirrorReader.Entry] = []
        /// The nodes that the store did not have.
        var new: [NodeID] = []
        var refused: [MirrorRefusal] = []

        /// Adds what was taken in after that.
        mutating func add(_ other: Outcome) {
            good += other.good
            new += other.new
            let places = Set(refused.map(\.place))
            refused += other.refused.filter { !places.contains($0.place) }
        }
    }

    let remote: Remote
    let store: Store
    let rule: NodeValidator.SignatureRule
    /// Whose nodes are taken in; nil for everyone's.
    let authors: Set<UserID>?
    /// Whether what was taken in before is read again.
    let isRefetching: Bool

    init(
        from remote: Remote, to store: Store, _ arguments: Arguments
    ) throws(RedoError) {
        self.remote = remote
        self.store = store
        rule = SyncOptions.signatureRule(arguments)
        authors = try SyncOptions.allowedAuthors(store)
        isRefetching = arguments.has(SyncOptions.refetch)
    }

    /// The references that were named.
    ///
    /// - Parameter names: full names of references.
    /// - Throws: STORAGE_001 for one that the remote does not have.
    func offers(
        _ advertised: [GitReference], named names: [String]
    ) throws(RedoError) -> [Offer] {
        let offers = advertised.filter { names.contains($0.name) }
            .map { Offer(name: $0.name, target: $0.target) }
        for name in names where !offers.contains(where: { $0.name == name }) {
            throw RedoError(
                .unknownName,
                "the remote \(remote.name) has no reference \(name)",
                hints: ["references have their full names: refs/heads/log"])
        }
        return offers
    }

    /// Downloads what is missing, and takes the good nodes in.
    func take(
        _ offers: [Offer], over connection: GitRemote, to mirror: borrowing Mirror,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Outcome {
        var outcome = Outcome()
        let tips = try download(offers, over: connection, to: mirror, context, &outcome)
        try admit(tips, to: mirror, context, &outcome)
        return outcome
    }

    /// Downloads the branch of a mirror, takes the good nodes in, and notes what was seen.
    ///
    /// - Returns: nil if the branch does not lead to a checkpoint: it is another repository's.
    func take(
        branch offer: Offer, over connection: GitRemote, to mirror: borrowing Mirror,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Outcome? {
        var outcome = Outcome()
        let tips = try download([offer], over: connection, to: mirror, context, &outcome)
        guard mirror.repository.isCheckpoint(offer.target) else { return nil }
        try admit(tips, to: mirror, context, &outcome)
        if outcome.refused.isEmpty {
            try mirror.setSeenBranch(of: remote.name, to: offer.target)
        }
        return outcome
    }

    /// Checks what has arrived, and takes the good nodes in.
    private func admit(
        _ tips: [GitObjectID], to mirror: borrowing Mirror, _ context: borrowing CommandContext,
        _ outcome: inout Outcome
    ) throws(RedoError) {
        let known = try KnownCommits(of: store)
        let reader = read(tips, beyond: isRefetching ? CommitMap() : known.map, mirror, context)
        let admission = try Command.admit(reader.entries, to: store, context)
        let isOut = Set(admission.refused.map(\.commit))
        try known.remember(reader.settled(without: isOut))
        outcome.good = reader.entries.filter { !isOut.contains($0.commit) }
        outcome.refused +=
            reader.refused + admission.refused.map { MirrorRefusal($0.commit, $0.rejection) }
        outcome.new = admission.new
    }

    private func read(
        _ tips: [GitObjectID], beyond known: CommitMap, _ mirror: borrowing Mirror,
        _ context: borrowing CommandContext
    ) -> MirrorReader {
        var progress = Progress("Checking commits", context)
        let reader = MirrorReader(
            mirror.repository, from: tips, beyond: known, signature: rule, authors: authors
        ) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        return reader
    }

    /// Brings in the objects of references. Where that fails for all together, they are copied from a folder on this machine
    /// object by object, those that are whole.
    ///
    /// - Returns: the commits that have come and can be read.
    /// - Throws: STORAGE_004 if none could be had.
    private func download(
        _ offers: [Offer], over connection: GitRemote, to mirror: borrowing Mirror,
        _ context: borrowing CommandContext, _ outcome: inout Outcome
    ) throws(RedoError) -> [GitObjectID] {
        var progress = Progress("Receiving objects", context)
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
            let commits = copy(offers, from: folder, to: mirror, &outcome)
            if commits.isEmpty { throw error.withHints(of: remote) }
            return commits
        }
    }

    /// Copies the objects of references one by one from a folder on this machine.
    ///
    /// - Returns: the commits that are whole.
    private func copy(
        _ offers: [Offer], from folder: GitRepository, to mirror: borrowing Mirror,
        _ outcome: inout Outcome
    ) -> [GitObjectID] {
        var commits: [GitObjectID] = []
        for offer in offers {
            do throws(RedoError) {
                let copy = try mirror.copy(offer.target, from: folder)
                commits += copy.commits
                outcome.refused += copy.refused
            } catch {
                outcome.refused.append(MirrorRefusal(reference: offer.name, error))
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
