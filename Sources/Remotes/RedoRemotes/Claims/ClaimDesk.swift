import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoExchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Claims and releases one task on a remote, so that of several who try one wins.
struct ClaimDesk: ~Copyable {
    private let remote: ConfiguredRemote
    private var storage: any ClaimStorage
    private let repository: Repository
    private let own: OwnClaims
    private let now: Instant
    private let lock: FileLock

    /// How often the place may change between reading and writing.
    private static let attemptCount = 32

    /// - Throws: STORAGE_001 if the remote takes no claims.
    init(
        _ remote: ConfiguredRemote, _ storage: any ClaimStorage, _ store: Store,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let now = try context.now()
        let own = OwnClaims(
            CheckpointRecord.folder(ofRemote: remote.name, inStore: store.path), of: store)
        let lock = try own.lock()
        self.remote = remote
        self.storage = storage
        repository = context.repository(store)
        self.now = now
        self.own = own
        self.lock = lock
    }

    /// A task by its name.
    func task(named name: String) throws(RedoError) -> (log: Log, task: TaskState) {
        let log = try repository.log(of: [name])
        return (log, try log.livingTask(named: name))
    }

    // MARK: Who holds it

    /// Who holds a task now.
    private mutating func standing(
        _ task: TaskID, _ place: ClaimPlace, _ context: borrowing CommandContext
    ) throws(RedoError) -> ClaimStanding {
        if let key = ClaimStanding.signer(of: place, task), try !isMember(key, context) {
            // Whoever has joined may be unknown here so far: taking the task from them would be wrong.
            try fetch()
        }
        var failure: RedoError?
        let standing = ClaimStanding(place, of: task, at: now) { key in
            do throws(RedoError) {
                return try isMember(key, context)
            } catch {
                failure = error
                return true
            }
        }
        if let failure { throw failure }
        return standing
    }

    private func isMember(
        _ key: PublicKey, _ context: borrowing CommandContext
    ) throws(RedoError) -> Bool {
        if let isMember = storage.isMember(key) { return isMember }
        if (try? context.author(for: repository.store))?.publicKey == key { return true }
        return try repository.hasNodeInEffect(by: key)
    }

    private func fetch() throws(RedoError) {
        let status = try remote.scheme.runInForeground(
            "fetch", ["--redo-dir", repository.store.path, "--no-progress", "--", remote.name],
            discardsOutput: true)
        guard [.done, .no, .incomplete].contains(ExitStatus(rawValue: status) ?? .failed) else {
            throw RedoError(
                .unreachable, "who holds the task is not known, since nothing can be fetched")
        }
        repository.forget()
    }

    /// Whether a claim is the one that this store asked for.
    private func isOwn(_ claim: TaskClaim) -> Bool {
        own.noted(claim.task).map { $0.id == claim.id && $0.key == claim.key } ?? false
    }

    // MARK: Claiming

    /// What came of asking for a task.
    enum Outcome {
        case claimed(TaskClaim)
        /// The claim that an earlier command asked for had arrived.
        case recovered(TaskClaim)
    }

