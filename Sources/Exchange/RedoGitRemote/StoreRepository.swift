import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The bare repository into which a store fetches the commits of mirrors. All of it is on a remote: it can be removed at any
/// time.
///
/// ```
/// git/repository      the commits, and where the branch of each mirror led; its config is rewritten
/// git/commits         commits that were received
/// ```
struct StoreRepository {
    private let path: String
    private let directory: ContainedDirectory

    init(of store: Store) {
        directory = ContainedDirectory(["git", "repository"], in: store.path)
        path = directory.path
    }

    /// Opens the repository to look at it; nil if there is none.
    func find() throws(RedoError) -> GitRepository? {
        // Without one libgit2 is not loaded.
        guard try OwnDirectory(directory).check() else { return nil }
        return try GitRepository.find(at: path, of: .store)
    }

    /// Opens the repository to change it, or makes it. One process at a time can.
    func lock() throws(RedoError) -> Mirror {
        try OwnDirectory(directory).check()
        let now = Int(Clock.milliseconds() / 1000)
        return try Mirror(opening: path, now: now, of: .store)
    }
}
