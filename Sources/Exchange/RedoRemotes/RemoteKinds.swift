import RedoCheckpointRemote
import RedoExchange
import RedoFirestoreRemote
import RedoGitRemote
import RedoStore
import RedoSystem

extension RemoteKind {
    /// All kinds of remotes.
    package static let all: [RemoteKind] = [.git, .firestore, .folder, .store]

    /// The kind of a URL: that of the word before its first colon, a store if there is a store helper of that name, else git,
    /// which paths and `HOST:PATH` belong to.
    package init(of url: String) {
        let word = url.prefix { $0 != ":" }
        let kind =
            word.count < url.count ? Self.all.first { $0.schemes.contains(String(word)) } : nil
        self = kind ?? (StoreURL.namesHelper(url) ? .store : .git)
    }

    package static func == (left: RemoteKind, right: RemoteKind) -> Bool { left.name == right.name }
}

extension ConfiguredRemote {
    package var kind: RemoteKind { RemoteKind(of: url) }

    /// What a store knows of the remote without asking it; nil if that cannot be read.
    package func known(in store: Store) -> RemoteKnowledge? { try? kind.known(self, store) }

    /// Whether this remote is told who is writing in rooms, and asked for it: `remote.<name>.composing`
    /// switches that off for a replica in Firestore. No other kind of remote is told.
    ///
    /// - Throws: wrong usage for a value that is not a boolean.
    package func tellsComposing(in store: Store) throws(RedoError) -> Bool {
        guard kind.tellsComposing else { return false }
        return try store.configuration.boolean("composing", ofRemote: name) ?? true
    }
}
