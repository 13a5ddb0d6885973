import RedoCrypto
import RedoModel
import RedoSystem

/// A bare git repository that contains nodes as commits (docs/git-mirror.md), locked for writing.
///
/// ```
/// HEAD                names refs/heads/log
/// refs/heads/log      the latest checkpoint
/// redo-map            which commits are reachable from there: made again where it is missing
/// redo-lock           locked while someone writes
/// redo-branch         what the branch is about to be: there while it moves
/// ```
package struct Mirror: ~Copyable {
    package static let branch = "refs/heads/log"
    package static let mapName = "redo-map"
    private static let lockName = "redo-lock"

    package let repository: GitRepository
    private let lock: FileLock
    private let mapPath: String
    /// The commits that the branch reaches.
    package private(set) var map: CommitMap
    /// The predecessor of the next checkpoint.
    var previous: [Checkpoint.Previous] {
        map.checkpoint.map { [Checkpoint.Previous(id: $0, seconds: 0)] } ?? []
    }

    /// The age in seconds from which a temporary file of git belongs to no running process.
    private static let staleAge = 3600

    /// Opens a mirror, or creates one.
    ///
    /// - Parameters:
    ///   - path: the path of a mirror, of a bare repository without references, or of a directory that is empty or
    ///     missing.
    ///   - now: seconds since 1970.
    ///   - owner: the owner of the repository.
    /// - Throws: STORAGE_001 if something else is there, STORAGE_003 if it cannot be created, or another process writes
    ///   to it.
    package init(opening path: String, now: Int, of owner: GitRepository.Owner = .suite)
        throws(RedoError)
    {
        let lockPath = Path.join(path, Self.lockName)
        try Self.checkDirectory(path, of: owner)
        let lock = try failing(.writeFailed, "the mirror cannot be locked") {
            () throws(SystemError) in try FileLock.take(lockPath)
        }
        guard let lock else {
            throw RedoError(
                .writeFailed, "another command is writing the mirror \(path)",
                hints: ["repeat this one when it is done"])
        }
        let mapPath = Path.join(path, Self.mapName)
        let (repository, tip) = try Self.repository(at: path, of: owner)
        Self.removeStaleFiles(of: repository, path, now: now)
        try Self.removeStaleBranchLock(of: repository)
        let map = try Self.map(of: repository, tip, mapPath)
        self.map = map
        self.repository = repository
        self.mapPath = mapPath
        self.lock = lock
    }

    /// The repository of a mirror, and the commit of its branch.
    private static func repository(
        at path: String, of owner: GitRepository.Owner
    ) throws(RedoError) -> (GitRepository, tip: GitObjectID?) {
        if let repository = try GitRepository.find(at: path, of: owner),
            let tip = try repository.target(of: branch)
        {
            return (repository, tip)
        }
        // An interrupted creation is restarted, and existing files are kept. No git command runs in a mirror that
        // reaches nothing, so these locks belong to a killed writer.
        for name in ["HEAD.lock", "config.lock"] { try? Files.remove(Path.join(path, name)) }
        let repository = try GitRepository(making: path, branch: branch)
        try repository.setHead(branch)
        // libgit2 does not sync the files here.
        try failing(.writeFailed, "the mirror cannot be created") { () throws(SystemError) in
            try Files.synchronizeFileSystem(of: path)
        }
        return (repository, try repository.target(of: branch))
    }

    private static func map(
        of repository: GitRepository, _ tip: GitObjectID?, _ path: String
    ) throws(RedoError) -> CommitMap {
        if let map = CommitMap(reading: path), map.checkpoint == tip {
            if tip.map({ repository.contains($0) }) ?? true { return map }
        }
        return try CommitMap(of: repository, from: tip)
    }

    /// Checks that a directory has a mirror, or one can be created in it.
    private static func checkDirectory(_ path: String, of owner: GitRepository.Owner)
        throws(RedoError)
    {
        let names = try failing(.writeFailed, "the mirror cannot be created") {
            () throws(SystemError) in
            try Files.makeDirectories(path)
            return try Files.names(in: path)
        }
        // The lock is the first file of a mirror.
        if names.isEmpty || names.contains(lockName) { return }
        guard let repository = try GitRepository.find(at: path, of: owner), repository.isBare
        else {
            throw RedoError(
                .notFound, "\(path) is neither empty nor a bare git repository",
                hints: ["name a folder that does not exist yet"])
        }
        if let tip = try repository.target(of: branch) {
            _ = try CommitMap.checkpointHeader(tip, in: repository)
        } else if let other = try ReferenceList(of: repository).sound.first(where: {
            !$0.name.hasPrefix("refs/redo/")
        }) {
            throw RedoError(
                .notFound, "\(path) is not a mirror: it has \(other.name), but no \(branch)")
        }
    }

    /// Removes the files of killed writers.
    private static func removeStaleFiles(of repository: GitRepository, _ path: String, now: Int) {
        // No other process replaces the map while this one holds the lock.
        for name in (try? Files.names(in: path)) ?? []
        where name.hasPrefix(mapName + ".") && name.hasSuffix(ContainedFile.temporarySuffix) {
            try? Files.remove(Path.join(path, name))
        }
        for directory in ["objects/pack", "objects"].map({ repository.path + $0 }) {
            for name in (try? Files.names(in: directory)) ?? []
            where name.hasPrefix("tmp_") || name.hasPrefix("pack_git2_") {
                let file = Path.join(directory, name)
                if let status = try? Files.status(of: file), now - status.modified > staleAge {
                    try? Files.remove(file)
                }
            }
        }
    }

    /// Whether the mirror was last written from a store in the present state.
    ///
    /// - Parameter source: the fingerprint of the store.
    package func isCurrent(_ source: Digest) -> Bool { map.source == source }

    /// Records the reachable commits and their state.
    mutating func remember(
        _ commits: [CommitMap.Entry], checkpoint: GitObjectID?, source: Digest?
    ) throws(RedoError) {
        map.add(commits)
        map.checkpoint = checkpoint
        map.source = source
        try failing(.writeFailed, "the mirror's map cannot be written") {
            () throws(SystemError) in try map.write(to: ContainedFile(mapPath))
        }
    }
}

