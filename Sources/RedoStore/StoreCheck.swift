import RedoCrypto
import RedoLog
import RedoSystem

/// Something in a store that is not as it should be.
package struct StoreFinding: Sendable {
    /// Of the file.
    package let path: String
    /// Where in the file it begins, if that is known.
    package let offset: Int?
    package let code: String
    package let detail: String

    init(_ path: String, at offset: Int? = nil, _ code: String, _ detail: String) {
        self.path = path
        self.offset = offset
        self.code = code
        self.detail = detail
    }

    package static func damage(_ path: String, at offset: Int? = nil, _ detail: String)
        -> StoreFinding
    {
        StoreFinding(path, at: offset, StoreError.Code.corrupted.rawValue, detail)
    }
}

/// What reading every byte of a store found.
package struct StoreCheck: Sendable {
    package private(set) var findings: [StoreFinding] = []
    /// How many nodes are whole.
    package private(set) var nodeCount = 0
    /// Files of nodes that are not those nodes, and why.
    private(set) var damagedLoose: [(id: ChangeID, reason: String)] = []
    private(set) var damagedPacks: [(name: PackName, reason: String)] = []
    /// Indexes that are missing or damaged, of packs that are whole.
    private(set) var damagedIndexes: [(name: PackName, reason: String)] = []
    /// Indexes without a pack.
    private(set) var strayIndexes: [PackName] = []

    private var links: [NodeLinks] = []
    private var paths: [ChangeID: String] = [:]

    /// Reads everything: loose nodes, packs, indexes, and what leads from node to node. Hash, form
    /// and signature of each node are checked, on all processors.
    ///
    /// - Throws: STORAGE_001 where the store cannot be listed.
    init(_ store: Store, progress: StoreProgress) throws(StoreError) {
        try checkLoose(store, progress)
        try checkPacks(store, progress)
        checkLinks(store)
    }

    private mutating func checkLoose(
        _ store: Store, _ progress: StoreProgress
    ) throws(StoreError) {
        let ids = try store.looseIDs()
        for (id, outcome) in zip(ids, store.looseOutcomes(ids, progress: progress)) {
            // One that is gone was packed meanwhile.
            guard let outcome else { continue }
            let path = store.objects.path(of: id)
            switch outcome {
            case .success(let node): add(node, path)
            case .failure(let rejection):
                findings.append(StoreFinding(path, rejection.code.rawValue, rejection.detail))
                damagedLoose.append((id, "\(rejection)"))
            }
        }
    }

    private mutating func checkPacks(
        _ store: Store, _ progress: StoreProgress
    ) throws(StoreError) {
        var checked: Set<PackName> = []
        while true {
            // A pack that is gone was replaced by one that has its nodes, which may be new.
            let names = try store.packNames()
                .filter { !checked.contains($0) }
            if names.isEmpty { break }
            for name in names { checkPack(store, name, progress) }
            checked.formUnion(names)
        }
        let indexes = try store.listed { () throws(SystemError) in try store.packs.indexNames() }
        for name in indexes where !checked.contains(name) && !isLeftBehind(store, name) {
            strayIndexes.append(name)
            findings.append(
                .damage(Path.join(store.packs.path, name.indexFileName), "its pack is gone"))
        }
    }

    private mutating func checkPack(
        _ store: Store, _ name: PackName, _ progress: StoreProgress
    ) {
        let path = Path.join(store.packs.path, name.packFileName)
        let file: MappedFile
        do throws(SystemError) {
            file = try MappedFile(path)
        } catch {
            if error.isNotFound { return }
            findings.append(.damage(path, error.description))
            // What may not be read now can be whole; what is no file is no pack.
            if ((try? Files.status(of: path)) ?? nil)?.kind != .regular {
                damagedPacks.append((name, error.description))
            }
            return
        }
        let reading = PackReading(file, named: name, progress) { add($0, path) }
        guard let first = reading.damages.first else {
            return checkIndex(store, name, against: reading.index)
        }
        for damage in reading.damages {
            findings.append(.damage(path, at: damage.offset, damage.reason))
        }
        damagedPacks.append((name, "byte \(first.offset): \(first.reason)"))
    }

    /// Whether an index without a pack is no loss: a command that names or removes a pack can be
    /// ended between its two files.
    private func isLeftBehind(_ store: Store, _ name: PackName) -> Bool {
        let folder = store.packs
        let isThere = { (file: String) in
            ((try? Files.status(of: Path.join(folder.path, file))) ?? nil) != nil
        }
        // In this order: a pack can get its name at any moment.
        if folder.hasTemporaryPack(name) || isThere(name.packFileName) { return true }
        let path = Path.join(folder.path, name.indexFileName)
        guard let file = try? MappedFile(path), let index = try? PackIndex(file, using: [.ids]),
            index.pack == name
        else { return !isThere(name.indexFileName) }
        return (0..<index.nodeCount).allSatisfy { paths[index.id(of: $0)] != nil }
    }

    /// Compares an index with the one that its pack gives.
    private mutating func checkIndex(
        _ store: Store, _ name: PackName, against expected: [UInt8]
    ) {
        let path = Path.join(store.packs.path, name.indexFileName)
        var reason: String?
        var offset: Int?
        do throws(SystemError) {
            let bytes = try Files.read(path)
            if bytes != expected {
                let place = zip(bytes, expected).prefix { $0 == $1 }.count
                offset = place
                reason = "it is not what its pack gives"
            }
        } catch {
            // Its pack may have been replaced by another meanwhile, and both removed.
            let packPath = Path.join(store.packs.path, name.packFileName)
            if error.isNotFound, (try? Files.status(of: packPath)) ?? nil == nil { return }
            reason = error.isNotFound ? "the index of a pack is missing" : error.description
        }
        guard let reason else { return }
        findings.append(.damage(path, at: offset, reason))
        damagedIndexes.append((name, reason))
    }

    private mutating func add(_ node: Node, _ path: String) {
        // Of several copies one is enough.
        guard paths.updateValue(path, forKey: node.id) == nil else { return }
        nodeCount += 1
        links.append(node.links)
    }

    /// Stage 2 of all nodes.
    private mutating func checkLinks(_ store: Store) {
        let facts = Dictionary(uniqueKeysWithValues: links.map { ($0.id, $0.facts) })
        let reader = NodeReader()
        for link in links {
            let rejection = link.check { id in
                if let facts = facts[id] { return facts }
                // A parent may have been written since the loose nodes were listed.
                return try? store.looseOutcome(id, reader: reader)?.get().parentFacts
            }
            guard let rejection else { continue }
            findings.append(
                StoreFinding(
                    paths[link.id] ?? "", rejection.code.rawValue,
                    "\(link.id): \(rejection.detail)"))
        }
    }
}

