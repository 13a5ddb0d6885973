import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Takes in what the devices have on a remote.
///
/// What was seen of a device is noted when all of it is in the store: what was interrupted, or refused,
/// is looked at again the next time.
struct Fetch {
    /// A reference of the remote.
    struct Offer {
        let name: String
        /// The device that pushed it; nil for a reference that was asked for by its name.
        let device: String?
        let target: GitObjectID
    }

    /// What was done.
    struct Outcome {
        /// The commits that are new and good, parents first.
        var good: [MirrorReader.Entry] = []
        /// The nodes that the store did not have.
        var new: [NodeID] = []
        var refused: [MirrorRefusal] = []
        /// The devices of which nothing was refused.
        var settled: [Offer] = []

        /// Adds what was taken in after that.
        mutating func add(_ other: Outcome) {
            good += other.good
            new += other.new
            let places = Set(refused.map(\.place))
            refused += other.refused.filter { !places.contains($0.place) }
            settled += other.settled
        }
    }

    let remote: Remote
    let store: Store
    let rule: NodeValidator.SignatureRule
    let authors: Set<UserID>?
    let isRefetching: Bool

    init(
        from remote: Remote, to store: Store, _ arguments: Arguments
    ) throws(RedoError) {
        self.init(
            from: remote, to: store, rule: SyncOptions.signatureRule(arguments),
            authors: try SyncOptions.allowedAuthors(store),
            isRefetching: arguments.has(SyncOptions.refetch))
    }

    /// - Parameters:
    ///   - authors: whose nodes are taken in; nil for everyone's.
    ///   - isRefetching: whether what was taken in before is read again.
    init(
        from remote: Remote, to store: Store, rule: NodeValidator.SignatureRule,
        authors: Set<UserID>?, isRefetching: Bool
    ) {
        self.remote = remote
        self.store = store
        self.rule = rule
        self.authors = authors
        self.isRefetching = isRefetching
    }

    /// What a remote has of devices and of references that were asked for; anything else is passed over.
    ///
    /// - Parameter names: full names of references.
    /// - Throws: STORAGE_001 for one that the remote does not have.
    func offers(
        _ advertised: [GitReference], named names: [String]
    ) throws(RedoError) -> [Offer] {
        var offers: [Offer] = []
        for reference in advertised {
            if let device = Mirror.device(of: reference.name) {
                offers.append(
                    Offer(name: reference.name, device: device, target: reference.target))
            } else if names.contains(reference.name) {
                offers.append(Offer(name: reference.name, device: nil, target: reference.target))
            }
        }
        for name in names where !offers.contains(where: { $0.name == name }) {
            throw RedoError(
                .unknownName,
                "the remote \(remote.name) has no reference \(name)",
                hints: ["references have their full names: refs/heads/log"])
        }
        return offers
    }

