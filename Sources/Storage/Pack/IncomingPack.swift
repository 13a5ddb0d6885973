import RedoCrypto
import RedoModel
import RedoSystem

/// What became of a pack that came from elsewhere.
package struct IncomingPack: Sendable {
    /// The nodes that the store had not.
    package fileprivate(set) var new: [NodeID] = []
    /// Nodes that were not taken in, and bytes that are none.
    package fileprivate(set) var refused: [Rejection] = []
    /// All its nodes that the store has now, or keeps aside because they follow what was given up, ascending.
    package fileprivate(set) var ids: [NodeID] = []
    /// All nodes that it holds, also those that were not taken in; nil if some of its bytes are none.
    package fileprivate(set) var links: NodeLinks?

    /// Whether all of it was taken in.
    package var isWhole: Bool { refused.isEmpty }

    /// The same, with nodes that an earlier reading of the pack has taken in.
    package func adding(new nodes: [NodeID]) -> IncomingPack {
        var sum = self
        sum.new = nodes + new
        return sum
    }

    /// Whether a node was refused because a parent of it is not here, which another pack can have.
    package var lacksParents: Bool { refused.contains { $0.code == .parentNotFound } }
}

extension Store {
    /// Takes in a pack from elsewhere: all its nodes through stages 1 and 2, signatures included, on all processors.
    ///
    /// The pack is kept as it is if every node is taken in, at least half of them are new, and they are more than an
    /// import writes as files. Otherwise the good nodes are written by themselves, if one of them is new.
    ///
    /// - Parameters:
    ///   - file: a file of the same file system, which is gone or of no more use when this returns.
    ///   - digest: the pack's name.
    ///   - arrival: has read it while it arrived.
    ///   - authors: whose nodes are taken in; nil for everyone's.
    /// - Throws: STORAGE_003 if it cannot be written; STORAGE_001 if it cannot be read.
    package func takeIn(
        packAt file: ContainedFile, named digest: Digest, readBy arrival: PackArrival? = nil,
        of authors: Set<UserID>?, progress: StoreProgress = { _, _ in }
    ) throws(RedoError) -> IncomingPack {
        let name = PackName(digest)
        let mapped = try failing(.notFound, "a pack that has come cannot be read") {
            () throws(SystemError) in try MappedFile(file.path)
        }
        guard let image = Self.index(of: mapped, named: name, readBy: arrival, progress),
            let index = try? PackIndex(image, using: Pack.facts), try passes(index, of: authors)
        else { return try takeInGood(nodesOf: mapped, named: name, of: authors) }
        var incoming = IncomingPack()
        incoming.new = (0..<index.nodeCount).map { index.id(of: $0) }
        let here = try present(incoming.new)
        if !here.isEmpty { incoming.new.removeAll { here.contains($0) } }
        let links = index.links
        incoming.links = links
        incoming.ids = links.ids
        let count = index.nodeCount
        if count > Self.greatestLooseBatch, 2 * incoming.new.count >= count {
            try packs.adopt(file, as: name, index: image)
            notePacks()
        } else {
            try write(incoming, from: mapped, named: name)
        }
        strike(lostPack: name)
        try takeBackFollowers(of: incoming.new)
        return incoming
    }

    /// The index that a pack gives which is whole; nil for one that is not.
    private static func index(
        of file: MappedFile, named name: PackName, readBy arrival: PackArrival?,
        _ progress: StoreProgress
    ) -> MappedFile? {
        let reading =
            arrival?.reading(of: file)
            ?? PackReading(file, named: name, signature: .required, progress) { _ in }
        guard reading.damages.isEmpty else { return nil }
        return try? reading.index.mapped(as: file.path)
    }

