import RedoModel
import RedoSystem

/// The bare repository inside a store, which is the suite's alone. A store can come from someone else, so
/// its configuration is rewritten before libgit2 reads it, and files that lead out of it are removed.
enum OwnRepository {
    /// What libgit2 writes for a bare repository, and nothing else.
    static let configuration =
        "[core]\n\tbare = true\n\trepositoryformatversion = 0\n\tfilemode = true\n"

    /// Files with which git finds configuration, references and objects elsewhere.
    private static let leadingOut = [
        "commondir", "config.worktree", "objects/info/alternates", "objects/info/http-alternates",
    ]
    private static let greatestByteCount = 1 << 20

    /// Makes the repository in a folder the suite's own; does nothing where there is no folder.
    ///
    /// - Throws: STORAGE_003 if it has something else and cannot be changed.
    static func claim(_ path: String) throws(RedoError) {
        try failing(.writeFailed, "the store's git repository cannot be made its own") {
            () throws(SystemError) in
            guard Files.isDirectory(path) else { return }
            for name in leadingOut.map({ Path.join(path, $0) }) {
                if try Files.statusOfLink(name) != nil { try Files.remove(name) }
            }
            let file = Path.join(path, "config")
            let status = try Files.statusOfLink(file)
            // What is not a repository yet gets its configuration from libgit2.
            if status == nil, try Files.statusOfLink(Path.join(path, "HEAD")) == nil { return }
            if let status {
                let bytes = Array(configuration.utf8)
                if status.kind == .regular,
                    (try? Files.read(file, limit: greatestByteCount)) == bytes
                {
                    return
                }
            }
            try Files.replace(file, with: Array(configuration.utf8).span, mode: 0o644)
        }
    }
}