/// A pack of which every byte was read.
struct PackReading {
    private(set) var damages: [PackScan.Damage]
    /// The index that the pack gives, if it is whole.
    private(set) var index: [UInt8] = []

    private struct FrameReading {
        var nodes: [(offset: Int, node: Node)] = []
        var damages: [PackScan.Damage] = []
    }

    /// - Parameter body: is given each node that is whole, in the order of the pack.
    init(
        _ file: MappedFile, named name: PackName, _ progress: StoreProgress = { _, _ in },
        _ body: (Node) -> Void
    ) {
        let scan = PackScan(file, named: name)
        damages = scan.damages
        var builder = IndexBuilder()
        var last: ReplayPosition?
        for start in stride(from: 0, to: scan.frames.count, by: 32) {
            let frames = scan.frames[start..<min(start + 32, scan.frames.count)]
            let readings = Parallel.map(count: frames.count, smallestShare: 1) { range in
                let decompressor = Decompressor()
                let reader = NodeReader()
                return range.map { Self.read(frames[start + $0], scan, decompressor, reader) }
            }
            for (frame, reading) in zip(frames, readings) {
                builder.add(
                    IndexBuilder.Frame(
                        offset: frame.offset, byteCount: frame.byteCount,
                        contentByteCount: frame.contentByteCount, firstNode: builder.nodeCount))
                damages += reading.damages
                for (offset, node) in reading.nodes {
                    if let last, node.position <= last {
                        damages.append(
                            PackScan.Damage(
                                offset: frame.offset,
                                reason: "the node \(node.id) is not in replay order"))
                    }
                    last = node.position
                    builder.add(node, lineOffset: offset)
                    body(node)
                }
            }
            progress(start + frames.count, scan.frames.count)
        }
        if damages.isEmpty, scan.nodeCount != builder.nodeCount {
            damages.append(
                PackScan.Damage(
                    offset: file.count - PackFormat.trailerByteCount,
                    reason: "it holds \(builder.nodeCount) nodes, and its trailer says another "
                        + "number"))
        }
        damages.sort { $0.offset < $1.offset }
        if damages.isEmpty { index = builder.bytes(of: name, byteCount: file.count) }
    }

    private static func read(
        _ frame: PackScan.Frame, _ scan: PackScan, _ decompressor: borrowing Decompressor,
        _ reader: borrowing NodeReader
    ) -> FrameReading {
        var reading = FrameReading()
        let content: [UInt8]
        do throws(PackScan.Damage) {
            content = try scan.content(of: frame, decompressor)
        } catch {
            reading.damages.append(error)
            content = scan.remains(of: frame)
        }
        let isDamaged = !reading.damages.isEmpty
        for (offset, line) in content.lines {
            do throws(Rejection) {
                let node = try reader.read(line, signature: .ifPresent)
                guard node.canonicalBytes == line else {
                    throw Rejection(.hashMismatch, "it is not in canonical form", id: node.id)
                }
                reading.nodes.append((offset, node))
            } catch {
                // What is left of a damaged frame is no news.
                if isDamaged { continue }
                reading.damages.append(
                    PackScan.Damage(
                        offset: frame.offset,
                        reason: "the line at byte \(offset) of the frame's content: \(error)"))
            }
        }
        return reading
    }
}
