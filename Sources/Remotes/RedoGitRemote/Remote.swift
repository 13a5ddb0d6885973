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
    static let section = ConfiguredRemote.section

    let name: String
    let url: String
    /// How long it may send and take nothing, in seconds.
    var silenceSeconds = SyncOptions.defaultSilenceSeconds

    /// All remotes of a store, by name.
    static func all(of store: Store) -> [Remote] {
        ConfiguredRemote.all(of: store).map { Remote(name: $0.name, url: $0.url) }
    }

    /// The remote with a name.
    ///
    /// - Throws: STORAGE_001 where there is none, or it cannot be used.
    static func named(_ name: String, of store: Store) throws(RedoError) -> Remote {
        let remote = try ConfiguredRemote.named(name, of: store)
        // Also what was written into the configuration by hand.
        try check(name: name)
        try check(url: remote.url)
        var named = Remote(name: name, url: remote.url)
        named.silenceSeconds = try SyncOptions.silenceSeconds(store)
        return named
    }

    /// The remote that a command works with.
    ///
    /// - Throws: STORAGE_001 where there is none.
    static func chosen(_ name: String?, of store: Store) throws(RedoError) -> Remote {
        try named(ConfiguredRemote.chosen(name, of: store).name, of: store)
    }

    static let defaultName = ConfiguredRemote.defaultName

    // MARK: Names and URLs

    /// - Throws: wrong usage for what cannot be a part of a reference's name.
    static func check(name: String) throws(RedoError) {
        guard Mirror.isRemoteName(name) else {
            throw .usage(
                "'\(name)' cannot be a remote's name: use letters, digits, '-', '_' and '.'")
        }
    }

    /// - Throws: STORAGE_001 for a URL that has no form that is known, or a password in it.
    static func check(url: String) throws(RedoError) {
        if try ConfiguredRemote.firestoreURL(url) != nil { return }
        _ = try GitURL(url)
    }

    /// The folder of a remote on this machine; nil for any other.
    var localPath: String? {
        guard case .path(let path) = (try? GitURL(url))?.place else { return nil }
        return path
    }

    /// A URL as it is kept: a path does not depend on where somebody stands.
    static func absolute(
        _ url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        if try ConfiguredRemote.firestoreURL(url) != nil { return url }
        let place = try GitURL(url).place
        // Not file://, which is absolute.
        guard place == .path(url) else { return url }
        let path = Path.join(try context.currentDirectory(), url)
        return (try? Path.resolved(path)) ?? path
    }
}
