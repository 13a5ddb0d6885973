import RedoCommandLine
import RedoGit
import RedoModel
import RedoStore
import RedoSystem

/// The commits whose nodes a store has taken in, with those of all their ancestors: they need not be read
/// again. Kept in the store as `git/commits`; without the file all commits are read.
struct KnownCommits {
    private(set) var map: CommitMap
    /// With what else is known.
    private(set) var all: CommitMap
    private let file: ContainedFile

    /// Reads what is known, unless a node has been lost since.
    ///
    /// - Parameter mirrored: the commits of a mirror that the store has written itself.
    init(of store: Store, and mirrored: CommitMap = CommitMap()) throws(RedoError) {
        file = Self.file(in: store)
        map = CommitMap(reading: file.path) ?? CommitMap()
        all = mirrored
        if map.count > 0 { all.add(map.allEntries) }
        guard all.count > 0 else { return }
        let ids = Set(try store.ids())
        if !map.nodes.allSatisfy(ids.contains) { map = CommitMap() }
        if !all.nodes.allSatisfy(ids.contains) { all = CommitMap() }
    }

    /// The commits that were ever known, with those of nodes that the store has lost since.
    static func evenLost(of store: Store, and mirrored: CommitMap) -> CommitMap {
        var all = mirrored
        if let map = CommitMap(reading: file(in: store).path) { all.add(map.allEntries) }
        return all
    }

    private static func file(in store: Store) -> ContainedFile {
        ContainedFile("commits", in: ContainedFolder(["git"], in: store.path))
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
