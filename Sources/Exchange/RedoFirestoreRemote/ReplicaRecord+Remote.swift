import RedoExchange
import RedoReplica
import RedoStore
import RedoSystem

extension FirestoreURL {
    /// The variable that names the host and port of an emulator.
    package static let emulatorVariable = "FIRESTORE_EMULATOR_HOST"

    /// - Throws: STORAGE_001 for a malformed address.
    package init(checking text: String) throws(RedoError) {
        do throws(ParseError) {
            self = try FirestoreURL(text)
        } catch {
            throw RedoError(
                .notFound, "the address of a replica in Firestore cannot be used: \(error.detail)",
                hints: [
                    "the form of an address is firestore:PROJECT[/DATABASE]?layout=nodes|changes&uid=UID"
                ])
        }
    }
}

extension ReplicaRecord {
    /// The record of a store about a remote in Firestore.
    ///
    /// - Parameter emulator: the host and port of an emulator that replaces Firestore; nil for Firestore itself.
    /// - Throws: wrong usage if `sync.allowedAuthors` is not a list of userIds.
    init(
        of url: FirestoreURL, named name: String, in store: Store, emulator: String?
    ) throws(RedoError) {
        let authors = try ExchangeSettings.allowedAuthors(store) ?? []
        self.init(
            in: Self.directory(ofRemote: name, inStore: store.path),
            of: emulator.map { "\(url) at \($0)" } ?? url.description,
            authors: authors.map(\.description).sorted())
    }
}
