import RedoCheckpoints
import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoExchange
import RedoJSON
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// Claims and releases one task on a remote, so that of several who try one wins.
struct ClaimDesk: ~Copyable {
    private let remote: ConfiguredRemote
    private let session: ExchangeSession
    private let open: RemoteExchange.Opening
    private var storage: any ClaimStorage
    let repository: Repository
    private let own: OwnClaims
    private let now: Instant
    private let lock: FileLock

    /// The maximum number of attempts if the claims change between reading and writing.
    private static let attemptCount = 32

    /// - Throws: STORAGE_001 if the remote takes no claims.
    init(
        _ store: Store, _ open: @escaping RemoteExchange.Opening,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let remote = try ConfiguredRemote.forClaims(of: store)
        let session = try context.session(store)
        let storage = try RemoteExchange.claims(on: remote, session, open: open)
        let now = try context.now()
        let own = OwnClaims(
            CheckpointRecord.directory(ofRemote: remote.name, inStore: store.path), of: store)
        let lock = try own.lock()
        self.remote = remote
        self.session = session
        self.open = open
        self.storage = storage
        repository = context.repository(store)
        self.now = now
        self.own = own
        self.lock = lock
    }

    /// The tasks that some names mean, each once.
    ///
    /// - Throws: NAME_001 or NAME_002 for a name without a meaning or with several.
    func tasks(named names: [InputName]) throws(RedoError) -> [TaskState] {
        let names = names.map(\.text)
        return try repository.log(of: names).livingTasks(named: names)
    }

    /// Does something with each task, and prints what is returned. A task that is refused is reported, and the others
    /// are not affected: each has a claim of its own.
    ///
    /// - Returns: `no` if one was refused.
    mutating func each(
        of tasks: [TaskState], _ context: inout CommandContext,
        _ body: (inout ClaimDesk, TaskState, borrowing CommandContext) throws(RedoError) -> String
    ) throws(RedoError) -> ExitStatus {
        var status = ExitStatus.done
        for task in tasks {
            do throws(RedoError) {
                try context.print(try body(&self, task, context))
            } catch {
                guard error.status == .no else { throw error }
                try context.flush()
                context.complain(error)
                status = .no
            }
        }
        return status
    }

    // MARK: Who holds it

    /// The holder of a task now, and the log that decides who may hold it.
    private mutating func standing(
        _ task: TaskID, _ state: ClaimState
    ) throws(RedoError) -> (standing: ClaimStanding, log: Log) {
        if try isDoubtful(state, of: task) { try fetch() }
        let log = try repository.log(of: [task.description])
        return (try standing(task, state, log), log)
    }

    /// True if the last file of a task is by a key whose claim does not count as far as is known here. It may have
    /// joined, or been given the task, since: to take the task from it would be wrong.
    private func isDoubtful(_ state: ClaimState, of task: TaskID) throws(RedoError) -> Bool {
        guard let key = ClaimStanding.signer(of: state, task) else { return false }
        if try !counts(key) { return true }
        return try !ClaimAuthority(of: task, in: repository.log(of: [task.description]))
            .mayClaim(key)
    }

    private func standing(
        _ task: TaskID, _ state: ClaimState, _ log: Log
    ) throws(RedoError) -> ClaimStanding {
        var failure: RedoError?
        let authority = ClaimAuthority(of: task, in: log)
        let standing = ClaimStanding(state, of: task, at: now, authority) { key in
            do throws(RedoError) {
                return try counts(key)
            } catch {
                failure = error
                return true
            }
        }
        if let failure { throw failure }
        return standing
    }

    /// True if what a key signs counts on the remote: it is a member's, and neither revoked nor ignored here.
    private func counts(_ key: PublicKey) throws(RedoError) -> Bool {
        guard try repository.people().revocation(of: key) == nil,
            try !repository.store.configuration.userIDs(.ignoredAuthors).contains(UserID(key))
        else { return false }
        if let isMember = storage.isMember(key) { return isMember }
        if (try? session.keyring.author(for: repository.store))?.publicKey == key { return true }
        return try repository.hasNodeInEffect(by: key)
    }

    /// Whether the remote shows that someone has held a task, of which the log does not know: its author may have
    /// changed the task since.
    mutating func isBehind(on task: TaskID) throws(RedoError) -> Bool {
        let state = try storage.read(storage.name(of: task))
        guard let node = ClaimStanding.lastNode(of: state, task) else { return false }
        if let claim = TaskClaim(node), claim.isHeld(at: now) { return false }
        return try !repository.store.ids().contains(node.id)
    }

    /// Receives what the remote has.
    ///
    /// - Throws: NETWORK_001 if it cannot be fetched from.
    func fetch() throws(RedoError) {
        do throws(RedoError) {
            var exchange = try RemoteExchange(with: remote, session, fetches: true, open: open)
            try exchange.fetch { _ in }
        } catch {
            session.complain(error)
            throw RedoError(
                .unreachable, "the claim of the task is unknown: the remote cannot be fetched from")
        }
        repository.forget()
    }

    /// True if a claim is the one that this store requested.
    private func isOwn(_ claim: TaskClaim) -> Bool {
        own.noted(claim.task).map { $0.id == claim.id && $0.key == claim.key } ?? false
    }

    // MARK: Claiming

    /// The result of a request for a task.
    enum Outcome {
        case claimed(TaskClaim)
        /// The task was claimed already: the claim that an earlier command requested had arrived.
        case recovered(TaskClaim)
    }

