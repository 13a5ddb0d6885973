import RedoCheckpoints
import RedoGit
import RedoModel
import RedoStore
import RedoSystem

/// Claims in a git repository: a reference for each, `refs/redo/claims/<name>`, that leads to commits of one file.
///
/// A repository on this machine is changed directly, under git's own locks. For one on a server, the store keeps a bare
/// repository, and the server compares.
struct GitClaimStorage: ClaimStorage {
    private let remote: Remote
    /// The repository that is read and written: the remote itself if it is on this machine.
    private let repository: GitRepository

    /// The prefix of references to claims that were read, in the store's repository for a server.
    private static let seenPrefix = "refs/redo/seen-claims/"
    /// The prefix of references to claims that are sent.
    private static let ownPrefix = "refs/redo/own-claims/"

    /// The maximum size of objects that are received for a claim.
    private static var limits: GitLimits {
        var limits = GitLimits()
        limits.objectCount = 1 << 16
        limits.byteCount = 16 << 20
        return limits
    }

    init(_ remote: Remote, of store: Store) throws(RedoError) {
        self.remote = remote
        if let path = remote.localPath {
            repository = try GitRemote.directory(path)
        } else {
            repository = try OwnDirectory(
                CheckpointRecord.directory(ofRemote: remote.name, inStore: store.path)
                    .directory("claims-git")
            ).open()
        }
    }

    private var isLocal: Bool { remote.localPath != nil }

    // MARK: Reading

    private func references() throws(RedoError) -> [GitReference] {
        if isLocal { return try repository.references(startingWith: ClaimCommit.prefix) }
        return try remote.connection(in: repository).references(for: .fetch)
            .filter { $0.name.hasPrefix(ClaimCommit.prefix) }
    }

    mutating func names() throws(RedoError) -> [String] {
        try references().map { String($0.name.dropFirst(ClaimCommit.prefix.count)) }.sorted()
    }

    mutating func read(_ name: String) throws(RedoError) -> ClaimState {
        guard let tip = try tip(of: name) else { return .empty }
        let files =
            try receive(tip, of: name)
            ? ClaimCommit.files(
                of: tip, count: ClaimState.maximumCount, byteCount: ClaimState.maximumByteCount,
                in: repository)
            : [nil]
        return ClaimState(version: tip.description, files: files)
    }

    /// The commit of a claim's reference.
    private func tip(of name: String) throws(RedoError) -> GitObjectID? {
        let name = ClaimCommit.prefix + name
        if isLocal {
            // Another process may have packed the reference since the repository was opened.
            repository.refresh()
            return try repository.target(of: name)
        }
        return try references().first { $0.name == name }?.target
    }

    /// Fetches a commit.
    ///
    /// - Returns: false if it is larger than any claim.
    private func receive(_ tip: GitObjectID, of name: String) throws(RedoError) -> Bool {
        if isLocal || repository.contains(tip) { return true }
        let connection = try remote.connection(in: repository)
        connection.limits = Self.limits
        do throws(RedoError) {
            try connection.fetch(["+\(ClaimCommit.prefix)\(name):\(Self.seenPrefix)\(name)"])
        } catch {
            // A network failure says nothing about the commit.
            guard [.writeFailed, .corrupted].contains(error.code),
                !Signals.isTerminationPending
            else { throw error }
            return false
        }
        return repository.contains(tip)
    }

    // MARK: Writing

    mutating func put(
        _ file: [UInt8], as name: String, after state: ClaimState, time: Instant
    ) throws(RedoError) -> Bool {
        // A signal must not end the writing of an object, which would leave a part of it.
        let deferral = DeferredTermination()
        defer { _ = deferral }
        let previous = state.version.flatMap { GitObjectID(hexadecimal: Array($0.utf8).span) }
        // A commit that is not a claim's does not become the parent, so it need not be here.
        let isSound = state.files.first.map { $0 != nil } ?? false
        let commit = try ClaimCommit.write(
            file, after: isSound ? previous : nil, time: time, to: repository)
        let reference = ClaimCommit.prefix + name
        if isLocal {
            return try repository.exchangeReference(reference, from: previous, to: commit)
        }
        let own = Self.ownPrefix + name
        try repository.setReference(own, to: commit, from: try repository.target(of: own))
        let refusal = try remote.connection(in: repository)
            .exchange(own, for: reference, from: previous)
        guard let refusal else { return true }
        let now = try tip(of: name)
        if now == commit { return true }
        guard now == previous else { return false }
        throw RedoError(
            .writeFailed, "\(remote.name) refused \(reference): \(refusal.printable)",
            hints: ["the remote decides what it takes: its hooks, rights and disk"])
    }
}