// MARK: Rebuilding the map

extension CommitMap {
    /// Reads the commits that a checkpoint reaches.
    ///
    /// - Parameter tip: nil if nothing was mirrored yet.
    /// - Throws: STORAGE_001 if it is not a checkpoint, STORAGE_004 if a commit cannot be read.
    fileprivate init(of repository: GitRepository, from tip: GitObjectID?) throws(RedoError) {
        self.init()
        guard let tip else { return }
        _ = try Self.checkpointHeader(tip, in: repository)
        var walk = CommitWalk(repository, beyond: CommitMap())
        walk.follow(tip)
        if let refusal = walk.refused.first {
            throw RedoError(
                .corrupted,
                "the mirror \(repository.path) is damaged: the commit "
                    + "\(refusal.location): \(refusal.detail)",
                hints: ["'git fsck' shows more; a mirror that is removed is rebuilt"])
        }
        // The trailers are not verified: a commit is identified by its name alone, which is compared with the one that
        // is computed from the store's node.
        add(walk.commits.map { Entry(commit: $0.id, node: $0.isCheckpoint ? nil : $0.nodeID) })
        checkpoint = tip
    }

    /// The commit of a mirror's branch.
    ///
    /// - Throws: STORAGE_001 if it does not look like a checkpoint.
    fileprivate static func checkpointHeader(
        _ tip: GitObjectID, in repository: GitRepository
    ) throws(RedoError) -> CommitHeader {
        guard let header = try? repository.commitHeader(tip), header.isCheckpoint else {
            throw RedoError(
                .notFound,
                "\(repository.path) is not a mirror: its \(Mirror.branch) is not a checkpoint")
        }
        return header
    }
}
