import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The packs that the next statement of a store lists, and those of them that have to be sent.
struct CheckpointPlan {
    /// The packs of the statement, in its order. A dry run only computes the nodes.
    private(set) var listing: [Statement.ListedPack] = []
    /// The packs that the remote lacks.
    private(set) var newPacks: [OutgoingPack] = []
    /// The nodes that no statement of the slot has listed, in no particular order.
    private(set) var newIDs: [NodeID] = []
    /// Whether packs were joined, or packs of other stores are listed: then a statement is useful without new nodes.
    private(set) var isChanged = false
    private(set) var kept: [NodesToPush.Kept] = []
    /// Hints about the nodes that are not sent.
    private(set) var hints: [String] = []
    /// Nodes with a missing ancestor.
    private(set) var waiting = WaitingNodes([], behind: [])
    private(set) var hasDamage = false
    /// The store's packs that are not sent as they are, since their bytes do not match their names.
    private(set) var damagedPacks: [Digest] = []
    /// Files that are listed by tips of the remote.
    private(set) var alreadyListed: Set<Digest> = []
    /// The store's packs whose nodes are all listed.
    private(set) var listedLocally: Set<Digest> = []

    /// Files that are listed although they are marked for removal: their nodes fit into no other pack.
    private(set) var unavoidable: Set<Digest> = []
    private(set) var contents: Contents

    private let directory: ContainedDirectory
    private let files: PackFiles

    /// The source of the pieces of new packs.
    struct Contents: Sendable {
        fileprivate var pieces: [Digest: (pack: OutgoingPack, range: Range<Int>)] = [:]
        fileprivate let files: PackFiles

        /// Reads the bytes of a piece.
        ///
        /// - Throws: STORAGE_004 if its pack was only on the remote.
        func bytes(of name: Digest) throws(RedoError) -> [UInt8] {
            guard let (pack, range) = pieces[name] else {
                throw RedoError(
                    .corrupted, "the remote lacks \(name.hexadecimal), which it had",
                    hints: ["repeat the command: the nodes are sent in another pack then"])
            }
            return try files.bytes(of: pack, range)
        }
    }

    /// Determines what to send. A dry run only computes the nodes.
    ///
    /// - Parameter directory: the directory for new packs; it is emptied.
    init(
        from candidates: OutgoingChoice.Candidates, in directory: ContainedDirectory,
        _ session: ExchangeSession
    ) throws(RedoError) {
        self.directory = directory
        files = candidates.files
        contents = Contents(files: files)
        try? directory.removeTree()
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
        let joined = try join(&base, to: rest.nodes, candidates.connected, session)
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

    /// The number of nodes of each pack that are tried as companions of one whose pack is marked.
    private static let companionCount = 4

    /// Writes a pack of nodes and lists it; two or more if a file of it is marked for removal from the remote.
    ///
    /// - Parameter companions: listed nodes that may join a single node in its pack, which has only one form alone.
    private mutating func add(
        _ nodes: [Node], _ store: Store, _ companions: [NodeID]
    ) throws(RedoError) {
        let pack = try store.writeOutgoingPack(of: nodes, in: directory)
        if try files.isListable(pack) { return try add(pack) }
        if nodes.count > 1 {
            let nodes = nodes.sorted { $0.position < $1.position }
            try add(Array(nodes[..<(nodes.count / 2)]), store, companions)
            try add(Array(nodes[(nodes.count / 2)...]), store, companions)
            return
        }
        for companion in try store.snapshot(of: Set(companions)).nodes where companion.isSigned {
            let pack = try store.writeOutgoingPack(of: nodes + [companion], in: directory)
            if try files.isListable(pack) { return try add(pack) }
        }
        try add(pack)
        unavoidable.formUnion(listing.last?.pieces ?? [])
    }

    /// Removes own packs from the listing that are too small in comparison with the new nodes, so that sizes stay
    /// geometric.
    ///
    /// - Returns: the nodes of the pack that replaces them, with the new ones.
    private mutating func join(
        _ base: inout [PackCover.Entry], to new: [Node], _ connected: ConnectedNodes,
        _ session: ExchangeSession
    ) throws(RedoError) -> [Node] {
        if new.isEmpty { return [] }
        var sum = new.count
        var chosen: [Digest] = []
        var wanted: Set<NodeID> = []
        for entry in base.filter(\.isOwn).sorted(by: { $0.ids.count < $1.ids.count }) {
            guard entry.ids.count < 2 * sum else { break }
            sum += entry.ids.count
            chosen.append(entry.pack.name)
            for index in 0..<entry.ids.count { wanted.insert(entry.ids[index]) }
        }
        if chosen.isEmpty { return new }
        let old: [Node]
        if wanted.count <= NodesToPush.maximumSelection {
            old = try session.store.snapshot(of: wanted, knowing: connected.looseNodes).nodes
        } else {
            old = try session.repository.snapshot(trusting: .checksums).nodes
                .filter { wanted.contains($0.id) }
        }
        let here = Set(new.map(\.id))
        let further = old.filter { $0.isSigned && !here.contains($0.id) }
        // Nodes that the store has lost stay in the pack that has them.
        guard Set(further.map(\.id)).union(here).isSuperset(of: wanted) else { return new }
        base.removeAll { chosen.contains($0.pack.name) }
        isChanged = true
        return new + further
    }

    /// Lists a pack of this store, and records the location of its pieces.
    private mutating func add(_ pack: OutgoingPack) throws(RedoError) {
        let pieces = try files.pieces(of: pack)
        for (name, range) in pieces { contents.pieces[name] = (pack, range) }
        newPacks.append(pack)
        listing.append(
            Statement.ListedPack(
                name: pack.name, byteCount: pack.byteCount, pieces: pieces.map(\.name)))
    }

    /// Removes the packs that were written for sending.
    func removeFiles() { try? directory.removeTree() }
}
