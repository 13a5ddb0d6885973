import RedoCommand
import RedoGit
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
    static let section = "remote"

    let name: String
    let url: String
    /// How long it may send and take nothing, in seconds.
    var silenceSeconds = SyncOptions.defaultSilenceSeconds

    /// All remotes of a store, by name.
    static func all(of store: Store) -> [Remote] {
        var urls: [String: String] = [:]
        for entry in store.configuration.layers.flatMap(\.entries)
        where entry.name.section == section && entry.name.key == "url" {
            if let name = entry.name.subsection, let url = entry.value { urls[name] = url }
        }
        return urls.map { Remote(name: $0, url: $1) }.sorted { $0.name < $1.name }
    }

    /// The remote with a name.
    ///
    /// - Throws: STORAGE_001 where there is none, or it cannot be used.
    static func named(_ name: String, of store: Store) throws(CommandError) -> Remote {
        guard var remote = all(of: store).first(where: { $0.name == name }) else {
            throw CommandError(
                .failed, StoreError.Code.notFound.rawValue, "there is no remote '\(name)'",
                hints: [
                    "'redo remote' lists those there are; 'redo remote add \(name) URL' adds one"
                ])
        }
        // Also what was written into the configuration by hand.
        try check(name: name)
        try check(url: remote.url)
        remote.silenceSeconds = try SyncOptions.silenceSeconds(store)
        return remote
    }

    /// The remote that a command works with: the one that is named, else `sync.remote`, else `origin`,
    /// else the only one.
    ///
    /// - Throws: STORAGE_001 where there is none.
    static func chosen(_ name: String?, of store: Store) throws(CommandError) -> Remote {
        if let name = name ?? store.configuration.value("sync.remote") {
            return try named(name, of: store)
        }
        let remotes = all(of: store)
        if remotes.contains(where: { $0.name == defaultName }) {
            return try named(defaultName, of: store)
        }
        if remotes.count == 1 { return try named(remotes[0].name, of: store) }
        throw CommandError(
            .failed, StoreError.Code.notFound.rawValue,
            remotes.isEmpty
                ? "the store has no remote"
                : "there are \(remotes.count) remotes and none is chosen",
            hints: [
                remotes.isEmpty
                    ? "'redo remote add \(defaultName) URL' adds one"
                    : "name one, or choose it: redo config sync.remote \(remotes[0].name)"
            ])
    }

    static let defaultName = "origin"

    // MARK: Names and URLs

    /// - Throws: wrong usage for what cannot be a part of a reference's name.
    static func check(name: String) throws(CommandError) {
        guard Mirror.isRemoteName(name) else {
            throw .usage(
                "'\(name)' cannot be a remote's name: use letters, digits, '-', '_' and '.'")
        }
    }

    /// - Throws: STORAGE_001 for a URL that has no form that is known, or a password in it.
    static func check(url: String) throws(CommandError) {
        _ = try reportingGit { () throws(GitError) in try GitURL(url) }
    }

    /// The folder of a remote on this machine; nil for any other.
    var localPath: String? {
        guard case .path(let path) = (try? GitURL(url))?.place else { return nil }
        return path
    }

    /// A URL as it is kept: a path does not depend on where somebody stands.
    static func absolute(
        _ url: String, _ context: borrowing CommandContext
    ) throws(CommandError) -> String {
        let place = try reportingGit { () throws(GitError) in try GitURL(url).place }
        // Not file://, which is absolute.
        guard place == .path(url) else { return url }
        let path = Path.join(try context.currentDirectory(), url)
        return (try? Path.resolved(path)) ?? path
    }
}
