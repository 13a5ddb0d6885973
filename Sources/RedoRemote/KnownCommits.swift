import RedoCommand
import RedoGit
import RedoLog
import RedoStore
import RedoSystem

/// The commits whose nodes a store has taken in, with those of all their ancestors: they need not be read
/// again. Kept in the store as `git/commits`; without the file all commits are read.
struct KnownCommits {
    private(set) var map: CommitMap
    private let path: String

    /// Reads what is known, unless a node has been lost since.
    init(of store: Store) throws(CommandError) {
        path = Path.join(store.path, "git/commits")
        map = CommitMap(reading: path) ?? CommitMap()
        guard map.count > 0 else { return }
        let ids = Set(try reporting { () throws(StoreError) in try store.ids() })
        if !map.nodes.allSatisfy(ids.contains) { map = CommitMap() }
    }

    /// Adds commits.
    func remember(_ commits: [CommitMap.Entry]) throws(CommandError) {
        guard !commits.isEmpty else { return }
        var map = map
        map.add(commits)
        do throws(SystemError) {
            try Files.makeDirectories(Path.parent(of: path))
            try map.write(to: path)
        } catch {
            throw CommandError(error, .importFailed, "the list of known commits cannot be written")
        }
    }
}
