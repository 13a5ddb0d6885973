import RedoExchange
import RedoGit
import RedoRepository
import RedoStore
import RedoSystem

/// A git repository elsewhere with which a store exchanges nodes, under its name in the configuration:
///
/// ```
/// [remote "origin"]
///     url = /srv/redo.git
/// ```
package struct Remote {
    let name: String
    let url: String
    private let authentication: GitAuthentication

    /// Reads a remote of the configuration.
    ///
    /// - Throws: STORAGE_001 if it cannot be used.
    init(_ remote: ConfiguredRemote, _ session: ExchangeSession) throws(RedoError) {
        // The name may have been written into the configuration by hand.
        try Self.check(name: remote.name)
        _ = try GitURL(remote.url)
        name = remote.name
        url = remote.url
        let store = session.store
        // As in git: a person at a terminal can enter a passphrase, or confirm the key of a host.
        authentication = GitAuthentication(
            mayAsk: session.delegate.letsProgramsAsk,
            sshCommand: session.home.variables.value(of: "GIT_SSH_COMMAND"),
            silenceSeconds: try ExchangeSettings.silenceSeconds(store),
            retry: session.retryPolicy(delay: try store.configuration.checkedNumber(.retryDelay)))
    }

    /// Prepares a connection; nothing is sent yet.
    ///
    /// - Parameter repository: the repository whose objects are sent, and that receives objects.
    func connection(in repository: GitRepository) throws(RedoError) -> GitRemote {
        try GitRemote(url, in: repository, authentication)
    }

    // MARK: Names and URLs

    /// - Throws: wrong usage for a name that cannot be a part of a reference's name.
    package static func check(name: String) throws(RedoError) {
        guard Mirror.isRemoteName(name) else {
            throw .usage(
                "'\(name)' cannot be a remote's name: use letters, digits, '-', '_' and '.'")
        }
    }

    /// The folder of the remote if it is on this machine.
    var localPath: String? { Self.localPath(of: url) }

    /// The folder of a git repository on this machine; nil for any other URL of git.
    package static func localPath(of url: String) -> String? {
        guard case .path(let path) = (try? GitURL(url))?.location else { return nil }
        return path
    }

    // MARK: Creating

    /// What `HEAD` of a new repository names. No commit of a store is put there.
    private static let newBranch = "refs/heads/main"

    /// Offers a person who can be asked to create the repository of a URL that is a folder on this machine without one.
    ///
    /// - Returns: false if there is still none.
    /// - Throws: STORAGE_003 if it cannot be created.
    package static func offerRepository(
        at url: String, _ session: ExchangeSession
    ) throws(RedoError) -> Bool {
        guard let path = localPath(of: url) else { return true }
        do throws(RedoError) {
            guard try GitRepository.find(at: path) == nil else { return true }
        } catch {
            // The exchange reports why it cannot be opened.
            return true
        }
        guard session.delegate.canAsk,
            try session.delegate.isConfirmed(
                "there is no git repository \(path.printable). Make an empty one?")
        else { return false }
        _ = try GitRepository(making: path, branch: newBranch)
        session.note("made an empty git repository: \(path.printable)")
        return true
    }
}
