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
        guard let remote = all(of: store).first(where: { $0.name == name }) else {
            throw CommandError(
                .failed, StoreError.Code.notFound.rawValue, "there is no remote '\(name)'",
                hints: [
                    "'redo remote' lists those there are; 'redo remote add \(name) URL' adds one"
                ])
        }
        // Also what was written into the configuration by hand.
        try check(name: name)
        try check(url: remote.url)
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

    /// - Throws: STORAGE_001 for a URL that has a password in it.
    static func check(url: String) throws(CommandError) {
        guard !hasPassword(url) else {
            throw CommandError(
                .failed, StoreError.Code.notFound.rawValue,
                "the URL has a password in it, which the configuration would show to everybody",
                hints: ["leave it out: a credential helper of git, or an ssh key, can keep it"])
        }
    }

    /// Whether a URL is of the form `scheme://user:password@host`.
    private static func hasPassword(_ url: String) -> Bool {
        guard let rest = afterScheme(url) else { return false }
        let authority = rest.prefix { $0 != "/" }
        guard let end = authority.lastIndex(of: "@") else { return false }
        return authority[..<end].contains(":")
    }

    /// What follows `scheme://`; nil for anything that has no scheme.
    private static func afterScheme(_ url: String) -> Substring? {
        var place = url.startIndex
        while place < url.endIndex {
            if url[place...].hasPrefix("://") { return url[place...].dropFirst(3) }
            place = url.index(after: place)
        }
        return nil
    }

    /// Whether a text names a folder: it has no scheme, and no colon before its first slash, which is a
    /// host.
    static func isPath(_ url: String) -> Bool {
        afterScheme(url) == nil && !url.prefix { $0 != "/" }.contains(":")
    }

    /// The folder of a remote on this machine; nil for any other.
    var localPath: String? {
        if Self.isPath(url) { return url }
        let scheme = "file://"
        return url.hasPrefix(scheme) ? String(url.dropFirst(scheme.count)) : nil
    }

    /// A URL as it is kept: a path does not depend on where somebody stands.
    static func absolute(
        _ url: String, _ context: borrowing CommandContext
    ) throws(CommandError) -> String {
        guard isPath(url) else { return url }
        let path = Path.join(try context.currentDirectory(), url)
        return (try? Path.resolved(path)) ?? path
    }
}
