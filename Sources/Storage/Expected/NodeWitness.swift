import RedoCrypto
import RedoModel
import RedoSystem

/// A record of the store that names nodes which the store has had, and so must still have.
package struct NodeWitness: Sendable {
    /// A part of a record whose contents never change under its name.
    package struct Part: Sendable {
        /// Distinguishes it from all other parts, also from one with other contents.
        package let name: String
        /// The pack that has the nodes of the part. If the store has it, the ids need not be read.
        package let pack: Digest?
        /// Reads the ids, in any order; nil if they cannot be read.
        package let ids: @Sendable () -> [NodeID]?
        /// Whether the file that names them exists: a missing file is reported even if its nodes were compared
        /// before.
        package let isThere: @Sendable () -> Bool

        package init(
            name: String, pack: Digest? = nil, isThere: @escaping @Sendable () -> Bool = { true },
            ids: @escaping @Sendable () -> [NodeID]?
        ) {
            self.name = name
            self.pack = pack
            self.isThere = isThere
            self.ids = ids
        }
    }

    /// The record's path below the store.
    package let record: String
    /// The remote that has its nodes; nil if the record does not name one.
    package let remote: String?
    /// The pack that it is about, if any.
    let pack: PackName?
    package let parts: [Part]

    /// A record of the nodes that a remote has, or of others.
    package init(record: String, remote: String? = nil, parts: [Part]) {
        self.init(record: record, remote: remote, pack: nil, parts: parts)
    }

    fileprivate init(record: String, remote: String? = nil, pack: PackName?, parts: [Part]) {
        self.record = record
        self.remote = remote
        self.pack = pack
        self.parts = parts
    }
}

extension Store {
    /// The store's own records, not those of remotes.
    ///
    /// - Throws: STORAGE_001 if one cannot be listed.
    func witnesses(_ noted: Inventory.Listing) throws(RedoError) -> [NodeWitness] {
        noted.packs.map(witness(ofPack:)) + [try operationWitness(), arrivalWitness()]
    }

    /// The witness of a pack that was here.
    private func witness(ofPack pack: PackName) -> NodeWitness {
        let inventory = inventory
        let record = "inventory/\(Inventory.fileName(of: pack))"
        return NodeWitness(
            record: record, pack: pack,
            parts: [
                // A pack that was replaced in the meantime is not expected any more.
                NodeWitness.Part(name: record, pack: pack.digest) {
                    inventory.heads(of: pack)?.ids ?? (inventory.names(pack) ? nil : [])
                }
            ])
    }

    /// The witness of the nodes that commands wrote here.
    private func operationWitness() throws(RedoError) -> NodeWitness {
        NodeWitness(
            record: StoreLayout.operationsName,
            parts: try operationNames().map { name in
                // A damaged operation names no nodes here: operations are not synced, and their form is checked
                // elsewhere.
                NodeWitness.Part(name: "\(StoreLayout.operationsName)/\(name)") {
                    operation(named: name)?.nodes ?? []
                }
            })
    }

    /// The witness of the nodes that a watcher has seen arrive.
    private func arrivalWitness() -> NodeWitness {
        let journal = ArrivalJournal(of: self)
        let part = journal.state.map { state in
            NodeWitness.Part(
                name: "\(ArrivalJournal.recordName) \(state.name) \(state.count) \(state.chain)"
            ) {
                journal.ids(in: state)
            }
        }
        return NodeWitness(record: ArrivalJournal.recordName, parts: part.map { [$0] } ?? [])
    }
}
