import RedoGit
import RedoModel
import RedoStore
import RedoSystem

/// The commits whose nodes a store has taken in, with those of all their ancestors: they need not be read
/// again. Kept in the store as `git/commits`; without the file all commits are read.
struct KnownCommits {
    let map: CommitMap
    private let file: ContainedFile

    /// Reads what is known, unless a node has been lost since.
    init(of store: Store) throws(RedoError) {
        file = ContainedFile("commits", in: ContainedFolder(["git"], in: store.path))
        let map = CommitMap(reading: file.path) ?? CommitMap()
        guard map.count > 0 else {
            self.map = map
            return
        }
        let ids = Set(try store.ids())
        self.map = map.nodes.allSatisfy(ids.contains) ? map : CommitMap()
    }

    /// Adds commits.
    func remember(_ commits: [CommitMap.Entry]) throws(RedoError) {
        guard !commits.isEmpty else { return }
        var map = map
        map.add(commits)
        do throws(SystemError) {
            try file.folder.make()
            try map.write(to: file)
        } catch {
            throw RedoError(
                .writeFailed, "the list of known commits cannot be written", cause: error)
        }
    }
}
