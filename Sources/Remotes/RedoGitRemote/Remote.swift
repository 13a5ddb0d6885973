import RedoCommandLine
import RedoExchange
import RedoGit
import RedoRepository
import RedoStore
import RedoSystem

/// A git repository elsewhere that a store exchanges nodes with, by the name that its configuration has
/// for it.
///
/// ```
/// [remote "origin"]
///     url = /srv/redo.git
/// ```
struct Remote {
    let name: String
    let url: String
    /// How long it may send and take nothing, in seconds.
    let silenceSeconds: Int
    /// When it is asked again if it is busy.
    let retry: RetryPolicy

    /// A remote as the configuration has it.
    ///
    /// - Throws: STORAGE_001 if it cannot be used.
    init(
        _ remote: ConfiguredRemote, of store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        // Also what was written into the configuration by hand.
        try Self.check(name: remote.name)
        try Self.check(url: remote.url)
        name = remote.name
        url = remote.url
        silenceSeconds = try SyncOptions.silenceSeconds(store)
        retry = context.retryPolicy(
            delay: try store.configuration.checkedNumber(.retryDelay))
    }

    // MARK: Names and URLs

    /// - Throws: wrong usage for what cannot be a part of a reference's name.
    static func check(name: String) throws(RedoError) {
        guard Mirror.isRemoteName(name) else {
            throw .usage(
                "'\(name)' cannot be a remote's name: use letters, digits, '-', '_' and '.'")
        }
    }

    /// - Throws: STORAGE_001 for a malformed URL, and for one of git that has a password in it.
    static func check(url: String) throws(RedoError) {
        let scheme = RemoteScheme(of: url)
        if scheme == .git { _ = try GitURL(url) }
        try scheme.kind?.check(url)
    }

    /// The folder of the remote if it is on this machine.
    var localPath: String? { Self.localPath(of: url) }

    /// The folder of a git repository on this machine; nil for any other URL.
    static func localPath(of url: String) -> String? {
        guard RemoteScheme(of: url) == .git, case .path(let path) = (try? GitURL(url))?.place else {
            return nil
        }
        return path
    }

    /// A URL as it is kept: a path does not depend on the current directory.
    static func absolute(
        _ url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        guard RemoteScheme(of: url) == .git else { return url }
        let place = try GitURL(url).place
        // Not file://, which is absolute.
        guard place == .path(url) else { return url }
        let path = Path.join(try context.currentDirectory(), url)
        return (try? Path.resolved(path)) ?? path
    }
}
