import RedoCheckpointRemote
import RedoCheckpoints
import RedoCommandLine
import RedoCrypto
import RedoExchange
import RedoGit
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// Brings what a store has to a remote, as the reference of this device.
///
/// Nothing is forced: where the remote has something else under this device's name, that is taken
/// in, and the next checkpoint joins both. Only `--replace` sets the reference to what does not follow it.
struct Push {
    let remote: Remote
    let store: Store
    let repository: StoreRepository
    /// What the device is called in references.
    let device: String
    /// The reference that is pushed.
    let reference: String

    init(
        to remote: Remote, from store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        self.remote = remote
        self.store = store
        repository = StoreRepository(of: store)
        reference = Mirror.deviceReference(of: try context.deviceID(for: store).description)
        device = Mirror.device(of: reference) ?? "-"
    }

    /// A commit that the remote did not have.
    struct Commit {
        /// Nil where it has not been made yet.
        let id: GitObjectID?
        /// Nil for a checkpoint.
        let node: NodeID?
    }

    /// What a push did, or would do.
    struct Outcome {
        /// What the remote did not have, parents first.
        var commits: [Commit] = []
        var kept: [NodesToPush.Kept] = []
        var waiting = WaitingNodes([], behind: [])
        /// What helps those that were kept.
        var hints: [String] = []
        var hasDamage = false
        /// What to say of the remote.
        var notes: [String] = []
    }

    /// How often a push is retried after another one of the same device id.
    private static let attemptCount = 3

    /// Pushes.
    ///
    /// - Returns: nil if everything is up-to-date.
    func run(_ context: borrowing CommandContext) throws(RedoError) -> Outcome? {
        try store.noteLostNodes()
        var last: RedoError?
        for _ in 0..<Self.attemptCount {
            let own = try repository.open()
            var connection = try remote.connection(in: own)
            var advertised = try connection.references(for: .push)
            if try mayBeEncrypted(advertised) {
                // A server need not answer two connections at once.
                connection.disconnect()
                try requireNothingSealed(advertised, context)
                connection = try remote.connection(in: own)
                advertised = try connection.references(for: .push)
            }
            let theirs = advertised.first { $0.name == reference }?.target
            if let last, theirs == nil { throw last }
            let fingerprint = try store.fingerprint()
            let current = try repository.currentCheckpoint(fingerprint, in: own)
            if let current, current == theirs, !isReplacing(context) { return nil }
            do throws(RedoError) {
                return try push(over: connection, advertised, theirs, context)
            } catch {
                // Someone else may have set the reference since it was looked at.
                guard try isChanged(theirs) else { throw error }
                last = error
            }
        }
        throw last ?? RedoError(.writeFailed, "the remote changes all the time")
    }

    /// Whether something encrypted may be there although the configuration does not say that the remote is encrypted.
    private func mayBeEncrypted(_ advertised: [GitReference]) throws(RedoError) -> Bool {
        guard try RemoteEncryption(of: remote.name, in: store) == .undecided else { return false }
        if CheckpointRecord(ofRemote: remote.name, inStore: store.path).sealedFile != nil {
            return true
        }
        return advertised.contains {
            GenesisReference.names.contains($0.name) || SlotReference.slot(of: $0.name) != nil
        }
    }

    private func requireNothingSealed(
        _ advertised: [GitReference], _ context: borrowing CommandContext
    ) throws(RedoError) {
        var exchange = try CheckpointExchange(
            remote.name, of: store,
            in: try GitCheckpointStorage(remote, of: store, for: .fetch, listed: advertised))
        try exchange.requireNothingSealed(context)
    }

    /// Whether the remote has something else under this device's name by now.
    private func isChanged(_ theirs: GitObjectID?) throws(RedoError) -> Bool {
        let own = try repository.open()
        let now = try remote.connection(in: own).references(for: .push)
        return now.first { $0.name == reference }?.target != theirs
    }

