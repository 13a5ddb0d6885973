import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What the next statement of a store lists, and which packs have to be sent for it.
struct CheckpointPlan {
    /// What the statement lists, in its order. Of a dry run only the nodes are computed.
    private(set) var listing: [Statement.ListedPack] = []
    /// Those that the remote lacks.
    private(set) var newPacks: [OutgoingPack] = []
    /// The nodes that no statement of the slot has listed, in no order.
    private(set) var newIDs: [NodeID] = []
    /// Whether packs were joined, or another store's are listed: then there is something to say without new nodes.
    private(set) var isChanged = false
    private(set) var kept: [NodesToPush.Kept] = []
    /// What helps those that were kept.
    private(set) var hints: [String] = []
    /// Nodes that are cut off.
    private(set) var waiting = WaitingNodes([], behind: [])
    private(set) var hasDamage = false
    /// The store's packs that are not sent as they are, since their bytes are not what they are named after.
    private(set) var damagedPacks: [Digest] = []
    /// Files that tips of the remote list.
    private(set) var alreadyListed: Set<Digest> = []
    /// The store's packs of which all nodes are listed.
    private(set) var listedLocally: Set<Digest> = []

    /// Files that are listed although they are marked: their nodes can be in no other pack.
    private(set) var unavoidable: Set<Digest> = []
    private(set) var contents: Contents

    private let folder: ContainedFolder
    private let files: PackFiles

    /// Where the pieces of new packs are.
    struct Contents: Sendable {
        fileprivate var pieces: [Digest: (pack: OutgoingPack, range: Range<Int>)] = [:]
        fileprivate let files: PackFiles

        /// The bytes of a piece.
        ///
        /// - Throws: STORAGE_004 if it is of a pack that only the remote had.
        func bytes(of name: Digest) throws(RedoError) -> [UInt8] {
            guard let (pack, range) = pieces[name] else {
                throw RedoError(
                    .corrupted, "the remote lacks \(name.hexadecimal), which it had",
                    hints: ["repeat the command: the nodes are sent in another pack then"])
            }
            return try files.bytes(of: pack, range)
        }
    }

    /// Works out what to send. In a dry run only the nodes are computed.
    ///
    /// - Parameter folder: for new packs; it is emptied.
    init(
        from candidates: OutgoingChoice.Candidates, in folder: ContainedFolder,
        _ session: ExchangeSession
    ) throws(RedoError) {
        self.folder = folder
        files = candidates.files
        contents = Contents(files: files)
        try? folder.removeTree()
        alreadyListed = Set((candidates.listed + candidates.others).flatMap(\.pieces))
        let choice = try OutgoingChoice(from: candidates, session)
        var base = choice.base
        isChanged = Set(base.map(\.pack.name)) != Set(candidates.listed.map(\.name))
        listedLocally = choice.listedLocally
        damagedPacks = choice.damagedPacks
        let rest = choice.rest
        (kept, waiting, hasDamage) = (rest.kept, rest.waiting, rest.hasDamage)
        hints = rest.hints + ["'redo push --skip-unsigned' pushes the rest"]
        newIDs = choice.newIDs + rest.nodes.map(\.id)
        if session.request.isDryRun { return }
        let joined = try join(&base, to: rest.nodes, session)
        listing = base.map(\.pack)
        for pack in choice.whole { try add(pack) }
        if joined.isEmpty { return }
        let others = base.flatMap { entry in
            (0..<min(entry.ids.count, Self.companionCount)).map { entry.ids[$0] }
        }
        try add(
            joined, session.store,
            others + choice.whole.flatMap { $0.ids.prefix(Self.companionCount) })
    }

    /// How many nodes of each pack are tried beside one whose pack is marked.
    private static let companionCount = 4

    /// Writes a pack of nodes and lists it; two or more if a file of it is about to be removed from the remote.
    ///
    /// - Parameter companions: listed nodes that may go into the pack of one node, which has no other form by itself.
    private mutating func add(
        _ nodes: [Node], _ store: Store, _ companions: [NodeID]
    ) throws(RedoError) {
        let pack = try store.writeOutgoingPack(of: nodes, in: folder)
        if try files.isListable(pack) { return try add(pack) }
        if nodes.count > 1 {
            let nodes = nodes.sorted { $0.position < $1.position }
            try add(Array(nodes[..<(nodes.count / 2)]), store, companions)
            try add(Array(nodes[(nodes.count / 2)...]), store, companions)
            return
        }
        for companion in try store.snapshot(of: Set(companions)).nodes where companion.isSigned {
            let pack = try store.writeOutgoingPack(of: nodes + [companion], in: folder)
            if try files.isListable(pack) { return try add(pack) }
        }
        try add(pack)
        unavoidable.formUnion(listing.last?.pieces ?? [])
    }

    /// Takes the own packs out of the listing that are too small beside what is new, so that sizes stay geometric.
    ///
    /// - Returns: the nodes of the pack that takes their place, with the new ones.
    private mutating func join(
        _ base: inout [PackCover.Entry], to new: [Node], _ session: ExchangeSession
    ) throws(RedoError) -> [Node] {
        if new.isEmpty { return [] }
        var sum = new.count
        var chosen: [Digest] = []
        var wanted: Set<NodeID> = []
        for entry in base.filter(\.isOwn).sorted(by: { $0.ids.count < $1.ids.count }) {
            guard entry.ids.count < 2 * sum else { break }
            sum += entry.ids.count
            chosen.append(entry.pack.name)
            for place in 0..<entry.ids.count { wanted.insert(entry.ids[place]) }
        }
        if chosen.isEmpty { return new }
        let old: [Node]
        if wanted.count <= NodesToPush.greatestSelection {
            old = try session.store.snapshot(of: wanted).nodes
        } else {
            old = try session.repository.snapshot(trusting: .checksums).nodes
                .filter { wanted.contains($0.id) }
        }
        let here = Set(new.map(\.id))
        let further = old.filter { $0.isSigned && !here.contains($0.id) }
        // What the store has lost stays in the pack that has it.
        guard Set(further.map(\.id)).union(here).isSuperset(of: wanted) else { return new }
        base.removeAll { chosen.contains($0.pack.name) }
        isChanged = true
        return new + further
    }

    /// Lists a pack of this store, and notes where its pieces are.
    private mutating func add(_ pack: OutgoingPack) throws(RedoError) {
        let pieces = try files.pieces(of: pack)
        for (name, range) in pieces { contents.pieces[name] = (pack, range) }
        newPacks.append(pack)
        listing.append(
            Statement.ListedPack(
                name: pack.name, byteCount: pack.byteCount, pieces: pieces.map(\.name)))
    }

    /// Removes the packs that were written to be sent.
    func removeFiles() { try? folder.removeTree() }
}
