import RedoCheckpointRemote
import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a git repository.
package struct GitExchange: RemoteExchange {
    package static let scheme = RemoteScheme.git
    package static let takesClaims = true

    let remote: Remote
    let store: Store
    /// References that a fetch reads as the branch of a mirror.
    let references: [String]
    /// Whether the remote is encrypted: nothing but slots is read and written there.
    let encryption: RemoteEncryption
    /// Whether another program copies the repository.
    private let isCopied: Bool
    /// Whether what was read before is read again.
    let isRefetching: Bool
    package internal(set) var arrived: [NodeID] = []
    package internal(set) var sentCount = 0
    package var isRestoring = false
    /// Whether the store is being made from the remote.
    var isCloning = false

    package init(
        _ remote: ConfiguredRemote, of store: Store, references: [String],
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        self.remote = try Remote(remote, of: store, context)
        self.store = store
        self.references = references
        isCopied = try remote.isCopied(in: store)
        isRefetching = context.arguments.has(SyncOptions.refetch)
        encryption = try RemoteEncryption(of: remote.name, in: store)
        if encryption.isSealed, !references.isEmpty {
            throw .usage("an encrypted remote has no references that could be fetched")
        }
    }

    package func offerPlace(_ context: borrowing CommandContext) throws(RedoError) {
        _ = try Remote.offerRepository(at: remote.url, context)
    }

    /// All references of the remote.
    func advertised() throws(RedoError) -> [GitReference] {
        if let path = remote.localPath { return try GitRemote.references(in: path) }
        let storage = try GitCheckpointStorage(remote, of: store, for: .fetch)
        return try remote.connection(in: storage.repository).references(for: .fetch)
    }

    /// Takes in what the remote has and the store lacks.
    package mutating func fetch(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try fetch(try advertised(), branch: .ifMirror, &context)
    }

    /// Takes in what some references reach.
    ///
    /// - Parameters:
    ///   - advertised: all references of the remote.
    ///   - rule: what is expected of the branch that mirrors have.
    mutating func fetch(
        _ advertised: [GitReference], branch rule: BranchRule, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        // What is plain is read beside a first epoch on which no one has decided.
        let hasGenesis =
            encryption != .plain
            && advertised.contains { GenesisReference.names.contains($0.name) }
        let isEncrypted = encryption.isSealed || isCloning && hasGenesis
        // A repository that has lost all its slots is asked for them, too.
        let hasSlots =
            knowsSlots || advertised.contains { SlotReference.slot(of: $0.name) != nil }
        let status =
            isEncrypted
            ? ExitStatus.done
            : try fetchMirror(advertised, rule, isAlone: !hasSlots && !hasGenesis, &context)
        if hasSlots || isEncrypted || hasGenesis {
            var exchange = try CheckpointExchange(
                remote.name, of: store,
                in: try GitCheckpointStorage(
                    remote, of: store, for: .fetch, listed: advertised), isCopied: isCopied)
            exchange.isRestoring = isRestoring
            exchange.isCloning = isCloning
            exchange.isBesideNews = !arrived.isEmpty
            defer { arrived += exchange.arrived }
            return status.joined(with: try exchange.fetch(&context))
        }
        return status
    }

    /// Sends what the remote lacks.
    package mutating func push(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var exchange = try CheckpointExchange(
            remote.name, of: store,
            in: try GitCheckpointStorage(remote, of: store, for: .push), isCopied: isCopied)
        defer {
            arrived += exchange.arrived
            sentCount += exchange.sentCount
        }
        return try exchange.push(&context)
    }

    package func claims(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> any ClaimStorage {
        let base = try GitClaimStorage(remote, of: store)
        if encryption == .plain { return base }
        var exchange = try CheckpointExchange(
            remote.name, of: store,
            in: try GitCheckpointStorage(remote, of: store, for: .fetch))
        return try exchange.claims(in: base, context)
    }

    /// Whether slots were seen there, or put there, before.
    private var knowsSlots: Bool {
        let record = CheckpointRecord(ofRemote: remote.name, inStore: store.path)
        return record.own?.last != nil || !record.allSeen.isEmpty
    }

    /// Does what `redo member` is asked for.
    package mutating func members(
        _ request: MemberRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var exchange = try CheckpointExchange(
            remote.name, of: store,
            in: try GitCheckpointStorage(remote, of: store, for: .fetch))
        defer {
            arrived += exchange.arrived
            sentCount += exchange.sentCount
        }
        return try exchange.members(request, &context)
    }

    /// Checks the checkpoints that are there.
    package mutating func verify(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var exchange = try checkpoints()
        return try exchange.verify(&context)
    }

    /// Accepts that the checkpoints do not show what the last fetch found to be missing.
    package mutating func accept(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var exchange = try checkpoints()
        defer { arrived += exchange.arrived }
        return try exchange.accept(&context)
    }

    /// The checkpoints that are there.
    ///
    /// - Throws: STORAGE_001 if there are none.
    private func checkpoints() throws(RedoError) -> CheckpointExchange<GitCheckpointStorage> {
        let advertised = try advertised()
        guard
            knowsSlots || advertised.contains(where: { SlotReference.slot(of: $0.name) != nil })
        else {
            throw RedoError(
                .notFound, "\(remote.name) has no checkpoints, so that no statement vouches for it",
                hints: ["'redo push \(remote.name)' lets this store put some there"])
        }
        return try CheckpointExchange(
            remote.name, of: store,
            in: try GitCheckpointStorage(remote, of: store, for: .fetch, listed: advertised),
            isCopied: isCopied)
    }

    /// Lets this store's slot go on without its history.
    package mutating func compact(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var exchange = try CheckpointExchange(
            remote.name, of: store,
            in: try GitCheckpointStorage(remote, of: store, for: .fetch), isCopied: isCopied)
        defer { arrived += exchange.arrived }
        return try exchange.compact(&context)
    }

    /// The URL as the configuration keeps it.
    package static func kept(
        url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        try Remote.check(url: url)
        return try Remote.absolute(url, context)
    }

    /// What stands after the last slash or colon, without `.git`.
    package static func folderName(of url: String) -> String {
        var url = url[...]
        while url.hasSuffix("/") { url = url.dropLast() }
        if url.hasSuffix("/.git") { url = url.dropLast("/.git".count) }
        let part = url.split { $0 == "/" || $0 == ":" }.last ?? ""
        return String(part.hasSuffix(".git") ? part.dropLast(".git".count) : part)
    }
}
