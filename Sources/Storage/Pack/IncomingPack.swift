import RedoCrypto
import RedoModel
import RedoSystem

/// The result of importing a pack from elsewhere.
package struct IncomingPack: Sendable {
    /// The nodes that the store did not have.
    package fileprivate(set) var new: [NodeID] = []
    /// Nodes that were refused, and bytes that are not nodes.
    package fileprivate(set) var refused: [Rejection] = []
    /// All its nodes that the store has now, or has set aside because they follow what was given up, ascending.
    package fileprivate(set) var ids: [NodeID] = []
    /// All nodes in it, refused ones included; nil if some of its bytes are not nodes.
    package fileprivate(set) var links: NodeLinks?

    /// Whether all of it was admitted.
    package var isWhole: Bool { refused.isEmpty }

    /// A copy whose new nodes include those that an earlier reading of the pack has admitted.
    package func adding(new nodes: [NodeID]) -> IncomingPack {
        var sum = self
        sum.new = nodes + new
        return sum
    }

    /// Whether a node was refused because a parent of it is missing, which another pack may have.
    package var lacksParents: Bool { refused.contains { $0.code == .parentNotFound } }
}

extension Store {
    /// Imports a pack from elsewhere: takes all its nodes through stages 1 and 2, signatures included, on all
    /// processors.
    ///
    /// The pack is kept as it is if every node is admitted, at least half of them are new, and they are more than an
    /// import writes as files. Otherwise the valid nodes are written by themselves, if one of them is new.
    ///
    /// - Parameters:
    ///   - file: a file of the same file system, which is moved or of no more use when this returns.
    ///   - digest: the pack's name.
    ///   - arrival: a reader that has read it during its transfer.
    ///   - authors: the authors whose nodes are admitted; nil for everyone's.
    /// - Throws: STORAGE_003 if it cannot be written; STORAGE_001 if it cannot be read.
    package func admit(
        packAt file: ContainedFile, named digest: Digest, readBy arrival: PackArrival? = nil,
        of authors: Set<UserID>?, progress: StoreProgress = { _, _ in }
    ) throws(RedoError) -> IncomingPack {
        let name = PackName(digest)
        let mapped = try failing(.notFound, "a pack that has come cannot be read") {
            () throws(SystemError) in try MappedFile(file.path)
        }
        guard let image = Self.index(of: mapped, named: name, readBy: arrival, progress),
            let index = try? PackIndex(image, using: Pack.facts), try passes(index, of: authors)
        else { return try admitValid(nodesOf: mapped, named: name, of: authors) }
        var incoming = IncomingPack()
        incoming.new = (0..<index.nodeCount).map { index.id(of: $0) }
        let here = try present(incoming.new)
        if !here.isEmpty { incoming.new.removeAll { here.contains($0) } }
        let links = index.links
        incoming.links = links
        incoming.ids = links.ids
        let count = index.nodeCount
        if count > Self.maximumLooseBatch, 2 * incoming.new.count >= count {
            try packs.adopt(file, as: name, index: image)
            notePacks()
        } else {
            try write(incoming, from: mapped, named: name)
        }
        strike(lostPack: name)
        try readmitFollowers(of: incoming.new)
        return incoming
    }

    /// The index of a whole pack; nil if it is not whole.
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

    /// Imports the valid nodes of packs that have the parents of one another's nodes, as packs of devices that write
    /// in turn do.
    ///
    /// - Parameter files: with the names of the packs.
    /// - Returns: the result for each; a node of several packs is new in the first.
    /// - Throws: as ``admit(packAt:named:readBy:of:progress:)``.
    /// - Complexity: all nodes are in memory.
    package func admit(
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

    /// Writes the valid nodes of a pack by themselves, if one of them is new.
    private func write(
        _ incoming: IncomingPack, from file: MappedFile, named name: PackName
    ) throws(RedoError) {
        if incoming.new.isEmpty, try !hasUnsignedCopy(ofAny: incoming.ids) { return }
        // With those that are here: their stored copies may have no signature.
        let good = Set(incoming.ids)
        var nodes: [Result<Node, Rejection>] = []
        _ = PackReading(file, named: name, signature: .unchecked) {
            if good.contains($0.id) { nodes.append(.success($0)) }
        }
        _ = try admit(nodes, validator: NodeValidator())
    }

    /// Whether a node among some has an unsigned loose copy.
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

    /// Whether all nodes of a pack pass stage 2 and are by authors who are allowed, according to its columns.
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

    /// Admits the valid nodes of a pack one by one.
    private func admitValid(
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

/// Stage 2 of the nodes of a pack, one by one.
private struct IncomingCheck: ~Copyable {
    private let authors: Set<UserID>?
    private var stored: ParentLookup
    private let validator = NodeValidator()
    private var known: [NodeID: ParentFacts] = [:]
    /// In the order of the pack.
    private(set) var accepted: [NodeID] = []
    private(set) var refused: [Rejection] = []
    /// The descendants of given-up nodes, in the order of the pack.
    private(set) var cutOff: [Node] = []
    private(set) var failure: RedoError?
    /// The given-up nodes that have not come back.
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

extension PackDirectory {
    /// Moves a pack from elsewhere to its name, with its index. Both are on disk when this returns.
    ///
    /// - Throws: STORAGE_003.
    fileprivate func adopt(
        _ file: ContainedFile, as name: PackName, index: MappedFile
    ) throws(RedoError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        try failing(.writeFailed, "a pack that has come cannot be kept") {
            () throws(SystemError) in
            let isNew = try directory.make()
            if isNew, isSynced { try Files.synchronizeDirectory(Path.parent(of: path)) }
            if isSynced {
                try FileDescriptor(opening: file.path, for: .readRegular).synchronize()
            }
            // A reader that finds only its index looks here for a pack with a temporary name.
            let pack = ContainedFile(
                LooseObjects.temporaryName() + PackFormat.packSuffix, in: directory)
            try file.move(to: pack)
            defer { try? pack.removeIfPresent() }
            try Self.name(pack, name, in: directory, isSynced: isSynced) { () throws(SystemError) in
                try ContainedFile(name.indexFileName, in: directory)
                    .replace(with: index.bytes, mode: 0o444, isSynced: isSynced)
            }
        }
    }
}
