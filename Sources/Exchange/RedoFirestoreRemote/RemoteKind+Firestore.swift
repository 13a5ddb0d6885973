import RedoExchange
import RedoReplica
import RedoStore
import RedoSystem

extension RemoteKind {
    /// Replicas in Firestore.
    package static let firestore = RemoteKind(
        name: "firestore", schemes: ["firestore"], restrictsReaders: true, hasOtherPrograms: true,
        sharesComposing: true,
        failedClone: "the replica could not be read",
        check: { (url) throws(RedoError) in _ = try FirestoreURL(checking: url) },
        kept: { (url, _) throws(RedoError) in
            _ = try FirestoreURL(checking: url)
            return url
        },
        directoryName: { (try? FirestoreURL($0))?.project ?? "" },
        directory: { ReplicaRecord.directory(ofRemote: $0, inStore: $1.path) },
        known: { (remote, store) throws(RedoError) in
            let record = try ReplicaRecord(
                of: FirestoreURL(checking: remote.url), named: remote.name, in: store,
                emulator: Environment.value(of: FirestoreURL.emulatorVariable))
            var known = RemoteKnowledge(
                summary: "known to be there: \(counted(record.nodes.count, "node"))",
                unsent: try UnsentNodes(of: store, beyond: record))
            known.orphanCount = record.waiting.count
            known.rejected = record.rejected.documents
            known.lastRead = record.recent?.second
            return known
        },
        open: { (remote, session) throws(RedoError) in try FirestoreExchange(remote, session) })
}
