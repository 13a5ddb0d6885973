import RedoGit
import RedoModel
import RedoStore
import RedoSystem

/// The commits whose nodes a store has received, with those of all their ancestors, so that they need not be read
/// again. Stored as `git/commits`; without the file all commits are read.
struct KnownCommits {
    let map: CommitMap
    private let file: ContainedFile

    /// Reads the file, unless a node was lost since it was written.
    init(of store: Store) throws(RedoError) {
        file = ContainedFile("commits", in: ContainedDirectory(["git"], in: store.path))
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
            try file.directory.make()
            try map.write(to: file)
        } catch {
            throw RedoError(
                .writeFailed, "the list of known commits cannot be written", cause: error)
        }
    }
}
