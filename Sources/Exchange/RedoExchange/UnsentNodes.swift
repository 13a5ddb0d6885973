import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

/// The nodes of a store that a remote is not known to have, found without asking it.
package struct UnsentNodes {
    /// Those that the next push sends, sorted.
    package let waiting: [NodeID]
    /// Those that it refused, and that are not sent again, sorted.
    package let refused: [NodeID]

    package init(waiting: [NodeID], refused: [NodeID] = []) {
        self.waiting = waiting
        self.refused = refused
    }

    /// The nodes that a replica in Firestore is not known to have.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed.
    package init(of store: Store, beyond record: ReplicaRecord) throws(RedoError) {
        self.init(among: try store.ids(), beyond: record)
    }

    /// Those of some nodes that a replica in Firestore is not known to have.
    ///
    /// - Parameter ids: sorted.
    package init(among ids: [NodeID], beyond record: ReplicaRecord) {
        var waiting = ids
        waiting.removeAll(where: record.nodes.contains)
        refused = waiting.filter(record.refused.contains)
        waiting.removeAll(where: record.refused.contains)
        self.waiting = waiting
    }
}
