import RedoStore
import RedoSystem

/// A remote as the configuration of a store declares it, of any kind:
///
/// ```
/// [remote "origin"]
///     url = /srv/redo.git
/// ```
package struct ConfiguredRemote {
    package static let section = LayeredConfiguration.remoteSection
    package static let defaultName = LayeredConfiguration.usualRemote

    package let name: String
    package let url: String

    package init(name: String, url: String) {
        self.name = name
        self.url = url
    }

    /// The URL without the credentials before the `@` of its address, for output that other programs read.
    package var urlWithoutCredentials: String {
        let bytes = Array(url.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[(colon + 1)...].starts(with: "//".utf8)
        else { return url }
        let start = colon + 3
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        guard let mark = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return url }
        return String(decoding: bytes[..<start] + bytes[(mark + 1)...], as: UTF8.self)
    }

    /// Writes the remote into a configuration.
    package func add(to configuration: inout Configuration) {
        if let entry = Configuration.Name("\(Self.section).\(name).url") {
            configuration.add(entry, url)
        }
    }

    /// All remotes of a store, by name.
    package static func all(of store: Store) -> [ConfiguredRemote] {
        store.configuration.remotes.map { ConfiguredRemote(name: $0, url: $1) }
            .sorted { $0.name < $1.name }
    }

    /// The remote with a name.
    ///
    /// - Throws: NAME_001 if there is none.
    package static func named(
        _ name: String, of store: Store
    ) throws(RedoError) -> ConfiguredRemote {
        guard let remote = all(of: store).first(where: { $0.name == name }) else {
            // A location instead of a name.
            let isLocation = name.contains("/") || name.contains(":")
            throw RedoError(
                .unknownName, "there is no remote '\(name)'",
                hints: [
                    isLocation
                        ? "name the location first: 'redo remote add \(defaultName) \(shellWord(name))', "
                            + "then 'redo sync'"
                        : "'redo remote' lists the remotes; 'redo remote add \(name) URL' adds one"
                ])
        }
        return remote
    }

    /// The remote that a command uses: the named one, else `sync.remote`, else `origin`, else the only one.
    ///
    /// - Throws: NAME_001 if there is none.
    package static func chosen(
        _ name: String?, of store: Store
    ) throws(RedoError) -> ConfiguredRemote {
        if let name = name ?? store.configuration.chosenRemote {
            return try named(name, of: store)
        }
        let remotes = all(of: store)
        throw RedoError(
            .unknownName,
            remotes.isEmpty
                ? "the store has no remote"
                : "there are \(remotes.count) remotes and none is chosen",
            hints: [
                remotes.isEmpty
                    ? "'redo remote add \(defaultName) URL' adds one"
                    : "name one, or choose it: redo config sync.remote \(remotes[0].name)"
            ])
    }

    /// The one remote on which tasks are claimed: `sync.claims`.
    ///
    /// - Throws: NAME_001 if no remote is chosen, or the chosen one is missing.
    package static func forClaims(of store: Store) throws(RedoError) -> ConfiguredRemote {
        guard let name = store.configuration.value(.claimsRemote) else {
            throw RedoError(
                .unknownName, "no remote is chosen on which tasks are claimed",
                hints: [
                    "all devices have to claim on the same one: redo config sync.claims REMOTE"
                ])
        }
        return try named(name, of: store)
    }
}

extension ConfiguredRemote {
    /// Whether another program copies the remote's files, so that a device sees later what another one has written:
    /// `remote.<name>.copied`. A folder counts as copied unless that is `false`: rsync, Syncthing and file managers
    /// leave no trace in it.
    ///
    /// - Throws: wrong usage for a value that is not a boolean.
    package func isCopied(in store: Store) throws(RedoError) -> Bool {
        try store.configuration.boolean("copied", ofRemote: name) ?? FolderURL.isOne(url)
    }
}
