import RedoGit
import RedoModel
import RedoSystem

/// A directory of a store in which the suite keeps its own git repository.
struct OwnDirectory {
    private let directory: ContainedDirectory

    init(_ directory: ContainedDirectory) { self.directory = directory }

    /// The prefix of links that libgit2 creates to test whether it can, and leaves behind if it is killed.
    private static let probePrefix = "_git2_"

    /// Checks that the repository has only files, directories and links within it: libgit2 follows links out of it, and
    /// waits for FIFOs.
    ///
    /// - Returns: whether the directory exists.
    @discardableResult
    func check() throws(RedoError) -> Bool {
        let isThere: Bool
        let special: String?
        do throws(SystemError) {
            isThere = try directory.check()
            special =
                isThere ? try directory.firstSpecialFile { $0.hasPrefix(Self.probePrefix) } : nil
        } catch {
            throw RedoError(.notFound, "the store's git repository cannot be used", cause: error)
        }
        guard let special else { return isThere }
        throw RedoError(
            .notFound,
            "the store's git repository has something other than files and folders: \(special)",
            hints: [
                "it can be rebuilt: move \(directory.path) away, and fetch again from every remote"
            ])
    }

    /// Opens the repository, or creates it.
    ///
    /// - Throws: STORAGE_001 if it cannot be used, STORAGE_003 if it cannot be created.
    func open() throws(RedoError) -> GitRepository {
        try check()
        if let repository = try GitRepository.find(at: directory.path, of: .store) {
            // It was created with a version of libgit2 that can send from a shallow repository, which this one cannot.
            if repository.isShallow, !GitRepository.sendsFromShallow { return try remake() }
            return repository
        }
        _ = try failing(.writeFailed, "the store's git repository cannot be created") {
            () throws(SystemError) in try directory.make()
        }
        return try GitRepository(making: directory.path, branch: "refs/heads/redo")
    }

    /// Recreates the repository, without its contents.
    ///
    /// - Throws: STORAGE_003 if that cannot be done.
    func remake() throws(RedoError) -> GitRepository {
        try failing(.writeFailed, "the store's git repository cannot be recreated") {
            () throws(SystemError) in try directory.removeTree()
        }
        return try open()
    }
}
