internal import CGit2
import RedoSystem

/// A git repository on this machine. Owns libgit2's handles; for one thread at a time.
///
/// This module has the access to git repositories (the only one in the suite, with libgit2 and zlib), and nodes as
/// commits: ``Mirror`` writes them, ``MirrorReader`` verifies them, ``CheckpointCommit`` and ``ClaimCommit`` are the
/// commits of remotes. It does not know the store of nodes: RedoGitRemote connects both. Start here; then read
/// ``GitRemote`` for transfers.
@safe package final class GitRepository {
    let handle: OpaquePointer
    /// The objects: loose ones, and those of packs that were checked.
    private(set) var database: OpaquePointer
    /// The packs that ``database`` reads.
    private(set) var packs: GitPackSet
    /// The directory with `objects` and `refs`.
    package let path: String
    private let owner: Owner

    private init(
        owning handle: OpaquePointer, _ owner: Owner
    ) throws(RedoError) {
        guard let path = unsafe git_repository_commondir(handle) else {
            unsafe git_repository_free(handle)
            throw RedoError(
                .notFound, "the repository has no objects: \(GitLibrary.lastMessage)")
        }
        self.path = unsafe SystemText.text(cString: path)
        var packs = GitPackSet(of: Path.join(self.path, "objects"), owner)
        packs.update()
        do throws(RedoError) {
            unsafe database = try Self.makeDatabase(of: handle, packs)
        } catch {
            unsafe git_repository_free(handle)
            throw error
        }
        self.packs = packs
        self.owner = owner
        unsafe self.handle = handle
        if owner != .stranger { endWalksAtShallowCommits() }
    }

    deinit {
        unsafe git_odb_free(database)
        unsafe git_repository_free(handle)
    }

    /// Opens the repository in a directory, bare or with a working tree; directories above it are not searched. Wraps
    /// `git_repository_open_ext`.
    ///
    /// - Parameter owner: the owner of the files, which determines how much of them is checked first.
    /// - Returns: nil if there is none.
    /// - Throws: STORAGE_001 if it cannot be opened, for example because another user owns it; STORAGE_003 if a store's
    ///   own has another configuration that cannot be changed.
    package static func find(
        at path: String, of owner: Owner = .stranger
    ) throws(RedoError) -> GitRepository? {
        try GitLibrary.start()
        if owner == .store { try OwnRepository.claim(path) }
        var handle: OpaquePointer?
        var flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue
        if owner == .store { flags |= GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue }
        let result = unsafe path.withSystemBytes {
            unsafe git_repository_open_ext(&handle, $0, flags, nil)
        }
        // libgit2 returns the same result for another user's repository, unless there is a configuration of git.
        if result == GIT_ENOTFOUND.rawValue, !isRepository(path) { return nil }
        guard result >= 0, let handle = unsafe handle else {
            let reason = GitLibrary.lastMessage
            if RedoError.isAboutObjectNames(reason) { throw .otherObjectNames(in: path) }
            throw RedoError(
                .notFound, "the git repository \(path) cannot be opened: \(reason)",
                hints: [
                    "if another user owns it and you trust them: "
                        + "git config --global --add safe.directory \(path)"
                ])
        }
        return try unsafe GitRepository(owning: handle, owner)
    }

    /// Whether a directory has the files of a repository.
    private static func isRepository(_ path: String) -> Bool {
        let directories = ["objects", "refs"].map { Path.join(path, $0) }
        let head = try? Files.status(of: Path.join(path, "HEAD"))
        let tree = try? Files.status(of: Path.join(path, ".git"))
        return tree != nil || head != nil && directories.allSatisfy(Files.isDirectory)
    }

    /// Opens the repository in a directory.
    ///
    /// - Throws: STORAGE_001 if there is none.
    package static func open(_ path: String) throws(RedoError) -> GitRepository {
        guard let repository = try find(at: path) else {
            throw RedoError(.notFound, "there is no git repository \(path)")
        }
        return repository
    }

    /// Creates a bare repository whose `HEAD` refers to a branch, or completes an unfinished one. Wraps
    /// `git_repository_init_ext`.
    ///
    /// - Parameter branch: the full name, `refs/heads/…`.
    /// - Throws: STORAGE_003 if it cannot be created.
    package convenience init(making path: String, branch: String) throws(RedoError) {
        try GitLibrary.start()
        var options = unsafe git_repository_init_options()
        let version = UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)
        try check(
            unsafe git_repository_init_options_init(&options, version), .writeFailed,
            "libgit2 has other options")
        unsafe options.flags =
            GIT_REPOSITORY_INIT_BARE.rawValue | GIT_REPOSITORY_INIT_MKPATH.rawValue
        // A signal in between would leave the lock of its configuration.
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var handle: OpaquePointer?
        let result = unsafe branch.withCString { branch in
            unsafe options.initial_head = branch
            return unsafe path.withSystemBytes {
                unsafe git_repository_init_ext(&handle, $0, &options)
            }
        }
        try check(result, .writeFailed, "the repository \(path) cannot be created")
        guard let handle = unsafe handle else {
            throw RedoError(.writeFailed, "the repository \(path) cannot be created")
        }
        try unsafe self.init(owning: handle, .suite)
    }

    /// The owner of a repository's files.
    package enum Owner: Sendable {
        /// A store that contains it: only the suite configures it.
        case store
        /// This suite, as a mirror.
        case suite
        /// Anyone.
        case stranger
    }

    /// The maximum number of times that packs are listed again because an object is missing: objects that a stranger
    /// omits must not make the work quadratic.
    private static let maximumRepetitionCount = 64
    private var repetitionCount = 0

    /// Lists packs again, after an object was missing.
    ///
    /// - Returns: whether the set of packs has changed.
    func repeatsAbsentRead() -> Bool {
        guard repetitionCount < Self.maximumRepetitionCount else { return false }
        repetitionCount += 1
        return refresh()
    }

    /// Lists packs again.
    ///
    /// - Returns: whether the set of packs has changed.
    @discardableResult
    package func refresh() -> Bool {
        guard packs.update(), let new = try? unsafe Self.makeDatabase(of: handle, packs) else {
            return false
        }
        unsafe git_odb_free(database)
        unsafe database = new
        if owner != .stranger { endWalksAtShallowCommits() }
        return true
    }

    /// Enables libgit2 to write the packs that it receives. From then on it reads the indexes in the repository itself,
    /// so all of them have to be valid.
    ///
    /// - Throws: STORAGE_004 if one is invalid.
    func prepareForReceiving() throws(RedoError) {
        refresh()
        if let damage = packs.damaged.first { throw damage.error }
        let directory = Path.join(path, "objects")
        let list = Path.join(directory, "pack/multi-pack-index")
        guard ((try? Files.statusOfLink(list)) ?? nil) == nil else {
            throw RedoError(
                .corrupted, "\(list) is not one of the files of this repository",
                hints: ["remove it: it only repeats what is in the other files"])
        }
        var backend: OpaquePointer?
        try check(
            unsafe directory.withSystemBytes { unsafe git_odb_backend_pack(&backend, $0) },
            .notFound,
            path)
        // With a higher priority than the packs, so that objects are written to it.
        try check(unsafe git_odb_add_backend(database, backend, 2), .notFound, path)
    }

    /// Whether it has no working tree. Wraps `git_repository_is_bare`.
    package var isBare: Bool { unsafe git_repository_is_bare(handle) == 1 }
}