    /// Takes in the good nodes of packs that hold the parents of one another's nodes, as those of devices do that write in turn.
    ///
    /// - Parameter files: with the names of the packs.
    /// - Returns: what became of each; a node of several is new in the first.
    /// - Throws: as ``takeIn(packAt:named:readBy:of:progress:)``.
    /// - Complexity: all nodes are in memory.
    package func takeIn(
        nodesOf files: [(file: ContainedFile, name: Digest)], of authors: Set<UserID>?
    ) throws(RedoError) -> [IncomingPack] {
        var nodes: [NodeID: Node] = [:]
        var packs: [(links: NodeLinks, damages: [Rejection])] = []
        for (file, digest) in files {
            let mapped = try failing(.notFound, "a pack that has come cannot be read") {
                () throws(SystemError) in try MappedFile(file.path)
            }
            var builder = NodeLinks.Builder()
            let reading = PackReading(mapped, named: PackName(digest), signature: .required) {
                nodes[$0.id] = $0
                builder.add($0.id, parents: $0.parents)
            }
            let damages = reading.damages.map { $0.rejection ?? Rejection(.corrupted, $0.reason) }
            packs.append((builder.links, damages))
        }
        var check = try IncomingCheck(self, authors)
        let sorted = nodes.values.sorted { $0.position < $1.position }
        for node in sorted { check.add(node) }
        if let failure = check.failure { throw failure }
        try setAside(check.cutOff)
        let cutOff = Set(check.cutOff.map(\.id))
        let accepted = Set(check.accepted)
        var here = try present(check.accepted)
        _ = try admit(
            sorted.filter { accepted.contains($0.id) }.map { .success($0) },
            validator: NodeValidator())
        return packs.map { links, damages in
            let own = Set(links.ids)
            var incoming = IncomingPack()
            incoming.ids = links.ids.filter { accepted.contains($0) || cutOff.contains($0) }
            incoming.links = damages.isEmpty ? links : nil
            incoming.new = incoming.ids.filter { accepted.contains($0) && !here.contains($0) }
            incoming.refused =
                damages + check.refused.filter { $0.id.map { own.contains($0) } ?? false }
            here.formUnion(incoming.ids)
            return incoming
        }
    }

    /// Writes the good nodes of a pack by themselves, if one of them is new.
    private func write(
        _ incoming: IncomingPack, from file: MappedFile, named name: PackName
    ) throws(RedoError) {
        if incoming.new.isEmpty, try !hasUnsignedCopy(ofAny: incoming.ids) { return }
        // With those that are here: their copies may have no signature.
        let good = Set(incoming.ids)
        var nodes: [Result<Node, Rejection>] = []
        _ = PackReading(file, named: name, signature: .unchecked) {
            if good.contains($0.id) { nodes.append(.success($0)) }
        }
        _ = try admit(nodes, validator: NodeValidator())
    }

    /// Whether one of some nodes is in a file of its own, without a signature.
    ///
    /// - Parameter ids: ascending.
    private func hasUnsignedCopy(ofAny ids: [NodeID]) throws(RedoError) -> Bool {
        let validator = NodeValidator()
        for id in try looseIDs() {
            let index = ids.firstIndex(notBelow: id)
            guard index < ids.count, ids[index] == id,
                let node = try? looseOutcome(id, validator: validator)?.get(), !node.isSigned
            else { continue }
            return true
        }
        return false
    }

    /// Whether all nodes of a pack pass stage 2 and are by authors who are allowed, as far as its columns tell.
    private func passes(
        _ index: PackIndex, of authors: Set<UserID>?
    ) throws(RedoError) -> Bool {
        if let authors {
            for line in index.authorLines.lines {
                guard let author = Author(stored: line.bytes), authors.contains(author.userID)
                else { return false }
            }
        }
        let validator = NodeValidator()
        var stored = ParentLookup(self)
        let links = LinkColumns(index)
        for node in 0..<index.nodeCount {
            let isSound = try links.isSound(node, in: index) { (id) throws(RedoError) in
                try stored.facts(of: id, validator: validator)
            }
            guard isSound, index.action(of: node) != nil else { return false }
        }
        return true
    }

