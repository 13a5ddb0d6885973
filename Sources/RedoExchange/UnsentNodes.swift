import RedoCommand
import RedoLog
import RedoReplica
import RedoStore

/// The nodes of a store that a replica in Firestore is not known to have, found without asking it.
package struct UnsentNodes {
    /// Those that the next push sends, sorted.
    package let waiting: [ChangeID]
    /// Those that it refused, and that are not sent again, sorted.
    package let refused: [ChangeID]

    /// - Throws: STORAGE_001 where the store cannot be listed.
    package init(of store: Store, beyond record: ReplicaRecord) throws(CommandError) {
        var waiting: [ChangeID] = []
        var refused: [ChangeID] = []
        for id in try reporting({ () throws(StoreError) in try store.ids() })
        where !record.nodes.contains(id) {
            if record.refused.contains(id) { refused.append(id) } else { waiting.append(id) }
        }
        self.waiting = waiting
        self.refused = refused
    }
}
