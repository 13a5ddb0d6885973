import RedoModel
import RedoSystem

/// The bare repository inside a store, which only the suite uses. A store can come from someone else, so its
/// configuration is rewritten before libgit2 reads it, and files that lead out of it are removed.
enum OwnRepository {
    /// The configuration that libgit2 writes for a bare repository, and nothing else.
    static let configuration =
        "[core]\n\tbare = true\n\trepositoryformatversion = 0\n\tfilemode = true\n"

    /// Files by which git uses configuration, references and objects elsewhere.
    private static let leadingOut = [
        "commondir", "config.worktree", "objects/info/alternates", "objects/info/http-alternates",
    ]
    private static let maximumByteCount = 1 << 20

    /// Replaces the configuration of a repository by the suite's; does nothing if there is no directory.
    ///
    /// - Throws: STORAGE_003 if it has another one that cannot be changed.
    static func claim(_ path: String) throws(RedoError) {
        try failing(.writeFailed, "the store's git repository cannot be configured") {
            () throws(SystemError) in
            guard Files.isDirectory(path) else { return }
            for name in leadingOut.map({ Path.join(path, $0) }) {
                if try Files.statusOfLink(name) != nil { try Files.remove(name) }
            }
            let file = Path.join(path, "config")
            let status = try Files.statusOfLink(file)
            // An unfinished repository gets its configuration from libgit2.
            if status == nil, try Files.statusOfLink(Path.join(path, "HEAD")) == nil { return }
            if let status {
                let bytes = Array(configuration.utf8)
                if status.kind == .regular,
                    (try? Files.read(file, limit: maximumByteCount)) == bytes
                {
                    return
                }
            }
            try Files.replace(file, with: Array(configuration.utf8).span, mode: 0o644)
        }
    }
}
