import RedoGit
import RedoModel
import RedoSystem

/// A folder of a store in which the suite keeps a git repository of its own.
struct OwnFolder {
    private let folder: ContainedFolder

    init(_ folder: ContainedFolder) { self.folder = folder }

    /// libgit2 makes links of such names to see whether it can, and leaves them behind when it is killed.
    private static let probePrefix = "_git2_"

    /// Makes sure that nothing but files and folders is in the repository: libgit2 follows links out of it,
    /// and waits for FIFOs.
    ///
    /// - Returns: whether there is a folder.
    @discardableResult
    func check() throws(RedoError) -> Bool {
        let isThere: Bool
        let special: String?
        do throws(SystemError) {
            isThere = try folder.check()
            special =
                isThere ? try folder.firstSpecialFile { $0.hasPrefix(Self.probePrefix) } : nil
        } catch {
            throw RedoError(.notFound, "the store's git repository cannot be used", cause: error)
        }
        guard let special else { return isThere }
        throw RedoError(
            .notFound,
            "the store's git repository has something other than files and folders: \(special)",
            hints: [
                "it can be rebuilt: move \(folder.path) away, and fetch again from every remote"
            ])
    }

    /// Opens the repository, or makes it.
    ///
    /// - Throws: STORAGE_001 if it cannot be used, STORAGE_003 if it cannot be made.
    func open() throws(RedoError) -> GitRepository {
        try check()
        if let repository = try GitRepository.find(at: folder.path, of: .store) {
            // Another libgit2 has made it, which could go on from there.
            if repository.isShallow, !GitRepository.sendsFromShallow { return try remake() }
            return repository
        }
        _ = try failing(.writeFailed, "the store's git repository cannot be made") {
            () throws(SystemError) in try folder.make()
        }
        return try GitRepository(making: folder.path, branch: "refs/heads/redo")
    }

    /// Recreates the repository, without what was in it.
    ///
    /// - Throws: STORAGE_003 if that cannot be done.
    func remake() throws(RedoError) -> GitRepository {
        try failing(.writeFailed, "the store's git repository cannot be recreated") {
            () throws(SystemError) in try folder.removeTree()
        }
        return try open()
    }
}