    /// Claims a task.
    ///
    /// - Parameters:
    ///   - milliseconds: how long.
    ///   - isRenewing: prolongs the claim that this store holds.
    /// - Throws: E_CLAIMED if it is held.
    mutating func claim(
        _ task: TaskState, _ log: Log, for milliseconds: Int64, renewing isRenewing: Bool,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Outcome {
        let name = storage.name(of: task.id)
        for _ in 0..<Self.attemptCount {
            let place = try storage.read(name)
            var id = UUIDValue(randomBytes: RandomBytes.bytes(count: 16))
            if case .held(let claim) = try standing(task.id, place, context) {
                let isOwn = isOwn(claim)
                if isOwn, isRenewing {
                    id = claim.id
                } else if isOwn, try repository.store.ids().contains(claim.node.id) == false {
                    try write(claim)
                    if claim.isHeld(at: now) { return .recovered(claim) }
                } else if !isOwn || claim.isHeld(at: now) {
                    throw refusal(claim, task, isOwn: isOwn)
                }
            } else if isRenewing {
                own.forget(task.id)
                throw RedoError(
                    .claimed, "this store does not hold '\(task.title.printable)'", status: .no,
                    hints: ["'redo claim \(task.id)' claims it"])
            }
            var writer = try TaskWriter.asked(by: context, repository, log)
            let until = Instant(milliseconds: now.milliseconds + milliseconds)
            let node = try writer.add(
                familyNode: .claim, of: task.id,
                [
                    JSONMember("claimId", .string(JSONString(id.text))),
                    JSONMember("until", .string(JSONString(until.wallText))),
                ])
            guard let claim = TaskClaim(node) else {
                throw RedoError(
                    .keyNotLoaded, "a claim has to be signed",
                    hints: ["'redo keygen' makes a key"])
            }
            try own.note(claim)
            guard try put(node, name, place) else { continue }
            try finish(writer)
            return .claimed(claim)
        }
        throw RedoError(
            .writeFailed, "the claims of the task change all the time on \(remote.name)",
            hints: ["repeat the command"])
    }

    /// Puts a node after what was read. If the connection was cut, what the remote has decides.
    private mutating func put(
        _ node: Node, _ name: String, _ place: ClaimPlace
    ) throws(RedoError) -> Bool {
        let file = ClaimStanding.file(of: node)
        do throws(RedoError) {
            return try storage.put(file, as: name, after: place, time: node.timestamp.wall)
        } catch {
            guard !Signals.isTerminationPending, let now = try? storage.read(name) else {
                throw error
            }
            if case let last?? = now.files.first, last == file { return true }
            throw error
        }
    }

    /// Writes the nodes of a writer into the log.
    private func finish(_ writer: consuming TaskWriter) throws(RedoError) {
        do throws(RedoError) {
            try repository.edit(writer) { (_) throws(RedoError) in }
        } catch {
            throw RedoError(
                error.code,
                "\(remote.name) has it, and the log has not: \(error.message)",
                hints: error.hints)
        }
    }

    /// Writes a claim into the log that an earlier command had put on the remote.
    private func write(_ claim: TaskClaim) throws(RedoError) {
        let verdicts = try repository.store.admit(
            [.success(claim.node)], validator: NodeValidator())
        for case let rejection? in verdicts { throw RedoError(rejection) }
        repository.forget()
    }

    private func refusal(_ claim: TaskClaim, _ task: TaskState, isOwn: Bool) -> RedoError {
        let title = task.title.printable
        let until = localText(claim.until)
        if isOwn {
            return RedoError(
                .claimed, "this store holds '\(title)' already, until \(until)", status: .no,
                hints: [
                    "'redo claim --renew \(task.id)' extends it",
                    "'redo release \(task.id)' gives it up",
                ])
        }
        let end =
            claim.isHeld(at: now)
            ? "until \(until)" : "until \(until), and others wait 5 minutes longer"
        return RedoError(
            .claimed, "\(repository.keyTexts()(claim.key)) has claimed '\(title)' \(end)",
            status: .no)
    }

    // MARK: Releasing

    /// Gives a task up.
    ///
    /// - Parameter isForced: also release what another store with the same key holds.
    /// - Throws: E_CLAIMED if it is not this store's.
    mutating func release(
        _ task: TaskState, _ log: Log, forced isForced: Bool,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let name = storage.name(of: task.id)
        for _ in 0..<Self.attemptCount {
            let place = try storage.read(name)
            guard case .held(let claim) = try standing(task.id, place, context) else {
                own.forget(task.id)
                throw RedoError(
                    .claimed, "no one holds '\(task.title.printable)'", status: .no)
            }
            let key = try context.author(for: repository.store).publicKey
            guard isOwn(claim) || isForced && claim.key == key else {
                let name = repository.keyTexts()(claim.key)
                throw RedoError(
                    .claimed, "the claim of '\(task.title.printable)' is not this store's: \(name)",
                    status: .no,
                    hints: claim.key == key
                        ? [
                            "'redo release --force \(task.id)' gives up what another store of yours holds"
                        ]
                        : [])
            }
            var writer = try TaskWriter.asked(by: context, repository, log)
            let node = try writer.add(
                familyNode: .release, of: task.id,
                [JSONMember("claimId", .string(JSONString(claim.id.text)))])
            guard try put(node, name, place) else { continue }
            try finish(writer)
            own.forget(task.id)
            return
        }
        throw RedoError(
            .writeFailed, "the claims of the task change all the time on \(remote.name)",
            hints: ["repeat the command"])
    }

    // MARK: Listing

    /// The claims that the remote shows and that are held now, by the ids of tasks.
    mutating func held(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [TaskClaim] {
        var claims: [TaskClaim] = []
        let names = try storage.names()
        if names.isEmpty { return [] }
        // Names on an encrypted remote tell of their tasks only to those who have them.
        let tasks = Dictionary(
            try repository.tasks().state.tasks.map { (storage.name(of: $0.id), $0.id) }
        ) { first, _ in first }
        for name in names {
            guard let task = tasks[name] else { continue }
            let place = try storage.read(name)
            if case .held(let claim) = try standing(task, place, context), claim.isHeld(at: now) {
                claims.append(claim)
            }
        }
        return claims
    }
}
