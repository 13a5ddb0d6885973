import RedoModel
import RedoSystem

/// Which packs are replaced by a single one.
package enum PackScope: Equatable, Sendable {
    /// As many of the smallest as keep their sizes geometric: each at least twice as large as all smaller ones
    /// together. So there are O(log n) packs, and a node is packed again O(log n) times.
    case geometric
    /// The packs with at most this many nodes, which needs little memory however large the store is.
    case small(Int)
    case all
}

/// The result of packing.
package struct PackReport: Sendable {
    /// Nil if there was nothing to pack.
    package var name: PackName?
    package var nodeCount = 0
    package var removedPackCount = 0
    package var removedLooseCount = 0
}

extension Store {
    /// The maximum number of nodes that are written as loose files. An import of more nodes writes a pack.
    package static let maximumLooseBatch = 100

    /// Writes nodes with distinct ids, in replay order.
    func write(
        distinct nodes: [Node], validator: borrowing NodeValidator, progress: StoreProgress
    ) throws(RedoError) {
        guard nodes.count > Self.maximumLooseBatch else {
            return try writeLoose(nodes, validator: validator, progress: progress)
        }
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let loose = Set(try looseIDs())
        var replacing: [Node] = []
        var packed: [Node] = []
        for node in nodes {
            var situation = LooseObjects.Situation.absent
            if loose.contains(node.id) {
                situation = try writing { () throws(SystemError) in
                    try objects.situation(of: node, validator: validator)
                }
            }
            switch situation {
            case .kept: continue
            case .unsigned: replacing.append(node)
            case .absent, .damaged: packed.append(node)
            }
        }
        try writeLoose(replacing, validator: validator, progress: { _, _ in })
        if !packed.isEmpty { try writePack(packed, progress: progress) }
    }

    private func writeLoose(
        _ nodes: [Node], validator: borrowing NodeValidator, progress: StoreProgress
    ) throws(RedoError) {
        try writing { () throws(SystemError) in
            try objects.write(nodes, validator: validator, progress: progress)
        }
    }

    private func writePack(_ nodes: [Node], progress: StoreProgress) throws(RedoError) {
        var writer = try PackWriter.begin(in: packs.directory, isSynced: packs.isSynced)
        for (index, node) in nodes.enumerated() {
            try writer.add(node)
            if index % 1024 == 0 { progress(index, nodes.count) }
        }
        _ = try writer.finish()
        notePacks()
        progress(nodes.count, nodes.count)
    }

    /// The nodes among some that no pack has whole, and signed if they are: the copies in packs are hashed.
    func unpacked(
        _ nodes: [Node], validator: borrowing NodeValidator
    ) throws(RedoError) -> [Node] {
        // Most small stores have no pack, and so need not load the library for packs.
        if try packNames().isEmpty { return nodes }
        var objects = try objectReader()
        var unpacked: [Node] = []
        for node in nodes where !objects.hasWholeCopy(of: node, validator: validator) {
            unpacked.append(node)
        }
        return unpacked
    }

    /// Packs the loose nodes together with packs that are too small, and then removes what the new pack replaces.
    /// Before that the new pack is synced and read back: every line of it is hashed, and every node to be removed is
    /// found in it.
    ///
    /// A loose node whose signature is invalid stays where it is.
    ///
    /// - Returns: nil if another process is packing.
    /// - Throws: STORAGE_004 if a pack that should be replaced is damaged or disagrees with its index, STORAGE_003 if
    ///   the new one cannot be written; then nothing is removed.
    package func pack(
        _ scope: PackScope, progress: StoreProgress = { _, _ in }
    ) throws(RedoError) -> PackReport? {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        guard let lock = try packLock() else { return nil }
        defer { _ = lock }
        let loose = try wholeLooseNodes()
        let chosen = try packsToReplace(in: scope, looseCount: loose.count)
        if loose.isEmpty, chosen.isEmpty { return PackReport() }
        var report = PackReport()
        let name = try combine(loose.map(\.node), chosen, &report, progress)
        report.name = name
        try confirm(name, replaces: chosen, loose.map(\.node), nodeCount: report.nodeCount)
        notePacks()
        do throws(SystemError) {
            let replaced = chosen.map(\.name).filter { $0 != report.name }
            try packs.remove(replaced)
            strikePacks(replaced)
            report.removedPackCount = replaced.count
            for (node, line) in loose where try objects.remove(node.id, ifItHolds: line) {
                report.removedLooseCount += 1
            }
        } catch {
            throw RedoError(.writeFailed, "what was packed cannot be removed", cause: error)
        }
        return report
    }

    /// What ``pack(_:progress:)`` would do, without doing it: the report has no name, and counts a node that is in
    /// several places several times.
    package func packingPreview(_ scope: PackScope) throws(RedoError) -> PackReport {
        let looseCount = try wholeLooseNodes().count
        let chosen = try packsToReplace(in: scope, looseCount: looseCount)
        var report = PackReport()
        report.nodeCount = chosen.reduce(looseCount) { $0 + $1.nodeCount }
        report.removedPackCount = chosen.count
        report.removedLooseCount = looseCount
        return report
    }