    private func push(
        over connection: GitRemote, _ advertised: [GitReference], _ theirs: GitObjectID?,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Outcome? {
        var outcome = Outcome()
        let isDry = context.arguments.has(SyncOptions.dryRun)
        var mirror = try repository.lock()
        var isReplaced = false
        if let theirs, isReplacing(context) {
            isReplaced = try beginAgain(insteadOf: theirs, &mirror, &outcome, context)
        }
        if let theirs, !isReplaced, !mirror.map.contains(theirs) {
            if isDry {
                outcome.notes.append("\(reference) of \(remote.name) would be joined first")
            } else {
                try join(theirs, &mirror, &outcome, context)
            }
        }
        let map = mirror.map
        let new = try NodesToPush(in: store, isSigning: !isDry, context) {
            Set($0.ids).subtracting(map.nodes)
        }
        (outcome.kept, outcome.hints, outcome.hasDamage) = (new.kept, new.hints, new.hasDamage)
        outcome.waiting = new.waiting
        if !new.kept.isEmpty, !context.arguments.has(SyncOptions.skipUnsigned) { return outcome }
        if isDry {
            if let tip = mirror.map.checkpoint {
                outcome.commits = try commits(from: tip, beyond: advertised, mirror)
            }
            outcome.commits += new.nodes.map { Commit(id: nil, node: $0.id) }
            return outcome.commits.isEmpty && outcome.notes.isEmpty && new.kept.isEmpty
                && new.waiting.isEmpty ? nil : outcome
        }
        let isWhole = new.kept.isEmpty && !new.hasDamage
        _ = try Command.update(
            &mirror, new.nodes, device: try context.deviceID(for: store).description,
            source: isWhole ? new.source : nil, reusing: true, context)
        guard let tip = mirror.map.checkpoint else { return isWhole ? nil : outcome }
        if tip == theirs {
            try note(tip, mirror)
            return isWhole ? nil : outcome
        }
        outcome.commits = try commits(from: tip, beyond: advertised, mirror)
        outcome.notes += try notes(theirs, mirror)
        try send(
            ["\(isReplaced ? "+" : "")\(Mirror.branch):\(reference)"], over: connection, context)
        try note(tip, mirror)
        return outcome
    }

    private func isReplacing(_ context: borrowing CommandContext) -> Bool {
        context.arguments.has(SyncOptions.replace)
    }

    /// Takes in what the remote has under this device's name and the store's repository has not: it was
    /// recreated, or another machine has the same device id.
    private func join(
        _ theirs: GitObjectID, _ mirror: inout Mirror, _ outcome: inout Outcome,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let fetch = try Fetch(from: remote, to: store, context.arguments)
        let other = try connection(mirror)
        let offer = Fetch.Offer(name: reference, device: device, target: theirs)
        let taken = try fetch.take([offer], over: other, to: mirror, context)
        guard taken.refused.isEmpty, !taken.settled.isEmpty else {
            let first = taken.refused.first
            throw RedoError(
                first?.code ?? ErrorCode.corrupted,
                "\(reference) of \(remote.name) has nodes that cannot be taken in: "
                    + "\(first?.detail ?? "nothing can be read"), in \(first?.place ?? reference)",
                status: .no,
                hints: [
                    "'redo fetch \(remote.name)' names all of it",
                    "'redo push --replace \(remote.name)' takes in the rest and puts this store's log "
                        + "in its place",
                    "to push beside it: redo config redo.device ANOTHER-NAME",
                ])
        }
        guard !ConversionCommit.target(theirs, in: mirror.repository).isConverted else {
            throw RedoError(
                .writeFailed,
                "\(remote.name) was converted to packs: \(reference) takes no more commits",
                hints: ["redo config remote.\(remote.name).layout packs"])
        }
        try mirror.join(theirs)
        outcome.notes.append(
            "\(reference) of \(remote.name) was not this store's: "
                + "took in \(counted(taken.new.count, "node")) from there and joined both"
        )
    }

    /// What to say of a remote that has less than it had.
    private func notes(
        _ theirs: GitObjectID?, _ mirror: borrowing Mirror
    ) throws(RedoError) -> [String] {
        let seen = try Mirror.seen(on: remote.name, in: mirror.repository)[device]
        guard let seen, seen != theirs else { return [] }
        guard let theirs else {
            return ["\(remote.name) had lost \(reference): it is pushed again"]
        }
        guard mirror.map.contains(theirs), mirror.repository.contains(seen) else { return [] }
        let lost = try mirror.repository.commits(from: [seen], hiding: [theirs])
        return lost.isEmpty
            ? [] : ["\(remote.name) had set \(reference) back: it is pushed again"]
    }

    /// What a checkpoint reaches and the remote has not.
    private func commits(
        from tip: GitObjectID, beyond advertised: [GitReference], _ mirror: borrowing Mirror
    ) throws(RedoError) -> [Commit] {
        let commits = try mirror.repository.commits(
            from: [tip], hiding: advertised.map(\.target))
        return commits.map {
            Commit(id: $0, node: mirror.map.entry(of: $0)?.node)
        }
    }

    /// Sends what references of the remote are to lead to.
    ///
    /// - Parameter refspecs: see ``GitRemote/push(_:progress:)``.
    /// - Throws: STORAGE_003 with the remote's reason for the first that it refuses.
    func send(
        _ refspecs: [String], over connection: GitRemote, _ context: borrowing CommandContext
    ) throws(RedoError) {
        try removeStaleLock()
        if remote.localPath != nil {
            do throws(SystemError) {
                try repository.pushing.replace(
                    with: Array("\(remote.url)\n".utf8).span, mode: 0o644)
            } catch {
                throw RedoError(.writeFailed, "the push cannot be noted", cause: error)
            }
        }
        var progress = Progress("Sending objects", context)
        let answers = try connection.push(refspecs) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        try? repository.pushing.remove()
        for answer in answers {
            if let refusal = answer.refusal {
                throw RedoError(
                    .writeFailed,
                    "\(remote.name) refused \(answer.name): \(refusal)",
                    hints: ["the remote decides what it takes: its hooks, rights and disk"])
            }
        }
    }

    /// Removes git's lock of this device's reference in a folder on this machine, where a push of this
    /// store has been killed. Only this device sets the reference, and only one push at a time runs.
    private func removeStaleLock() throws(RedoError) {
        guard let folder = remote.localPath,
            let text = try? Files.read(repository.pushing.path, limit: 1 << 16),
            text == Array("\(remote.url)\n".utf8)
        else { return }
        for place in [folder, Path.join(folder, ".git")] {
            try? Files.remove(Path.join(place, "\(reference).lock"))
        }
    }

    private func note(
        _ tip: GitObjectID, _ mirror: borrowing Mirror
    ) throws(RedoError) {
        try mirror.setSeen(device, on: remote.name, to: tip)
    }
}
