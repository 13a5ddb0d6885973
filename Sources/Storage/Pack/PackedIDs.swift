import RedoModel

/// The ids of the nodes in packs that stay open, for looking up many of them.
///
/// A store can get further packs in the meantime, so an id that is missing here is looked up in the store again.
package struct PackedIDs: Sendable {
    let packs: [Pack]

    /// Whether a pack has a node. O(k log n) for k packs.
    package func contains(_ id: NodeID) -> Bool {
        packs.contains { $0.index.number(of: id) != nil }
    }
}
