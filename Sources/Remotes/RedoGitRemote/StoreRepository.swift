import RedoCommandLine
import RedoCrypto
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The bare repository that a store keeps beside its nodes, to exchange commits with remotes. All of it
/// is made of the nodes, or is on a remote: it can be removed at any time.
///
/// ```
/// git/repository      a mirror (docs/git-mirror.md) of the signed nodes; its config is rewritten
/// git/commits         commits that were taken in
/// git/pushing         there while a folder on this machine is pushed to
/// ```
struct StoreRepository {
    let path: String
    private let folder: ContainedFolder
    let pushing: ContainedFile

    init(of store: Store) {
        folder = ContainedFolder(["git", "repository"], in: store.path)
        path = folder.path
        pushing = ContainedFile("pushing", in: ContainedFolder(["git"], in: store.path))
    }

    /// Opens the repository to look at it, or makes it.
    func open() throws(RedoError) -> GitRepository {
        if let repository = try find() { return repository }
        return try lock().repository
    }

    /// Opens the repository to look at it; nil if there is none.
    func find() throws(RedoError) -> GitRepository? {
        try check()
        return try GitRepository.find(at: path, of: .store)
    }

    private func check() throws(RedoError) { try OwnFolder(folder).check() }

    /// Opens the repository to change it. One process at a time can.
    func lock() throws(RedoError) -> Mirror {
        try check()
        let now = Int(Clock.milliseconds() / 1000)
        return try Mirror(opening: path, now: now, of: .store)
    }

    /// Which commits the branch reaches.
    func map(in repository: GitRepository) throws(RedoError) -> CommitMap {
        let tip = try repository.target(of: Mirror.branch)
        if let map = CommitMap(reading: Path.join(path, Mirror.mapName)), map.checkpoint == tip {
            return map
        }
        return try lock().map
    }

    /// The checkpoint of all nodes, if the store is as it was when that was written. O(1): the map is
    /// not read.
    ///
    /// - Parameter fingerprint: of the store as it is.
    func currentCheckpoint(
        _ fingerprint: Digest, in repository: GitRepository
    ) throws(RedoError) -> GitObjectID? {
        guard let heading = CommitMap.heading(of: Path.join(path, Mirror.mapName)),
            heading.source == fingerprint
        else { return nil }
        let tip = try repository.target(of: Mirror.branch)
        return tip == heading.checkpoint && repository.contains(heading.checkpoint) ? tip : nil
    }
}