    /// Claims a task.
    ///
    /// - Parameters:
    ///   - milliseconds: how long.
    ///   - isRenewing: prolongs the claim that this store holds.
    /// - Throws: E_CLAIMED if it is held, E_PERMISSION_DENIED or E_KEY_REVOKED if the claim would have no effect.
    mutating func claim(
        _ task: TaskState, for milliseconds: Int64, renewing isRenewing: Bool,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Outcome {
        let name = storage.name(of: task.id)
        for _ in 0..<Self.attemptCount {
            let state = try storage.read(name)
            var id = UUIDValue(randomBytes: RandomBytes.bytes(count: 16))
            let (standing, log) = try self.standing(task.id, state)
            if case .held(let claim) = standing {
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
                    .claimed, "this store has no claim on '\(task.title.printable)'", status: .no,
                    hints: ["'redo claim \(task.id)' claims it"])
            }
            var writer = try TaskWriter.requested(repository, log, context)
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
                    hints: ["'redo keygen' creates a key"])
            }
            // Nothing is sent that would have no effect.
            try repository.checkAuthority(&writer)
            try own.note(claim)
            guard try put(node, name, state) else { continue }
            try finish(writer)
            return .claimed(claim)
        }
        throw RedoError(
            .writeFailed, "the claims of the task keep changing on \(remote.name)",
            hints: ["repeat the command"])
    }

    /// Puts a node after what was read. If the connection was cut, what the remote has decides.
    private mutating func put(
        _ node: Node, _ name: String, _ state: ClaimState
    ) throws(RedoError) -> Bool {
        let file = ClaimStanding.file(of: node)
        do throws(RedoError) {
            return try storage.put(file, as: name, after: state, time: node.timestamp.wall)
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
                "\(remote.name) has the claim, but the log does not: \(error.message)",
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
                .claimed, "this store has claimed '\(title)' already, until \(until)", status: .no,
                hints: [
                    "'redo claim --renew \(task.id)' extends it",
                    "'redo release \(task.id)' gives it up",
                ])
        }
        let end =
            claim.isHeld(at: now)
            ? "until \(until)" : "until \(until), and others wait 5 minutes longer"
        return RedoError(
            .claimed, "\(holder(of: claim)) has claimed '\(title)' \(end)", status: .no)
    }

    /// The name of a task's holder: as the log has it, else as the claim says. A name identifies no one, so the
    /// beginning of the id is beside it.
    private func holder(of claim: TaskClaim) -> String {
        let text = repository.keyTexts()(claim.key)
        guard text.hasPrefix("key "), let name = claim.node.author.name else { return text }
        return "\(name.printable) (\(text))"
    }

    // MARK: Releasing

    /// Gives a task up.
    ///
    /// - Parameter isForced: also release what another store with the same key holds or, of a task that the user owns
    ///   or is an admin of, anyone.
    /// - Throws: E_CLAIMED if it is not this store's.
    mutating func release(
        _ task: TaskState, forced isForced: Bool,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let name = storage.name(of: task.id)
        for _ in 0..<Self.attemptCount {
            let state = try storage.read(name)
            let (standing, log) = try self.standing(task.id, state)
            guard case .held(let claim) = standing else {
                own.forget(task.id)
                throw RedoError(
                    .claimed, "no one has claimed '\(task.title.printable)'", status: .no)
            }
            let key = try session.keyring.author(for: repository.store).publicKey
            let isYours = claim.key == key
            let mayRelease = key.map(ClaimAuthority(of: task.id, in: log).mayRelease) ?? false
            guard isOwn(claim) || isForced && (isYours || mayRelease) else {
                var hints: [String] = []
                if isYours {
                    hints = [
                        "'redo release --force \(task.id)' gives up what another store of yours holds"
                    ]
                } else if mayRelease {
                    hints = ["'redo release --force \(task.id)' ends it: the task is yours"]
                }
                throw RedoError(
                    .claimed,
                    "the claim of '\(task.title.printable)' is not this store's: \(holder(of: claim))",
                    status: .no, hints: hints)
            }
            var writer = try TaskWriter.requested(repository, log, context)
            let node = try writer.add(
                familyNode: .release, of: task.id,
                [JSONMember("claimId", .string(JSONString(claim.id.text)))])
            try repository.checkAuthority(&writer)
            guard try put(node, name, state) else { continue }
            try finish(writer)
            own.forget(task.id)
            return
        }
        throw RedoError(
            .writeFailed, "the claims of the task keep changing on \(remote.name)",
            hints: ["repeat the command"])
    }

    // MARK: Listing

    /// The claims that the remote shows and that are held now, by the ids of tasks.
    mutating func held() throws(RedoError) -> [TaskClaim] {
        var claims: [TaskClaim] = []
        let names = try storage.names()
        if names.isEmpty { return [] }
        // Names on an encrypted remote tell of their tasks only to those who have them.
        let tasks = Dictionary(
            try repository.tasks().state.tasks.map { (storage.name(of: $0.id), $0.id) }
        ) { first, _ in first }
        var states: [(task: TaskID, state: ClaimState)] = []
        var isDoubtful = false
        for name in names {
            guard let task = tasks[name] else { continue }
            let state = try storage.read(name)
            if try self.isDoubtful(state, of: task) { isDoubtful = true }
            states.append((task, state))
        }
        // Once for all, however many strangers claim.
        if isDoubtful { try fetch() }
        for (task, state) in states {
            let log = try repository.log(of: [task.description])
            if case .held(let claim) = try standing(task, state, log),
                claim.isHeld(at: now)
            {
                claims.append(claim)
            }
        }
        return claims
    }
}
