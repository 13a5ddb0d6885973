import RedoCheckpointRemote
import RedoCheckpoints
import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a git repository: checkpoints in references of slots, or the commits of a
/// mirror.
///
/// This module connects RedoGit, which reads and writes repositories, with the exchange of checkpoints:
/// ``GitCheckpointStorage`` and ``GitClaimStorage`` keep files as objects behind references. It also fetches from
/// mirrors and writes them (``MirrorFolder``). It has neither the format of a mirror's commits nor the transport, which
/// are in RedoGit, nor the rules for statements, which are in RedoCheckpointRemote. Start here.
package struct GitExchange: Exchange {
    let session: ExchangeSession
    let remote: Remote
    /// Whether the remote is encrypted: then only slots are read and written there.
    let encryption: RemoteEncryption
    /// Whether another program copies the repository.
    private let isCopied: Bool
    package internal(set) var arrived: [NodeID] = []
    package internal(set) var sentCount = 0
    /// Whether the store is being created from the remote.
    var isCloning = false

    var store: Store { session.store }

    init(_ remote: ConfiguredRemote, _ session: ExchangeSession) throws(RedoError) {
        self.session = session
        self.remote = try Remote(remote, session)
        isCopied = try remote.isCopied(in: session.store)
        encryption = try RemoteEncryption(of: remote.name, in: session.store)
        if encryption.isSealed, !session.request.references.isEmpty {
            throw .usage("an encrypted remote has no references that could be fetched")
        }
    }

    package func offerDirectory() throws(RedoError) {
        _ = try Remote.offerRepository(at: remote.url, session)
    }

    /// All references of the remote.
    func advertised() throws(RedoError) -> [GitReference] {
        if let path = remote.localPath { return try GitRemote.references(in: path) }
        let storage = try GitCheckpointStorage(remote, of: store, for: .fetch)
        return try remote.connection(in: storage.repository).references(for: .fetch)
    }

    /// Receives what the remote has and the store lacks.
    package mutating func fetch() throws(RedoError) -> FetchOutcome {
        try fetch(try advertised(), branch: .ifMirror)
    }

    /// Receives the nodes that some references reach.
    ///
    /// - Parameters:
    ///   - advertised: all references of the remote.
    ///   - rule: the expectation about the branch of mirrors.
    mutating func fetch(
        _ advertised: [GitReference], branch rule: BranchRule
    ) throws(RedoError) -> FetchOutcome {
        // Plain nodes are read beside a first epoch that is undecided.
        let hasGenesis =
            encryption != .plain
            && advertised.contains { GenesisReference.names.contains($0.name) }
        let isEncrypted = encryption.isSealed || isCloning && hasGenesis
        // Slots are also requested from a repository that has lost all of them, to find what it withholds.
        let hasSlots = hasSlots(advertised)
        var outcome = FetchOutcome()
        if !isEncrypted {
            outcome = try fetchMirror(advertised, rule, isAlone: !hasSlots && !hasGenesis)
        }
        guard hasSlots || isEncrypted || hasGenesis else { return outcome }
        do throws(RedoError) {
            let checkpoints = try checkpoints(for: .fetch, listed: advertised)
            checkpoints.isCloning = isCloning
            defer { arrived += checkpoints.arrived }
            outcome.add(try checkpoints.fetch())
            return outcome
        } catch {
            if outcome.newIDs.isEmpty { throw error }
            throw error.after("received \(counted(outcome.newIDs.count, "node")) before that")
        }
    }

    /// Sends what the remote lacks.
    package mutating func push() throws(RedoError) -> PushOutcome {
        try withCheckpoints(for: .push) { (checkpoints) throws(RedoError) in
            try checkpoints.push()
        }
    }

    package func claims() throws(RedoError) -> any ClaimStorage {
        let base = try GitClaimStorage(remote, of: store)
        return encryption == .plain ? base : try checkpoints(for: .fetch).claims(in: base)
    }

    /// Performs a request of `redo member`.
    package mutating func members(_ request: MemberRequest) throws(RedoError) -> MemberOutcome {
        try withCheckpoints(for: .fetch) { (checkpoints) throws(RedoError) in
            try checkpoints.members(request)
        }
    }

    /// Verifies the checkpoints of the repository.
    package mutating func verify() throws(RedoError) -> VerifyOutcome {
        try withCheckpoints(for: .fetch, listed: try advertisedSlots()) {
            (checkpoints) throws(RedoError) in try checkpoints.verify()
        }
    }

    /// Accepts that the checkpoints do not show what the last fetch found to be missing.
    package mutating func accept() throws(RedoError) -> AcceptOutcome {
        try withCheckpoints(for: .fetch, listed: try advertisedSlots()) {
            (checkpoints) throws(RedoError) in try checkpoints.accept()
        }
    }

    /// Lets this store's slot continue without its history.
    package mutating func compact() throws(RedoError) -> CompactOutcome {
        try withCheckpoints(for: .fetch) { (checkpoints) throws(RedoError) in
            try checkpoints.compact()
        }
    }

    // MARK: Checkpoints

    /// The checkpoints of the repository.
    ///
    /// - Parameter listed: all references, if the remote has just listed them.
    private func checkpoints(
        for direction: GitDirection, listed: [GitReference]? = nil
    ) throws(RedoError) -> CheckpointExchange {
        try CheckpointExchange(
            remote.name, session,
            in: try GitCheckpointStorage(remote, of: store, for: direction, listed: listed),
            isCopied: isCopied)
    }

    /// Performs an operation on the checkpoints, and counts the nodes that it received and sent, even if it failed.
    private mutating func withCheckpoints<Outcome>(
        for direction: GitDirection, listed: [GitReference]? = nil,
        _ body: (CheckpointExchange) throws(RedoError) -> Outcome
    ) throws(RedoError) -> Outcome {
        let checkpoints = try checkpoints(for: direction, listed: listed)
        defer {
            arrived += checkpoints.arrived
            sentCount += checkpoints.sentCount
        }
        return try body(checkpoints)
    }

    /// Whether some references are slots, or slots were seen or written there before.
    private func hasSlots(_ advertised: [GitReference]) -> Bool {
        let record = CheckpointRecord(ofRemote: remote.name, inStore: store.path)
        return record.own?.last != nil || !record.allSeen.isEmpty
            || advertised.contains { SlotReference.slot(of: $0.name) != nil }
    }

    /// All references of a remote that has slots.
    ///
    /// - Throws: STORAGE_001 if it has no slots.
    private func advertisedSlots() throws(RedoError) -> [GitReference] {
        let advertised = try advertised()
        guard hasSlots(advertised) else {
            throw RedoError(
                .notFound, "\(remote.name) has no checkpoints, so that no statement vouches for it",
                hints: ["'redo push \(remote.name)' lets this store put some there"])
        }
        return advertised
    }
}

