import RedoCheckpointRemote
import RedoExchange
import RedoFirestoreRemote
import RedoGitRemote
import RedoStore
import RedoSystem

extension RemoteKind {
    /// The table of all kinds of remotes.
    package static let all: [RemoteKind] = [.git, .firestore, .folder, .store]

    /// The kind of a URL: determined by the word before its first colon; a store if a helper of that name is installed;
    /// else git, which includes paths and `HOST:PATH`.
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

    /// The record of a store about the remote, without a request to it; nil if the record cannot be read.
    package func known(in store: Store) -> RemoteKnowledge? { try? kind.known(self, store) }

    /// Whether notices about who is writing in rooms are exchanged with this remote: `remote.<name>.composing` switches
    /// that off for a replica in Firestore. Remotes of other kinds never get notices.
    /// - Throws: wrong usage for a value that is not a boolean.
    package func sharesComposing(in store: Store) throws(RedoError) -> Bool {
        guard kind.sharesComposing else { return false }
        return try store.configuration.boolean("composing", ofRemote: name) ?? true
    }
}