extension RedoError {
    /// The error for a repository with names of objects that libgit2 does not read.
    static func otherObjectNames(in location: String) -> RedoError {
        RedoError(
            .notFound,
            "the git repository \(location) names its objects by SHA-256, and only repositories with SHA-1 names can be used",
            hints: [otherObjectNamesHint])
    }

    static var otherObjectNamesHint: String {
        "'git init --bare --object-format=sha1 DIR' creates one that can be used: the ids of nodes are SHA-256 in both"
    }
}

extension GitRepository {
    /// Sets a reference to an object if it leads to the expected one: of several concurrent attempts, in any processes,
    /// one succeeds. Wraps `git_reference_create_matching`, which compares under the reference's lock.
    ///
    /// - Parameter previous: its current target; nil if it must not exist.
    /// - Returns: false if it has another target, or another process is changing it.
    /// - Throws: STORAGE_003 if it cannot be written.
    package func exchangeReference(
        _ name: String, from previous: GitObjectID?, to target: GitObjectID
    ) throws(RedoError) -> Bool {
        // A signal in between would leave git's lock of it.
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var reference: OpaquePointer?
        var oid = target.oid
        // All zeros denote a missing reference.
        var expected = previous?.oid ?? git_oid()
        let result = unsafe git_reference_create_matching(
            &reference, handle, name, &oid, 1, &expected, nil)
        unsafe git_reference_free(reference)
        let others = [
            GIT_EMODIFIED.rawValue, GIT_EEXISTS.rawValue, GIT_ELOCKED.rawValue,
            GIT_ENOTFOUND.rawValue,
        ]
        if others.contains(result) { return false }
        try check(result, .writeFailed, "the reference \(name) of \(path) cannot be set")
        return true
    }
}