extension GitExchange {
    /// The record of the store about a remote, read without a request to it.
    static func known(
        of remote: ConfiguredRemote, in store: Store
    ) throws(RedoError) -> RemoteKnowledge {
        try Remote.check(name: remote.name)
        let record = CheckpointRecord(ofRemote: remote.name, inStore: store.path)
        guard record.own?.last == nil, record.allSeen.isEmpty,
            let repository = try StoreRepository(of: store).find(),
            let tip = try Mirror.seenBranch(of: remote.name, in: repository)
        else { return try RemoteKnowledge(of: record, store) }
        // A mirror gets its nodes without a push.
        return RemoteKnowledge(
            summary: "a mirror, at \("\(tip)".prefix(12))",
            unsent: UnsentNodes(waiting: try nodes(of: store, beyond: tip, repository)))
    }

    /// The nodes of a store that a commit does not reach, by id.
    private static func nodes(
        of store: Store, beyond tip: GitObjectID, _ repository: GitRepository
    ) throws(RedoError) -> [NodeID] {
        let known = try KnownCommits(of: store).map
        var missing = Set(try store.ids())
        if repository.contains(tip) {
            for commit in try repository.commits(from: [tip], hiding: []) {
                if let node = known.entry(of: commit)?.node { missing.remove(node) }
            }
        }
        return missing.sorted()
    }
}
