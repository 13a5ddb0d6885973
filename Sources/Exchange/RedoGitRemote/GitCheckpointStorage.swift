import RedoCheckpointRemote
import RedoCheckpoints
import RedoCrypto
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A git repository that keeps checkpoints.
///
/// A repository on this machine is read and written directly. For one on a server, the store keeps a bare repository,
/// into which references are fetched and from which they are pushed.
struct GitCheckpointStorage: CheckpointStorage {
    let remote: Remote
    /// The repository that is read and written: the remote itself if it is on this machine.
    private(set) var repository: GitRepository
    /// The directory of the repository that a store keeps for a server.
    private let directory: ContainedDirectory
    private var notes: [String] = []
    /// The reference of each slot, with its commit.
    private var references: [Slot: GitReference] = [:]
    /// The reference of the first epoch, if the remote has it.
    private(set) var genesisReference: GitReference?
    /// Whether the remote has references of devices.
    private(set) var hasOtherNodes = false
    /// The names of all references, as they were last listed.
    private var listedNames: [String] = []
    /// The commits that were read, by the versions of their tips.
    private var commits: [String: CheckpointCommit] = [:]
    /// The blobs of the epoch files that were listed last, by their names.
    var epochBlobs: [Digest: Set<GitObjectID>] = [:]
    /// The references that the server listed before this value was created; used once.
    private var listed: [GitReference]?
    /// The open connection to a server. Another one is opened only after it is closed.
    private var open: (connection: GitRemote, direction: GitDirection)?
    /// The direction of the exchange: a push requests the references over the connection for pushing.
    private let direction: GitDirection

    /// - Parameters:
    ///   - direction: the planned operation.
    ///   - listed: all references, if the remote has just listed them.
    init(
        _ remote: Remote, of store: Store, for direction: GitDirection,
        listed: [GitReference]? = nil
    ) throws(RedoError) {
        self.remote = remote
        self.direction = direction
        self.listed = listed
        directory = CheckpointRecord.directory(ofRemote: remote.name, inStore: store.path)
            .directory("git")
        if let path = remote.localPath {
            repository = try GitRemote.directory(path)
        } else {
            repository = try OwnDirectory(directory).open()
        }
    }

    var isLocal: Bool { remote.localPath != nil }

    // MARK: Reading

    mutating func tips() throws(RedoError) -> [CheckpointTip] {
        let advertised = try advertised()
        references = [:]
        listedNames = advertised.map(\.name)
        hasOtherNodes = advertised.contains { Mirror.device(of: $0.name) != nil }
        genesisReference =
            GenesisReference.names.lazy.compactMap { name in
                advertised.first { $0.name == name }
            }.first
        for prefix in SlotReference.prefixes {
            for reference in advertised where reference.name.hasPrefix(prefix) {
                guard let slot = SlotReference.slot(of: reference.name),
                    references[slot] == nil
                else { continue }
                references[slot] = reference
            }
        }
        return listedTips
    }

    /// The tips of the slots, according to the last listing.
    var listedTips: [CheckpointTip] {
        references.sorted { $0.key < $1.key }.map {
            CheckpointTip(slot: $0.key, version: $0.value.target.description)
        }
    }

    /// Whether the commit of a tip is here.
    func contains(_ tip: CheckpointTip) -> Bool {
        references[tip.slot].map { repository.contains($0.target) } ?? false
    }

    private mutating func advertised() throws(RedoError) -> [GitReference] {
        if let listed {
            self.listed = nil
            return listed
        }
        if isLocal {
            return try Trace.timing(.git, "list \(remote.url)") { () throws(RedoError) in
                try repository.references(startingWith: "refs/")
            }
        }
        open = nil
        let connection = try remote.connection(in: repository)
        let references = try connection.references(for: direction)
        open = (connection, direction)
        return references
    }

    /// A connection for a direction: the open one, or a new one.
    mutating func connection(for direction: GitDirection) throws(RedoError) -> GitRemote {
        if let open, open.direction == direction { return open.connection }
        open = nil
        let connection = try remote.connection(in: repository)
        open = (connection, direction)
        return connection
    }

