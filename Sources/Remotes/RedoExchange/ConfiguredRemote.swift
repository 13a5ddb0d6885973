import RedoCommandLine
import RedoReplica
import RedoStore
import RedoSystem

/// A remote as the configuration of a store has it, whatever it is:
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

    /// All remotes of a store, by name.
    package static func all(of store: Store) -> [ConfiguredRemote] {
        store.configuration.remotes.map { ConfiguredRemote(name: $0, url: $1) }
            .sorted { $0.name < $1.name }
    }

    /// The remote with a name.
    ///
    /// - Throws: STORAGE_001 where there is none.
    package static func named(
        _ name: String, of store: Store
    ) throws(RedoError) -> ConfiguredRemote {
        guard let remote = all(of: store).first(where: { $0.name == name }) else {
            throw RedoError(
                .unknownName, "there is no remote '\(name)'",
                hints: [
                    "'redo remote' lists those there are; 'redo remote add \(name) URL' adds one"
                ])
        }
        return remote
    }

    /// The remote that a command works with: the one that is named, else `sync.remote`, else `origin`,
    /// else the only one.
    ///
    /// - Throws: STORAGE_001 where there is none.
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
}

// MARK: Remotes in Firestore

extension ConfiguredRemote {
    /// Where a remote in Firestore is; nil for one that is elsewhere.
    ///
    /// - Throws: STORAGE_001 where the address is malformed.
    package func firestoreURL() throws(RedoError) -> FirestoreURL? {
        try Self.firestoreURL(url)
    }

    /// The address that a URL is; nil for one that does not begin with `firestore:`.
    ///
    /// - Throws: STORAGE_001 where it is malformed.
    package static func firestoreURL(_ text: String) throws(RedoError) -> FirestoreURL? {
        guard FirestoreURL.isOne(text) else { return nil }
        do throws(FirestoreURL.ParseError) {
            return try FirestoreURL(text)
        } catch {
            throw RedoError(
                .notFound, "the address of a replica in Firestore cannot be used: \(error.detail)",
                hints: ["it is firestore:PROJECT[/DATABASE]?layout=nodes|changes&uid=UID"])
        }
    }

    /// What a store knows of a remote in Firestore.
    ///
    /// - Parameter authors: whose nodes are taken in; nil for everybody's.
    package func record(
        of url: FirestoreURL, in store: Store
    ) throws(RedoError) -> ReplicaRecord {
        let authors = try SyncOptions.allowedAuthors(store) ?? []
        let server = Environment.value(of: FirestoreProgram.emulatorVariable)
        return ReplicaRecord(
            in: ReplicaRecord.folder(ofRemote: name, inStore: store.path),
            of: server.map { "\(url) at \($0)" } ?? url.description,
            authors: authors.map(\.description).sorted())
    }
}
