internal import CGit2
import RedoSystem

// Repositories that a shallow fetch of git has filled: the parents of some commits are not here.

extension GitRepository {
    /// Where git lists the commits whose parents are not here.
    private static let shallowName = "shallow"
    private static let greatestShallowByteCount = 1 << 24

    /// Whether the parents of some commits are not here.
    package var isShallow: Bool {
        ((try? Files.statusOfLink(Path.join(path, Self.shallowName))) ?? nil) != nil
    }

    /// Whether the libgit2 that runs can push what follows a commit whose parents are not here. Where it cannot, no such
    /// repository is made, nor kept.
    package static var sendsFromShallow: Bool {
        guard let layout = unsafe try? GitLibrary.layout() else { return false }
        return unsafe redo_git_sends_from_shallow(layout) != 0
    }

    /// Lets libgit2's walks end at the commits whose parents are not here.
    ///
    /// libgit2 1.5 does not read `shallow`, and a walk to a parent that is missing fails, so that nothing could be fetched.
    /// It does believe a commit-graph: one is written that gives these commits no parents. Later versions read `shallow`
    /// themselves, and the graph says the same. Without the graph the next fetch fails, and the repository is recreated. Wraps
    /// `git_commit_graph_open` and `git_odb_set_commit_graph`.
    func endWalksAtShallowCommits() {
        guard isShallow, let objects = packs.folders.first,
            let text = try? Files.read(
                Path.join(path, Self.shallowName), limit: Self.greatestShallowByteCount)
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
        let folder = ContainedFolder(["info"], in: objects)
        let file = ContainedFile("commit-graph", in: folder)
        do throws(SystemError) {
            // Whatever wrote one that is there: libgit2 would believe it.
            if (try? Files.read(file.path, limit: bytes.count)) != bytes {
                try folder.make()
                try file.replace(with: bytes.span, mode: 0o444)
            }
        } catch {
            return
        }
        var graph: OpaquePointer?
        guard unsafe git_commit_graph_open(&graph, objects) >= 0 else { return }
        // The database frees it from here on.
        if unsafe git_odb_set_commit_graph(database, graph) < 0 {
            unsafe git_commit_graph_free(graph)
        }
    }
}