    /// The packs that a new one replaces; none if they would only be written again.
    private func packsToReplace(
        in scope: PackScope, looseCount: Int
    ) throws(RedoError) -> [Pack] {
        let chosen = Self.packs(try packs.open(using: Pack.facts), toReplaceIn: scope, looseCount)
        let isPointless = looseCount == 0 && chosen.count < (scope == .geometric ? 1 : 2)
        return isPointless ? [] : chosen
    }

    /// The lock for removing nodes' files; nil if another process has it.
    ///
    /// - Parameter patience: how long to try, in milliseconds.
    func packLock(patience: Int = 0) throws(RedoError) -> FileLock? {
        return try failing(.writeFailed, "the store cannot be locked") { () throws(SystemError) in
            try FileLock.take(Path.join(path, "gc.lock"), patience: patience)
        }
    }

    private static func packs(
        _ packs: [Pack], toReplaceIn scope: PackScope, _ looseCount: Int
    ) -> [Pack] {
        switch scope {
        case .all: return packs
        case .small(let count): return packs.filter { $0.nodeCount <= count }
        case .geometric: return geometric(packs, looseCount)
        }
    }

    private static func geometric(_ packs: [Pack], _ looseCount: Int) -> [Pack] {
        let sorted = packs.sorted { $0.nodeCount < $1.nodeCount }
        var sum = looseCount
        var chosenCount = 0
        for (index, pack) in sorted.enumerated() {
            // All smaller packs are part of the new one too, so its size is their sum.
            if pack.nodeCount < 2 * sum { chosenCount = index + 1 }
            sum += pack.nodeCount
        }
        return Array(sorted.prefix(chosenCount))
    }

    /// The loose nodes that pass stage 1, in replay order, each with the bytes of its file.
    private func wholeLooseNodes() throws(RedoError) -> [(node: Node, line: [UInt8])] {
        let ids = try looseIDs()
        let found = Parallel.map(count: ids.count) { range in
            let validator = NodeValidator()
            return range.map { index -> (node: Node, line: [UInt8])? in
                guard let line = (try? objects.line(of: ids[index])) ?? nil,
                    let node = try? read(
                        line, as: ids[index], signature: .ifPresent, validator: validator)
                else { return nil }
                return (node, line)
            }
        }
        return found.compactMap { $0 }.sorted { $0.node.position < $1.node.position }
    }

    /// Reads a new pack back before the files that it replaces are removed.
    ///
    /// - Parameters:
    ///   - packs: those that it replaces, whose nodes have been compared with their indexes.
    ///   - count: the number of nodes that were written.
    /// - Throws: STORAGE_004 if a line does not hash to its id, the index is not that of the lines, or a node is
    ///   missing.
    private func confirm(
        _ name: PackName, replaces packs: [Pack], _ loose: [Node], nodeCount count: Int
    ) throws(RedoError) {
        let path = Path.join(self.packs.path, name.packFileName)
        let failure = RedoError(
            .corrupted, "\(path) does not contain what was packed; nothing is removed",
            hints: ["'redo fsck' lists the damage, 'redo fsck --repair' repairs it"])
        let signed = Set(loose.lazy.filter(\.isSigned).map(\.id))
        var (foundCount, signedCount) = (0, 0)
        let reading: PackReading
        let isIndexWhole: Bool
        do throws(SystemError) {
            reading = PackReading(try MappedFile(path), named: name, signature: .unchecked) {
                foundCount += 1
                if $0.isSigned, signed.contains($0.id) { signedCount += 1 }
            }
            isIndexWhole = try reading.index.isContent(
                of: Path.join(self.packs.path, name.indexFileName))
        } catch {
            throw RedoError(reading: "a new pack cannot be read", cause: error)
        }
        guard reading.damages.isEmpty, isIndexWhole, foundCount == count,
            signedCount == signed.count
        else { throw failure }
        let new = try Pack(name, in: self.packs, using: Pack.lookup)
        for node in loose where new.index.number(of: node.id) == nil { throw failure }
        for pack in packs {
            for node in 0..<pack.nodeCount
            where new.index.number(of: pack.index.id(of: node)) == nil {
                throw failure
            }
        }
    }

    /// Writes one pack of loose nodes and the nodes of packs, with a frame of each in memory at a time.
    private func combine(
        _ loose: [Node], _ packs: [Pack], _ report: inout PackReport, _ progress: StoreProgress
    ) throws(RedoError) -> PackName {
        let total = packs.reduce(loose.count) { $0 + $1.nodeCount }
        var merge = NodeMerge(loose, packs)
        // Always synced: the files that it replaces are removed, and may have been synced. `core.fsync` is only about
        // new nodes.
        var writer = try PackWriter.begin(in: self.packs.directory, isSynced: true)
        while let node = try merge.next() {
            try writer.add(node)
            report.nodeCount += 1
            if report.nodeCount % 1024 == 0 { progress(report.nodeCount, total) }
        }
        return try writer.finish()
    }
}
