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
/// A repository on this machine is read and written where it is. For one on a server the store keeps a bare
/// repository, from which it is pushed to and into which it is fetched.
struct GitCheckpointStorage: CheckpointStorage {
    let remote: Remote
    /// The repository that is read and written: the remote itself if it is on this machine.
    private(set) var repository: GitRepository
    /// The folder of the repository that a store keeps for a server.
    private let folder: ContainedFolder
    private var notes: [String] = []
    /// The reference of each slot, and where it leads.
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
    /// What the server listed when it was asked before this value was made; used once.
    private var listed: [GitReference]?
    /// The connection to a server that is open. Another one is opened only when it is closed.
    private var open: (connection: GitRemote, direction: GitDirection)?
    /// What the exchange is for: a push asks for the references as it connects to push.
    private let direction: GitDirection

    /// - Parameters:
    ///   - direction: what is going to be done.
    ///   - listed: all references, if the remote was just asked for them.
    init(
        _ remote: Remote, of store: Store, for direction: GitDirection,
        listed: [GitReference]? = nil
    ) throws(RedoError) {
        self.remote = remote
        self.direction = direction
        self.listed = listed
        folder = CheckpointRecord.folder(ofRemote: remote.name, inStore: store.path).folder("git")
        if let path = remote.localPath {
            repository = try GitRemote.folder(path)
        } else {
            repository = try OwnFolder(folder).open()
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

    /// Where the slots stood when they were last listed.
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

    /// A connection for a direction: the one that is open, or a new one.
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
            // A reference may have gone since it was listed: another store has compacted its slot.
            _ = try self.tips()
            let rest = tips.filter { references[$0.slot]?.target.description == $0.version }
            guard rest.count < tips.count else { throw error }
            try download(rest, progress)
        }
    }

    /// Fetches what is not here of the tips.
    private mutating func download(
        _ tips: [CheckpointTip], _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {
        let wanted = tips.compactMap { references[$0.slot] }
            .filter { !repository.contains($0.target) }
        if wanted.isEmpty { return }
        let isFirst = try repository.references(startingWith: "refs/").isEmpty
        if isFirst, try downloadNewest(wanted, progress) { return }
        // Those of a fetch that was killed, since the lock of the record is held.
        for slot in wanted.compactMap({ SlotReference.slot(of: $0.name) }) {
            repository.removeLock(of: "\(SlotReference.seenPrefix)\(slot)")
        }
        try connection(for: .fetch).fetch(Self.refspecs(wanted), progress: progress)
        guard repository.isShallow, wanted.contains(where: { !isComplete($0.target) }) else {
            return
        }
        // The server takes all for known that is behind a commit which is here, and leaves it out.
        open = nil
        commits = [:]
        repository = try OwnFolder(folder).remake()
        let all =
            wanted
            + references.values.filter { reference in
                !wanted.contains { $0.name == reference.name }
            }
        try connection(for: .fetch).fetch(Self.refspecs(all), progress: progress)
    }

    /// Fetches what references lead to without their history, where nothing is here yet.
    ///
    /// - Returns: false if it cannot be done: then their whole history has to be fetched.
    private mutating func downloadNewest(
        _ wanted: [GitReference], _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> Bool {
        // What a fetch that was killed has left would be in the way.
        open = nil
        repository = try OwnFolder(folder).remake()
        let connection = try remote.connection(in: repository)
        let failure = try connection.fetchNewest(Self.refspecs(wanted), progress: progress)
        guard let failure else { return true }
        notes.append(
            "git could not fetch the newest packs of \(remote.name) alone, so their history comes too: "
                + failure)
        repository = try OwnFolder(folder).remake()
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
        try blob(try commit(of: tip).statement, limit: Statement.greatestFileByteCount)
    }

    mutating func data(
        _ name: Digest, of tip: CheckpointTip
    ) throws(RedoError) -> [UInt8]? {
        guard let id = try commit(of: tip).data[name] else { return nil }
        return try blob(id, limit: Statement.greatestFileByteCount)
    }

    /// A commit keeps all that its statement lists, so nothing is missing while its slot is there.
    mutating func missing(_ names: [Digest]) throws(RedoError) -> Set<Digest> {
        let known = try blobs(of: names)
        return Set(names.filter { known[$0] == nil })
    }

    /// The blobs of some files, as far as the tips have them.
    private mutating func blobs(of names: [Digest]) throws(RedoError) -> [Digest: GitObjectID] {
        var known: [Digest: GitObjectID] = [:]
        if names.isEmpty { return known }
        let tips = listedTips
        try receive(tips) { _, _ in }
        let wanted = Set(names)
        for tip in tips {
            // One that cannot be read is named by a fetch.
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
        // A signal does not end the writing of an object, which would leave a part of it.
        let deferral = DeferredTermination()
        defer { _ = deferral }
        let statement = checkpoint.statement.statement
        let pieces = statement.pieces
        var data = try blobs(of: pieces)
        let new = pieces.filter { data[$0] == nil }
        for (place, name) in new.enumerated() {
            if Signals.isTerminationPending { throw .terminated }
            progress(place, new.count)
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

    /// Lets a slot's reference lead to a commit, if it leads where it is expected.
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
        // The lock of the record is held, so a lock of git is of a command that was killed.
        repository.removeLock(of: own)
        try repository.setReference(own, to: commit, from: old)
        let refusal = try push(own, to: name, progress)
        guard let refusal else { return true }
        if previous == nil, name.hasPrefix(SlotReference.prefixes[0]) {
            // A host may allow nothing but branches.
            let branch = SlotReference.prefixes[1] + slot.hexadecimal
            if try push(own, to: branch, progress) == nil { return true }
        }
        throw RedoError(
            .writeFailed, "\(remote.name) refused \(name): \(refusal.printable)",
            hints: ["the remote decides what it takes: its hooks, rights and disk"])
    }

    /// - Returns: why the other side refuses; nil if it does not.
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
        // The server compares what this connection was told with what is there when it removes it.
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
