import RedoCheckpoints
import RedoCrypto
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// The packs and nodes that a store's next statement adds to those of its last one. They are closed under parents: each
/// parent is in a listed pack, in a pack that is sent, or among the nodes.
struct OutgoingChoice {
    /// Packs on the remote, those of the last statement among them.
    private(set) var base: [PackCover.Entry] = []
    /// The store's packs that are sent unchanged.
    private(set) var whole: [OutgoingPack] = []
    /// The nodes for new packs, and those that are not sent.
    private(set) var rest: NodesToPush
    /// The nodes of ``whole`` that ``base`` lacks.
    private(set) var newIDs: [NodeID] = []
    /// The store's packs that are not sent unchanged, since their bytes do not match their names.
    private(set) var damagedPacks: [Digest] = []
    /// The store's packs whose nodes are all listed then.
    private(set) var listedLocally: Set<Digest> = []

    /// The input of the choice.
    struct Candidates {
        let connected: ConnectedNodes
        /// The packs that the slot's last statement lists and the remote has.
        let listed: [Statement.ListedPack]
        /// The packs that other slots list, the remote has, and this store has received completely.
        let others: [Statement.ListedPack]
        /// The packs that this store has created.
        let made: Set<Digest>
        /// The store's packs whose nodes are in the last statement.
        let known: Set<Digest>
        let files: PackFiles
        /// Whether the statement begins a slot that replaces others, which are ignored: everything that no other slot
        /// lists becomes one pack.
        let isCompacting: Bool
        /// The nodes of a listed pack; nil if they are unknown.
        let ids: (Digest) -> NodeIDList?
    }

    /// Repeats the choice until no added pack has a child of a node that is not sent.
    init(from candidates: Candidates, _ session: ExchangeSession) throws(RedoError) {
        var open: Set<Digest> = []
        while true {
            self = try Self(from: candidates, besides: open, session)
            let more = openPacks(besides: Set(candidates.listed.map(\.name)))
            if more.isEmpty { return }
            open.formUnion(more)
        }
    }

    /// - Parameter open: packs that lack a parent. Their nodes are read one by one.
    private init(
        from candidates: Candidates, besides open: Set<Digest>,
        _ session: ExchangeSession
    ) throws(RedoError) {
        let connected = candidates.connected
        let base = PackCover(candidates, besides: open).entries
        self.base = base
        // The index of a pack that is here as well is in memory.
        let here = Dictionary(connected.packs.map { ($0.name, $0) }) { first, _ in first }
        func isListed(_ id: NodeID) -> Bool {
            base.contains { here[$0.pack.name]?.contains(id) ?? $0.ids.contains(id) }
        }
        let known = candidates.known.union(base.map(\.pack.name))
        var missing = Set(connected.looseIDs.filter { !isListed($0) })
        for pack in connected.packs {
            listedLocally.insert(pack.name)
            if known.contains(pack.name) { continue }
            let lacking = base.isEmpty ? pack.ids : pack.ids.filter { !isListed($0) }
            if 2 * lacking.count > pack.nodeCount,
                !candidates.isCompacting || connected.packs.count == 1,
                !open.contains(pack.name), !connected.cutOff.contains(where: pack.contains),
                pack.isSigned, try candidates.files.isListable(pack)
            {
                if pack.isWhole {
                    whole.append(pack)
                    newIDs += lacking
                    continue
                }
                damagedPacks.append(pack.name)
            }
            // Each of these nodes is verified.
            missing.formUnion(lacking)
        }
        let whole = whole
        missing = missing.filter { id in !whole.contains { $0.contains(id) } }
        rest = try NodesToPush(
            missing, among: connected, isSigning: !session.request.isDryRun, session)
        // Nodes that are not sent now may be sent the next time.
        if !rest.kept.isEmpty || rest.hasDamage { listedLocally = [] }
    }

    /// The packs that are new in the statement and have a child of a node that is neither in a pack nor among the
    /// nodes.
    private func openPacks(besides listed: Set<Digest>) -> [Digest] {
        let nodes = Set(rest.nodes.map(\.id))
        func isThere(_ id: NodeID) -> Bool {
            nodes.contains(id) || whole.contains { $0.contains(id) }
                || base.contains { $0.ids.contains(id) }
        }
        let added = base.filter { !listed.contains($0.pack.name) && !$0.ids.isClosed(isThere) }
        return added.map(\.pack.name)
            + whole.filter { !$0.otherParents.allSatisfy(isThere) }.map(\.name)
    }
}

extension NodeIDList {
    /// Whether each parent that is not in the pack is elsewhere.
    fileprivate func isClosed(_ isElsewhere: (NodeID) -> Bool) -> Bool {
        (0..<otherParentCount).allSatisfy { isElsewhere(otherParent(at: $0)) }
    }
}
