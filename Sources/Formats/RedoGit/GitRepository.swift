internal import CGit2
import RedoSystem

/// A git repository on this machine. Owns libgit2's handles; for one thread at a time.
@safe package final class GitRepository {
    let handle: OpaquePointer
    /// The objects: those of files of their own, and those of packs that have been checked.
    private(set) var database: OpaquePointer
    /// The packs that ``database`` reads.
    private(set) var packs: GitPackSet
    /// The folder that has `objects` and `refs`.
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
        packs.look()
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

    /// Opens the repository in a folder, bare or with a working tree; folders above it are not looked
    /// at. Wraps `git_repository_open_ext`.
    ///
    /// - Parameter owner: whose files they are, which says how much of them is checked first.
    /// - Returns: nil if there is none.
    /// - Throws: STORAGE_001 if it cannot be opened, for one because another user owns it; STORAGE_003
    ///   where a store's own has a strange configuration that cannot be changed.
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
        // libgit2 says the same of another user's repository, unless there is a configuration of git.
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

    /// Whether a folder has what makes one a repository.
    private static func isRepository(_ path: String) -> Bool {
        let folders = ["objects", "refs"].map { Path.join(path, $0) }
        let head = try? Files.status(of: Path.join(path, "HEAD"))
        let tree = try? Files.status(of: Path.join(path, ".git"))
        return tree != nil || head != nil && folders.allSatisfy(Files.isDirectory)
    }

    /// Opens the repository in a folder.
    ///
    /// - Throws: STORAGE_001 if there is none.
    package static func open(_ path: String) throws(RedoError) -> GitRepository {
        guard let repository = try find(at: path) else {
            throw RedoError(.notFound, "there is no git repository \(path)")
        }
        return repository
    }

    /// Makes a bare repository whose `HEAD` names a branch, or completes one that was half made. Wraps
    /// `git_repository_init_ext`.
    ///
    /// - Parameter branch: the full name, `refs/heads/…`.
    /// - Throws: STORAGE_003 if it cannot be made.
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
        try check(result, .writeFailed, "the repository \(path) cannot be made")
        guard let handle = unsafe handle else {
            throw RedoError(.writeFailed, "the repository \(path) cannot be made")
        }
        try unsafe self.init(owning: handle, .suite)
    }

    /// Who wrote a repository.
    package enum Owner: Sendable {
        /// A store, inside which it is: only the suite configures it.
        case store
        /// This suite, as a mirror.
        case suite
        /// Anyone.
        case stranger
    }

    /// So often the packs are looked for again because an object is missing: what a stranger leaves out is
    /// not to make the work quadratic.
    private static let greatestRepetitionCount = 64
    private var repetitionCount = 0

    /// Looks for packs that have come since, where an object is missing.
    ///
    /// - Returns: whether there are others now.
    func repeatsAbsentRead() -> Bool {
        guard repetitionCount < Self.greatestRepetitionCount else { return false }
        repetitionCount += 1
        return refresh()
    }

    /// Looks for packs that have come or gone since.
    ///
    /// - Returns: whether there are others now.
    @discardableResult
    package func refresh() -> Bool {
        guard packs.look(), let new = try? unsafe Self.makeDatabase(of: handle, packs) else {
            return false
        }
        unsafe git_odb_free(database)
        unsafe database = new
        if owner != .stranger { endWalksAtShallowCommits() }
        return true
    }

    /// Lets libgit2 write the packs that it receives. It reads the indexes that are here by itself then, so
    /// all of them have to be good.
    ///
    /// - Throws: STORAGE_004 if one is not.
    func prepareForReceiving() throws(RedoError) {
        refresh()
        if let damage = packs.damaged.first { throw damage.error }
        let folder = Path.join(path, "objects")
        let list = Path.join(folder, "pack/multi-pack-index")
        guard ((try? Files.statusOfLink(list)) ?? nil) == nil else {
            throw RedoError(
                .corrupted, "\(list) is not one of the files of this repository",
                hints: ["remove it: it only repeats what is in the other files"])
        }
        var backend: OpaquePointer?
        try check(
            unsafe folder.withSystemBytes { unsafe git_odb_backend_pack(&backend, $0) }, .notFound,
            path)
        // Before the packs one by one, so that it is the one that is written to.
        try check(unsafe git_odb_add_backend(database, backend, 2), .notFound, path)
    }

    /// Whether it has no working tree. Wraps `git_repository_is_bare`.
    package var isBare: Bool { unsafe git_repository_is_bare(handle) == 1 }
}

extension RedoError {
    /// A repository has names of objects that libgit2 does not read.
    static func otherObjectNames(in place: String) -> RedoError {
        RedoError(
            .notFound,
            "the git repository \(place) names its objects by SHA-256, and only repositories with SHA-1 names can be used",
            hints: [otherObjectNamesHint])
    }

    static var otherObjectNamesHint: String {
        "'git init --bare --object-format=sha1 DIR' makes one that can be used: the ids of nodes are SHA-256 in both"
    }
}

extension GitRepository {
    /// Lets a reference lead to an object if it leads where it is expected: of several who try at once, in whatever
    /// processes, one succeeds. Wraps `git_reference_create_matching`, which compares under the reference's lock.
    ///
    /// - Parameter previous: where it leads so far; nil if it must not exist.
    /// - Returns: false if it leads elsewhere, or another process is changing it.
    /// - Throws: STORAGE_003 if it cannot be written.
    package func exchangeReference(
        _ name: String, from previous: GitObjectID?, to target: GitObjectID
    ) throws(RedoError) -> Bool {
        // A signal in between would leave git's lock of it.
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var reference: OpaquePointer?
        var oid = target.oid
        // All zeros stand for a reference that is not there.
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