    /// Downloads what is missing, takes the good nodes in, and notes what was seen.
    func take(
        _ offers: [Offer], over connection: GitRemote, to mirror: borrowing Mirror,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Outcome {
        var outcome = Outcome()
        let arrived = try download(offers, over: connection, to: mirror, context, &outcome)
        try admit(arrived, to: mirror, context, &outcome)
        try mirror.setSeen(
            outcome.settled.compactMap { offer in offer.device.map { ($0, offer.target) } },
            on: remote.name)
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
        let arrived = try download([offer], over: connection, to: mirror, context, &outcome)
        guard mirror.repository.isCheckpoint(offer.target) else { return nil }
        try admit(arrived, to: mirror, context, &outcome)
        if outcome.refused.isEmpty {
            try mirror.setSeenBranch(of: remote.name, to: offer.target)
        }
        return outcome
    }

    /// Checks what has arrived, and takes the good nodes in.
    private func admit(
        _ arrived: Arrival, to mirror: borrowing Mirror, _ context: borrowing CommandContext,
        _ outcome: inout Outcome
    ) throws(RedoError) {
        let known = try KnownCommits(of: store, and: mirror.map)
        // What the log of a converted device leads to is read, not what says so.
        let targets = arrived.offers.map(\.target) + arrived.commits
        var logs: [GitObjectID: ConversionCommit.Target] = [:]
        for target in targets {
            logs[target] = ConversionCommit.target(target, in: mirror.repository)
        }
        let reader = read(
            targets.compactMap { logs[$0]?.commits },
            beyond: isRefetching ? CommitMap() : known.all, mirror, context)
        let admission = try Command.admit(reader.entries, to: store, context)
        let isOut = Set(admission.refused.map(\.commit))
        let settled = reader.settled(without: isOut)
        try known.remember(settled)
        outcome.good = reader.entries.filter { !isOut.contains($0.commit) }
        outcome.refused +=
            reader.refused + admission.refused.map { MirrorRefusal($0.commit, $0.rejection) }
        outcome.new = admission.new
        let whole = Set(settled.map(\.commit))
        outcome.settled = arrived.offers.filter { offer in
            guard let log = logs[offer.target]?.commits else { return true }
            return whole.contains(log) || (!isRefetching && known.all.contains(log))
        }
    }

    /// Takes in again what was taken in or pushed once and the store has no longer: the objects of it are in
    /// the store's own repository. Nothing else is read.
    ///
    /// What cannot be had this way is not reported: the store stays without it.
    func restore(
        to mirror: borrowing Mirror, _ context: borrowing CommandContext
    ) throws(RedoError) -> Outcome {
        var known = KnownCommits.evenLost(of: store, and: mirror.map)
        let here = Set(try store.ids())
        let lost = known.commits(ofOthersThan: here)
        var outcome = Outcome()
        if lost.isEmpty { return outcome }
        known.remove(Set(lost))
        let reader = read(lost, beyond: known, mirror, context)
        let admission = try Command.admit(reader.entries, to: store, context)
        let isOut = Set(admission.refused.map(\.commit))
        outcome.good = reader.entries.filter { !isOut.contains($0.commit) }
        outcome.new = admission.new
        return outcome
    }

    /// Notes what a device has on the remote; nil for nothing.
    func note(
        _ device: String, _ target: GitObjectID?, _ mirror: borrowing Mirror
    ) throws(RedoError) {
        try mirror.setSeen(device, on: remote.name, to: target)
    }

    /// What asks for some references.
    private static func refspecs(for offers: [Offer]) -> [String] {
        guard offers.count > FetchGroups<Offer>.greatestGroupCount else {
            return offers.map(\.name)
        }
        let named = offers.filter { $0.device == nil }.map(\.name)
        return ["\(Mirror.devicePrefix)*:refs/redo/incoming/*"] + named
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

    /// What has come, and could be read.
    private struct Arrival {
        /// References of which all has come.
        var offers: [Offer] = []
        /// Commits that have come without what refers to them.
        var commits: [GitObjectID] = []
    }

    /// Brings in the objects of references. Where that fails for all together, one bad one must not keep
    /// the others out: they are fetched in ever smaller groups, and from a folder on this machine object by
    /// object.
    ///
    /// - Throws: STORAGE_004 if none could be had.
    private func download(
        _ offers: [Offer], over connection: GitRemote, to mirror: borrowing Mirror,
        _ context: borrowing CommandContext, _ outcome: inout Outcome
    ) throws(RedoError) -> Arrival {
        var progress = Progress("Receiving objects", context)
        var arrival = Arrival()
        do throws(RedoError) {
            try connection.fetch(Self.refspecs(for: offers), setting: false) {
                progress.show(done: $0, total: $1)
            }
            progress.finish()
            arrival.offers = offers
            return arrival
        } catch {
            progress.finish()
            if Signals.isTerminationPending { throw error }
            if let folder = remote.localPath.flatMap({ (try? GitRepository.find(at: $0)) ?? nil }) {
                copy(offers, from: folder, to: mirror, &arrival, &outcome)
            } else if offers.count > 1 {
                try downloadGroups(of: offers, to: mirror, &arrival, &outcome)
            }
            if arrival.offers.isEmpty, arrival.commits.isEmpty {
                throw error.withHints(of: remote)
            }
            return arrival
        }
    }

    /// Copies the objects of references one by one from a folder on this machine, those that are whole.
    private func copy(
        _ offers: [Offer], from folder: GitRepository, to mirror: borrowing Mirror,
        _ arrival: inout Arrival, _ outcome: inout Outcome
    ) {
        for offer in offers {
            do throws(RedoError) {
                let copy = try mirror.copy(offer.target, from: folder)
                arrival.commits += copy.commits
                outcome.refused += copy.refused
                if copy.refused.isEmpty { arrival.offers.append(offer) }
            } catch {
                outcome.refused.append(MirrorRefusal(reference: offer.name, error))
            }
        }
    }

    /// Asks a server for references in groups, as long as it may be silent: a server can let each of them
    /// take as long.
    ///
    /// - Throws: where a signal wants to end the process.
    private func downloadGroups(
        of offers: [Offer], to mirror: borrowing Mirror, _ arrival: inout Arrival,
        _ outcome: inout Outcome
    ) throws(RedoError) {
        var generator = SystemRandomNumberGenerator()
        var groups = FetchGroups(offers, using: &generator)
        var last: RedoError?
        let end = Clock.milliseconds() + Int64(remote.silenceSeconds) * 1000
        while Clock.milliseconds() < end, let group = groups.nextGroup() {
            do throws(RedoError) {
                let connection = try remote.connection(in: mirror.repository)
                try connection.fetch(group.map(\.name), setting: false) { _, _ in }
                arrival.offers += group
            } catch {
                if Signals.isTerminationPending { throw error }
                last = error
                if let offer = groups.retry(group) {
                    outcome.refused.append(MirrorRefusal(reference: offer.name, error))
                }
            }
        }
        guard let last else { return }
        for offer in groups.rest {
            outcome.refused.append(
                MirrorRefusal(
                    reference: offer.name,
                    RedoError(last.code, "too many others could not be, and it was left out")))
        }
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
                "if that cannot be repaired: put an empty repository ('git init --bare') in its place, "
                    + "and say 'redo push' on each device: nothing is lost that a device has",
            ])
    }
}