    /// Takes in the nodes of a pack one by one, those that are good.
    private func takeInGood(
        nodesOf file: MappedFile, named name: PackName, of authors: Set<UserID>?
    ) throws(RedoError) -> IncomingPack {
        var check = try IncomingCheck(self, authors)
        var builder = NodeLinks.Builder()
        let reading = PackReading(file, named: name, signature: .required) {
            check.add($0)
            builder.add($0.id, parents: $0.parents)
        }
        if let failure = check.failure { throw failure }
        try setAside(check.cutOff)
        var incoming = IncomingPack()
        incoming.refused =
            reading.damages.map { $0.rejection ?? Rejection(.corrupted, $0.reason) }
            + check.refused
        if reading.damages.isEmpty { incoming.links = builder.links }
        let here = try present(check.accepted)
        incoming.new = check.accepted.filter { !here.contains($0) }
        incoming.ids = check.accepted.sorted()
        try write(incoming, from: file, named: name)
        incoming.ids = (check.accepted + check.cutOff.map(\.id)).sorted()
        if incoming.isWhole { strike(lostPack: name) }
        return incoming
    }
}

/// Stage 2 of the nodes of a pack, one after the other.
private struct IncomingCheck: ~Copyable {
    private let authors: Set<UserID>?
    private var stored: ParentLookup
    private let validator = NodeValidator()
    private var known: [NodeID: ParentFacts] = [:]
    /// In the order of the pack.
    private(set) var accepted: [NodeID] = []
    private(set) var refused: [Rejection] = []
    /// Those that follow what was given up, in the order of the pack.
    private(set) var cutOff: [Node] = []
    private(set) var failure: RedoError?
    /// What was given up and has not come back.
    private var awaited: Set<NodeID>

    init(_ store: Store, _ authors: Set<UserID>?) throws(RedoError) {
        stored = ParentLookup(store)
        self.authors = authors
        let givenUp = try store.givenUp()
        awaited = givenUp.lost.union(givenUp.cutOff)
    }

    mutating func add(_ node: Node) {
        if failure != nil { return }
        if let authors, !authors.contains(node.author.userID) {
            refused.append(
                Rejection(
                    .validationFailed,
                    "its author \(node.author.userID) is not one of sync.allowedAuthors",
                    id: node.id))
            return
        }
        do throws(RedoError) {
            let rejection = try node.checkParents { (id) throws(RedoError) in
                if let facts = known[id] { return facts }
                let facts = try stored.facts(of: id, validator: validator)
                known[id] = facts
                return facts
            }
            if let rejection {
                if rejection.code == .parentNotFound, node.parents.contains(where: awaited.contains)
                {
                    awaited.insert(node.id)
                    cutOff.append(node)
                } else {
                    refused.append(rejection)
                }
            } else {
                known[node.id] = node.parentFacts
                accepted.append(node.id)
            }
        } catch {
            failure = error
        }
    }
}

extension PackFolder {
    /// Gives a pack from elsewhere its name, with its index. When this returns, both last.
    ///
    /// - Throws: STORAGE_003.
    fileprivate func adopt(
        _ file: ContainedFile, as name: PackName, index: MappedFile
    ) throws(RedoError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        try failing(.writeFailed, "a pack that has come cannot be kept") {
            () throws(SystemError) in
            let isNew = try folder.make()
            if isNew, isSynced { try Files.synchronizeDirectory(Path.parent(of: path)) }
            if isSynced {
                try FileDescriptor(opening: file.path, for: .readRegular).synchronize()
            }
            // Whoever finds its index alone looks here for a pack with a temporary name.
            let pack = ContainedFile(
                LooseObjects.temporaryName() + PackFormat.packSuffix, in: folder)
            try file.move(to: pack)
            defer { try? pack.removeIfPresent() }
            try Self.name(pack, name, in: folder, isSynced: isSynced) { () throws(SystemError) in
                try ContainedFile(name.indexFileName, in: folder)
                    .replace(with: index.bytes, mode: 0o444, isSynced: isSynced)
            }
        }
    }
}
