import RedoCommandLine
import RedoReplica
import RedoStore
import RedoSystem

extension RemoteKind {
    /// Replicas in Firestore.
    package static let firestore = RemoteKind(
        programDescription: "what speaks with Firestore", restrictsReaders: true,
        tellsComposing: true,
        check: { (url) throws(RedoError) in _ = try FirestoreURL(checking: url) },
        folder: { ReplicaRecord.folder(ofRemote: $0, inStore: $1.path) },
        known: { (remote, store) throws(RedoError) in
            let record = try ReplicaRecord(
                of: FirestoreURL(checking: remote.url), named: remote.name, in: store)
            var known = RemoteKnowledge(
                summary: "known to be there: \(counted(record.nodes.count, "node"))",
                unsent: try UnsentNodes(of: store, beyond: record))
            known.orphanCount = record.waiting.count
            known.rejected = record.rejected.documents
            known.lastRead = record.recent?.second
            return known
        })
}

extension FirestoreURL {
    /// Names an emulator's host and port.
    package static let emulatorVariable = "FIRESTORE_EMULATOR_HOST"

    /// - Throws: STORAGE_001 for a malformed address.
    package init(checking text: String) throws(RedoError) {
        do throws(ParseError) {
            self = try FirestoreURL(text)
        } catch {
            throw RedoError(
                .notFound, "the address of a replica in Firestore cannot be used: \(error.detail)",
                hints: ["it is firestore:PROJECT[/DATABASE]?layout=nodes|changes&uid=UID"])
        }
    }
}

extension ReplicaRecord {
    /// What a store knows of a remote in Firestore.
    ///
    /// - Throws: wrong usage if `sync.allowedAuthors` is not a list of userIds.
    package init(of url: FirestoreURL, named name: String, in store: Store) throws(RedoError) {
        let authors = try SyncOptions.allowedAuthors(store) ?? []
        let server = Environment.value(of: FirestoreURL.emulatorVariable)
        self.init(
            in: Self.folder(ofRemote: name, inStore: store.path),
            of: server.map { "\(url) at \($0)" } ?? url.description,
            authors: authors.map(\.description).sorted())
    }
}
