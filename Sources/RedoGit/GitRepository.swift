internal import CGit2
import RedoSystem

/// A git repository on this machine. Owns libgit2's handles; for one thread at a time.
@safe package final class GitRepository {
    private let library: GitLibrary
    let handle: OpaquePointer
    /// The objects.
    let database: OpaquePointer
    /// The folder that has `objects` and `refs`.
    package let path: String

    private init(_ library: GitLibrary, owning handle: OpaquePointer) throws(GitError) {
        var database: OpaquePointer?
        let result = unsafe git_repository_odb(&database, handle)
        guard result >= 0, let database = unsafe database,
            let path = unsafe git_repository_commondir(handle)
        else {
            unsafe git_repository_free(handle)
            throw GitError(
                .notFound, "the repository has no objects: \(GitLibrary.lastMessage)")
        }
        self.library = library
        unsafe self.handle = handle
        unsafe self.database = database
        self.path = unsafe String(cString: path)
    }

    deinit {
        unsafe git_odb_free(database)
        unsafe git_repository_free(handle)
    }

    /// Opens the repository in a folder, bare or with a working tree; folders above it are not looked
    /// at. Wraps `git_repository_open_ext`.
    ///
    /// - Returns: nil where there is none.
    /// - Throws: STORAGE_001 where it cannot be opened, for one because another user owns it.
    package static func find(at path: String) throws(GitError) -> GitRepository? {
        let library = try GitLibrary()
        var handle: OpaquePointer?
        let flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue
        let result = unsafe git_repository_open_ext(&handle, path, flags, nil)
        // libgit2 says the same of another user's repository, unless there is a configuration of git.
        if result == GIT_ENOTFOUND.rawValue, !isRepository(path) { return nil }
        guard result >= 0, let handle = unsafe handle else {
            throw GitError(
                .notFound,
                "the git repository \(path) cannot be opened: \(GitLibrary.lastMessage)",
                hints: [
                    "if another user owns it and you trust them: "
                        + "git config --global --add safe.directory \(path)"
                ])
        }
        return try unsafe GitRepository(library, owning: handle)
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
    /// - Throws: STORAGE_001 where there is none.
    package static func open(_ path: String) throws(GitError) -> GitRepository {
        guard let repository = try find(at: path) else {
            throw GitError(.notFound, "there is no git repository \(path)")
        }
        return repository
    }

    /// Makes a bare repository whose `HEAD` names a branch, or completes one that was half made. Wraps
    /// `git_repository_init_ext`.
    ///
    /// - Parameter branch: the full name, `refs/heads/…`.
    /// - Throws: STORAGE_003 where it cannot be made.
    package convenience init(making path: String, branch: String) throws(GitError) {
        let library = try GitLibrary()
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
            return unsafe git_repository_init_ext(&handle, path, &options)
        }
        try check(result, .writeFailed, "the repository \(path) cannot be made")
        guard let handle = unsafe handle else {
            throw GitError(.writeFailed, "the repository \(path) cannot be made")
        }
        try unsafe self.init(library, owning: handle)
    }

    /// Whether it has no working tree. Wraps `git_repository_is_bare`.
    package var isBare: Bool { unsafe git_repository_is_bare(handle) == 1 }
}
