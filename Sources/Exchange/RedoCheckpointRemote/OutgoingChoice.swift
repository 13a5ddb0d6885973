import RedoCheckpoints
import RedoCrypto
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// Which packs and nodes a store's next statement adds to what its last one lists: closed under parents, so that each parent
/// is in a listed pack, in a pack that is sent, or among the nodes.
struct OutgoingChoice {
    /// Packs on the remote, those of the last statement among them.
    private(set) var base: [PackCover.Entry] = []
    /// The store's packs that are sent as they are.
    private(set) var whole: [OutgoingPack] = []
    /// What goes into new packs, and what stays.
    private(set) var rest: NodesToPush
    /// The nodes of ``whole`` that ``base`` lacks.
    private(set) var newIDs: [NodeID] = []
    /// The store's packs that are not sent as they are, since their bytes are not what they are named after.
    private(set) var damagedPacks: [Digest] = []
    /// The store's packs of which all nodes are listed then.
    private(set) var listedLocally: Set<Digest> = []

    /// What is chosen from.
    struct Candidates {
        let connected: ConnectedNodes
        /// What the slot's last statement lists and the remote has.
        let listed: [Statement.ListedPack]
        /// What other slots list and the remote has, of what this store has taken in whole.
        let others: [Statement.ListedPack]
        /// The packs that this store has made.
        let made: Set<Digest>
        /// The store's packs whose nodes the last statement has.
        let known: Set<Digest>
        let files: PackFiles
        /// Whether the statement begins a slot that replaces others, which count for nothing: all that no other slot lists
        /// becomes one pack.
        let isCompacting: Bool
        /// The nodes of a listed pack; nil if they are not known.
        let ids: (Digest) -> NodeIDList?
    }

    /// Chooses, until no pack that is added has a child of a node that goes nowhere.
    init(from candidates: Candidates, _ session: ExchangeSession) throws(RedoError) {
        var open: Set<Digest> = []
        while true {
            self = try Self(from: candidates, besides: open, session)
            let more = openPacks(besides: Set(candidates.listed.map(\.name)))
            if more.isEmpty { return }
            open.formUnion(more)
        }
    }

    /// - Parameter open: packs that lack a parent. Their nodes are looked at one by one.
    private init(
        from candidates: Candidates, besides open: Set<Digest>,
        _ session: ExchangeSession
    ) throws(RedoError) {
        let connected = candidates.connected
        let base = PackCover(candidates, besides: open).entries
        self.base = base
        // The index of a pack that is here too is in memory.
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
            // Each of them is verified.
            missing.formUnion(lacking)
        }
        let whole = whole
        missing = missing.filter { id in !whole.contains { $0.contains(id) } }
        rest = try NodesToPush(
            missing, among: connected, isSigning: !session.request.isDryRun, session)
        // What stays now may go the next time.
        if !rest.kept.isEmpty || rest.hasDamage { listedLocally = [] }
    }

    /// The packs that are new in the statement and have a child of a node that is in no pack and not among the nodes.
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
    /// Whether each parent that is not in the pack is somewhere else.
    fileprivate func isClosed(_ isElsewhere: (NodeID) -> Bool) -> Bool {
        (0..<otherParentCount).allSatisfy { isElsewhere(otherParent(at: $0)) }
    }
}