    mutating func receive(
        _ tips: [CheckpointTip], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {
        if isLocal { return }
        do throws(RedoError) {
            try download(tips, progress)
        } catch {
            if Signals.isTerminationPending { throw error }
            // A listed reference may have been removed since then: another store has compacted its slot.
            _ = try self.tips()
            let rest = tips.filter { references[$0.slot]?.target.description == $0.version }
            guard rest.count < tips.count else { throw error }
            try download(rest, progress)
        }
    }

    /// Fetches the tips that are not here.
    private mutating func download(
        _ tips: [CheckpointTip], _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {
        let wanted = tips.compactMap { references[$0.slot] }
            .filter { !repository.contains($0.target) }
        if wanted.isEmpty { return }
        let isFirst = try repository.references(startingWith: "refs/").isEmpty
        if isFirst, try downloadNewest(wanted, progress) { return }
        // A lock is left by a killed fetch, since this process holds the lock of the record.
        for slot in wanted.compactMap({ SlotReference.slot(of: $0.name) }) {
            repository.removeLock(of: "\(SlotReference.seenPrefix)\(slot)")
        }
        try connection(for: .fetch).fetch(Self.refspecs(wanted), progress: progress)
        guard repository.isShallow, wanted.contains(where: { !isComplete($0.target) }) else {
            return
        }
        // The server assumes that everything behind a commit which is here is present, and omits it.
        open = nil
        commits = [:]
        repository = try OwnDirectory(directory).remake()
        let all =
            wanted
            + references.values.filter { reference in
                !wanted.contains { $0.name == reference.name }
            }
        try connection(for: .fetch).fetch(Self.refspecs(all), progress: progress)
    }

    /// Fetches the objects of references without their history, if nothing is here yet.
    ///
    /// - Returns: false if that is impossible: then the whole history has to be fetched.
    private mutating func downloadNewest(
        _ wanted: [GitReference], _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> Bool {
        // The remains of a killed fetch would be in the way.
        open = nil
        repository = try OwnDirectory(directory).remake()
        let connection = try remote.connection(in: repository)
        let failure = try connection.fetchNewest(Self.refspecs(wanted), progress: progress)
        guard let failure else { return true }
        notes.append(
            "git could not fetch the newest packs of \(remote.name) alone, so their history comes too: "
                + failure)
        repository = try OwnDirectory(directory).remake()
        return false
    }

    private static func refspecs(_ references: [GitReference]) -> [String] {
        references.compactMap { reference in
            SlotReference.slot(of: reference.name).map {
                "+\(reference.name):\(SlotReference.seenPrefix)\($0)"
            }
        }
    }

    /// Whether all files of a commit are here.
    private func isComplete(_ commit: GitObjectID) -> Bool {
        guard let commit = try? CheckpointCommit(reading: commit, in: repository) else {
            return false
        }
        return repository.contains(commit.statement)
            && commit.data.values.allSatisfy(repository.contains)
    }

    mutating func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// The commit of a tip.
    mutating func commit(of tip: CheckpointTip) throws(RedoError) -> CheckpointCommit {
        if let known = commits[tip.version] { return known }
        let digits = Array(tip.version.utf8)
        guard let id = GitObjectID(hexadecimal: digits.span) else {
            throw RedoError(.corrupted, "\(tip.version.printable) is not the name of a commit")
        }
        let commit = try CheckpointCommit(reading: id, in: repository)
        commits[tip.version] = commit
        return commit
    }

    func blob(_ id: GitObjectID, limit: Int) throws(RedoError) -> [UInt8] {
        switch repository.read(id, limit: limit) {
        case .object(let object) where object.kind == .blob: return object.content
        case .damaged(let reason):
            throw RedoError(.corrupted, "the blob \(id) cannot be read: \(reason)")
        case .absent: throw RedoError(.corrupted, "the blob \(id) is missing")
        default: throw RedoError(.corrupted, "the object \(id) is not a file of a checkpoint")
        }
    }

    func fileName(of tip: CheckpointTip) -> String {
        "\(references[tip.slot]?.name ?? tip.slot.hexadecimal):statement"
    }

    func fileName(_ data: Digest, of tip: CheckpointTip) -> String {
        "\(references[tip.slot]?.name ?? tip.slot.hexadecimal):data/\(data.hexadecimal)"
    }

    mutating func statement(of tip: CheckpointTip) throws(RedoError) -> [UInt8]? {
        try blob(try commit(of: tip).statement, limit: Statement.maximumFileByteCount)
    }

    mutating func data(
        _ name: Digest, of tip: CheckpointTip
    ) throws(RedoError) -> [UInt8]? {
        guard let id = try commit(of: tip).data[name] else { return nil }
        return try blob(id, limit: Statement.maximumFileByteCount)
    }

    /// A commit contains everything that its statement lists, so nothing is missing while its slot exists.
    mutating func missing(_ names: [Digest]) throws(RedoError) -> Set<Digest> {
        let known = try blobs(of: names)
        return Set(names.filter { known[$0] == nil })
    }

    /// The blobs of some files, if the tips have them.
    private mutating func blobs(of names: [Digest]) throws(RedoError) -> [Digest: GitObjectID] {
        var known: [Digest: GitObjectID] = [:]
        if names.isEmpty { return known }
        let tips = listedTips
        try receive(tips) { _, _ in }
        let wanted = Set(names)
        for tip in tips {
            // An unreadable commit is reported by a fetch.
            guard let commit = try? commit(of: tip) else { continue }
            for (name, id) in commit.data
            where wanted.contains(name) && known[name] == nil && repository.contains(id) {
                known[name] = id
            }
        }
        return known
    }

    // MARK: Writing

    mutating func advance(
        to checkpoint: NewCheckpoint, from previous: CheckpointTip?,
        besides ignored: Set<CheckpointTip>, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> CheckpointTip? {
        // A signal must not end the writing of an object, which would leave a part of it.
        let deferral = DeferredTermination()
        defer { _ = deferral }
        let statement = checkpoint.statement.statement
        let pieces = statement.pieces
        var data = try blobs(of: pieces)
        let new = pieces.filter { data[$0] == nil }
        for (index, name) in new.enumerated() {
            if Signals.isTerminationPending { throw .terminated }
            progress(index, new.count)
            data[name] = try repository.writeNamed(.blob, try checkpoint.content(name))
        }
        let parent = references[statement.slot]?.target
        guard parent?.description == previous?.version else { return nil }
        let commit = try CheckpointCommit.write(
            statement: try repository.writeNamed(.blob, checkpoint.file), data: data,
            epochs: try write(checkpoint.epochs), after: parent, sequence: statement.sequence,
            to: repository)
        progress(new.count, new.count)
        let name =
            references[statement.slot]?.name
            ?? SlotReference.prefixes[0] + statement.slot.hexadecimal
        guard try set(name, to: commit, from: parent, statement.slot, progress) else { return nil }
        if parent == nil, let others = RepositoryContents(listedNames).strangersText {
            notes.append(
                "\(remote.name) has other contents as well, \(others): they stay as they are, and the log lies beside "
                    + "them, as \(name)")
        }
        return CheckpointTip(slot: statement.slot, version: commit.description)
    }

    /// Sets a slot's reference to a commit, if it leads to the expected one.
    private mutating func set(
        _ name: String, to commit: GitObjectID, from previous: GitObjectID?, _ slot: Slot,
        _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> Bool {
        if isLocal {
            // Only this store sets the reference, and one command of it at a time.
            repository.removeLock(of: name)
            guard try repository.target(of: name) == previous else { return false }
            try repository.setReference(name, to: commit, from: previous)
            return true
        }
        let own = SlotReference.seenPrefix + slot.hexadecimal
        let old = try repository.target(of: own)
        // A lock of git is left by a killed command, since this process holds the lock of the record.
        repository.removeLock(of: own)
        try repository.setReference(own, to: commit, from: old)
        let refusal = try push(own, to: name, progress)
        guard let refusal else { return true }
        if previous == nil, name.hasPrefix(SlotReference.prefixes[0]) {
            // Some hosts permit only branches.
            let branch = SlotReference.prefixes[1] + slot.hexadecimal
            if try push(own, to: branch, progress) == nil { return true }
        }
        throw RedoError(
            .writeFailed, "\(remote.name) refused \(name): \(refusal.printable)",
            hints: ["the remote decides what it takes: its hooks, rights and disk"])
    }

    /// - Returns: the reason of a refusal; nil if the other side accepts.
    mutating func push(
        _ source: String, to name: String, _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> String? {
        let answers = try connection(for: .push).push(["\(source):\(name)"], progress: progress)
        open = nil
        return answers.compactMap(\.refusal).first
    }

    mutating func remove(_ tip: CheckpointTip) throws(RedoError) {
        guard let reference = references[tip.slot],
            reference.target.description == tip.version
        else { return }
        references[tip.slot] = nil
        if isLocal {
            repository.removeLock(of: reference.name)
            _ = try repository.removeReference(reference.name, from: reference.target)
            return
        }
        // The server compares the state that it listed on this connection with the current one when it removes the
        // reference.
        open = nil
        let connection = try connection(for: .push)
        defer { open = nil }
        let now = try connection.references(for: .push).first { $0.name == reference.name }
        guard now?.target == reference.target else { return }
        let answers = try connection.push([":\(reference.name)"])
        guard let refusal = answers.lazy.compactMap(\.refusal).first else { return }
        throw RedoError(
            .writeFailed, "\(remote.name) does not remove \(reference.name): \(refusal.printable)")
    }
}
