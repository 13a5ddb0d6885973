internal import CGit2
import RedoSystem

// Repositories from a shallow fetch of git: the parents of some commits are missing.

extension GitRepository {
    /// The file in which git lists the commits whose parents are missing.
    private static let shallowName = "shallow"
    private static let maximumShallowByteCount = 1 << 24

    /// Whether the parents of some commits are missing.
    package var isShallow: Bool {
        ((try? Files.statusOfLink(Path.join(path, Self.shallowName))) ?? nil) != nil
    }

    /// Whether the running libgit2 can push descendants of a commit whose parents are missing. If it cannot, no such
    /// repository is created or kept.
    package static var sendsFromShallow: Bool {
        guard let layout = unsafe try? GitLibrary.layout() else { return false }
        return unsafe redo_git_sends_from_shallow(layout) != 0
    }

    /// Ends libgit2's walks at the commits whose parents are missing.
    ///
    /// libgit2 1.5 does not read `shallow`, and a walk to a missing parent fails, so that nothing could be fetched. It
    /// does trust a commit-graph: the one that is written here declares that these commits have no parents. Later
    /// versions read `shallow` themselves, and the graph is consistent with it. Without the graph the next fetch fails,
    /// and the repository is recreated. Wraps `git_commit_graph_open` and `git_odb_set_commit_graph`.
    func endWalksAtShallowCommits() {
        guard isShallow, let objects = packs.directories.first,
            let text = try? Files.read(
                Path.join(path, Self.shallowName), limit: Self.maximumShallowByteCount)
        else { return }
        var commits: [CommitGraphImage.Commit] = []
        for line in Set(text.split(separator: UInt8(ascii: "\n"))) {
            guard let id = GitObjectID(hexadecimal: line.span),
                let header = try? commitHeader(id)
            else { continue }
            commits.append(
                CommitGraphImage.Commit(id: id, tree: header.tree, seconds: header.seconds ?? 0))
        }
        let bytes = CommitGraphImage(commits).bytes
        let directory = ContainedDirectory(["info"], in: objects)
        let file = ContainedFile("commit-graph", in: directory)
        do throws(SystemError) {
            // An existing one is replaced, whoever has written it: libgit2 would trust it.
            if (try? Files.read(file.path, limit: bytes.count)) != bytes {
                try directory.make()
                try file.replace(with: bytes.span, mode: 0o444)
            }
        } catch {
            return
        }
        var graph: OpaquePointer?
        guard unsafe git_commit_graph_open(&graph, objects) >= 0 else { return }
        // The database owns and frees it from here on.
        if unsafe git_odb_set_commit_graph(database, graph) < 0 {
            unsafe git_commit_graph_free(graph)
        }
    }
}
