import RedoCrypto

/// The lists of ids that an exchange has read. Each is verified once.
package final class NodeIDLists {
    private var lists: [Digest: NodeIDList] = [:]

    package init() {}

    /// The ids of a listed pack; nil if they are not stored.
    package func list(of pack: Digest, in record: CheckpointRecord) -> NodeIDList? {
        if let known = lists[pack] { return known }
        let list = record.ids(of: pack)
        lists[pack] = list
        return list
    }
}
