import RedoStore
import RedoSystem

/// What the suite knows of a kind of remote without running its program.
package struct RemoteKind: Sendable {
    /// The kinds by the names of their schemes. A kind that is not here asks its program for everything.
    package static let all: [String: RemoteKind] = [
        RemoteScheme.firestore.name: .firestore, RemoteScheme.folder.name: .folder,
        RemoteScheme.store.name: .store,
    ]

    /// The program in an error that says that it cannot be run.
    package let programDescription: String
    /// Whether what is there can be kept to some readers.
    package let restrictsReaders: Bool
    /// Whether it is told who is writing in rooms unless `remote.<name>.composing` says otherwise.
    package let tellsComposing: Bool
    /// Throws STORAGE_001 for a malformed URL.
    package let check: @Sendable (_ url: String) throws(RedoError) -> Void
    /// The folder that keeps what is known of a remote; it need not be there.
    package let folder: @Sendable (_ remote: String, _ store: Store) -> String
    /// Reads what is known of a remote.
    package let known:
        @Sendable (_ remote: ConfiguredRemote, _ store: Store) throws(RedoError) -> RemoteKnowledge
}
