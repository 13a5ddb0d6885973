import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRemotes
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

    private let folder: ContainedFolder
    /// What seals pieces; nil on a remote that is not encrypted.
    private let seal: Seal?
    /// Files that may not be listed again.
    private let marks: RemovalMarks
    /// Files that are listed although they are marked: their nodes can be in no other pack.
    private(set) var unavoidable: Set<Digest> = []

    /// Where the pieces of new packs are.
    struct Contents: Sendable {
        fileprivate var pieces: [Digest: (pack: OutgoingPack, range: Range<Int>)] = [:]
        fileprivate var seal: Seal?

        /// The bytes of a piece.
        ///
        /// - Throws: STORAGE_004 if it is of a pack that only the remote had.
        func bytes(of name: Digest) throws(RedoError) -> [UInt8] {
            guard let (pack, range) = pieces[name] else {
                throw RedoError(
                    .corrupted, "the remote lacks \(name.hexadecimal), which it had",
                    hints: ["repeat the command: the nodes are sent in another pack then"])
            }
            return try CheckpointPlan.file(of: pack, range, seal)
        }
    }

    /// The bytes of a piece as the remote has them. Sealed again they are the same bytes.
    private static func file(
        of pack: OutgoingPack, _ range: Range<Int>, _ seal: Seal?
    ) throws(RedoError) -> [UInt8] {
        let bytes = pack.bytes(range)
        guard let seal else { return bytes }
        return try seal.sealed(bytes, as: .piece)
    }

    private(set) var contents = Contents()

    /// Works out what to send.
    ///
    /// - Parameters:
    ///   - listed: what the slot's last statement lists and the remote has.
    ///   - others: what other slots list and the remote has, of what this store has taken in whole.
    ///   - marks: files to remove from the remote.
    ///   - seal: what seals pieces; nil on a remote that is not encrypted.
    ///   - isCompacting: whether the slots that this one replaces count for nothing, and all that no other slot lists
    ///     becomes one pack.
    init<Storage: CheckpointStorage>(
        _ exchange: inout CheckpointExchange<Storage>, _ listed: [Statement.ListedPack],
        _ others: [Statement.ListedPack], besides marks: RemovalMarks, seal: Seal?,
        isCompacting: Bool = false, _ context: borrowing CommandContext
    ) throws(RedoError) {
        folder = exchange.folder.folder("outgoing")
        self.seal = seal
        self.marks = marks
        contents.seal = seal
        try? folder.removeTree()
        let store = exchange.store
        alreadyListed = Set((listed + others).flatMap(\.pieces))
        let choice = try OutgoingChoice(
            from: OutgoingChoice.Candidates(
                connected: try store.connectedNodes(), listed: listed, others: others,
                marked: marks.all, known: exchange.record.listedPacks, isCompacting: isCompacting
            ) { (pack) throws(RedoError) in try !Self.isMarked(pack, marks, seal) },
            exchange, context)
        var base = choice.base
        isChanged = Set(base.map(\.pack.name)) != Set(listed.map(\.name))
        listedLocally = choice.listedLocally
        damagedPacks = choice.damagedPacks
        let rest = choice.rest
        (kept, hints, waiting, hasDamage) = (rest.kept, rest.hints, rest.waiting, rest.hasDamage)
        newIDs = choice.newIDs + rest.nodes.map(\.id)
        if context.arguments.has(SyncOptions.dryRun) { return }
        let joined = try join(&base, to: rest.nodes, store, context)
        listing = base.map(\.pack)
        for pack in choice.whole { try add(pack) }
        if joined.isEmpty { return }
        let others = base.flatMap { entry in
            (0..<min(entry.ids.count, Self.companionCount)).map { entry.ids[$0] }
        }
        try add(joined, store, others + choice.whole.flatMap { $0.ids.prefix(Self.companionCount) })
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
        guard try Self.isMarked(pack, marks, seal) else { return try add(pack) }
        if nodes.count > 1 {
            let nodes = nodes.sorted { $0.position < $1.position }
            try add(Array(nodes[..<(nodes.count / 2)]), store, companions)
            try add(Array(nodes[(nodes.count / 2)...]), store, companions)
            return
        }
        for companion in try store.snapshot(of: Set(companions)).nodes where companion.isSigned {
            let pack = try store.writeOutgoingPack(of: nodes + [companion], in: folder)
            if try !Self.isMarked(pack, marks, seal) { return try add(pack) }
        }
        try add(pack)
        unavoidable.formUnion(listing.last?.pieces ?? [])
    }

    /// Whether a file that a pack is cut into is about to be removed from the remote. O(n) if there are marks.
    private static func isMarked(
        _ pack: OutgoingPack, _ marks: RemovalMarks, _ seal: Seal?
    ) throws(RedoError) -> Bool {
        if marks.isEmpty { return false }
        for range in PackPieces.ranges(frameEnds: pack.frameEnds) {
            let file = try file(of: pack, range, seal)
            if marks.all.contains(SHA256.digest(file.span)) { return true }
        }
        return false
    }

    /// The packs that other slots list and this store has taken in whole.
    ///
    /// - Parameter isCompacting: whether the slots that this store's replaces count for nothing.
    /// - Throws: STORAGE_001 if the record of what was given up cannot be read.
    static func packsOfOthers<Storage>(
        _ exchange: CheckpointExchange<Storage>, isCompacting: Bool
    ) throws(RedoError) -> [Statement.ListedPack] {
        let givenUp = try exchange.store.givenUp()
        let slots = Set(isCompacting ? exchange.record.own?.retired.map(\.slot) ?? [] : [])
        var packs: [Statement.ListedPack] = []
        var names: Set<Digest> = []
        for (slot, seen) in exchange.record.seen.sorted(by: { $0.key < $1.key })
        where seen.isWhole && !slots.contains(slot) {
            for pack in seen.statement.statement.packs
            where !exchange.hasGivenUp(pack, givenUp) && names.insert(pack.name).inserted {
                packs.append(pack)
            }
        }
        return packs
    }

    /// Takes the own packs out of the listing that are too small beside what is new, so that sizes stay geometric.
    ///
    /// - Returns: the nodes of the pack that takes their place, with the new ones.
    private mutating func join(
        _ base: inout [PackCover.Entry], to new: [Node], _ store: Store,
        _ context: borrowing CommandContext
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
            old = try store.snapshot(of: wanted).nodes
        } else {
            old = try context.repository(store).snapshot(trusting: .checksums).nodes
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
        var pieces: [Digest] = []
        for range in PackPieces.ranges(frameEnds: pack.frameEnds) {
            let file = try Self.file(of: pack, range, seal)
            let name = SHA256.digest(file.span)
            pieces.append(name)
            contents.pieces[name] = (pack, range)
        }
        newPacks.append(pack)
        listing.append(
            Statement.ListedPack(name: pack.name, byteCount: pack.byteCount, pieces: pieces))
    }

    /// Removes the packs that were written to be sent.
    func removeFiles() { try? folder.removeTree() }
}
