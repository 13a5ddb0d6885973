import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

/// The nodes of a store that a remote does not have according to the records, found without a request to it.
package struct UnsentNodes {
    /// Those that the next push sends, sorted.
    package let waiting: [NodeID]
    /// Those that the remote refused, and that are not sent again, sorted.
    package let refused: [NodeID]

    package init(waiting: [NodeID], refused: [NodeID] = []) {
        self.waiting = waiting
        self.refused = refused
    }

    /// Finds the nodes that a replica in Firestore does not have according to its record.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed.
    package init(of store: Store, beyond record: ReplicaRecord) throws(RedoError) {
        self.init(among: try store.ids(), beyond: record)
    }

    /// Selects those of some nodes that a replica in Firestore does not have according to its record.
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
