import RedoCrypto
import RedoModel
import RedoSystem

/// The order in which the nodes of a store arrived: a file that all watchers of the store share, and that cursors are
/// positions in.
///
/// ```
/// RedoArr1      magic
/// 8 bytes       a random number, the name of the journal
/// for each node, in the order of arrival:
///   32 bytes    its id
///   8 bytes     a checksum of the name and of all ids so far
/// ```
///
/// Records are only appended, under a lock that is held for a moment. The file is not synced. What a crash has cut
/// off, and what follows a damaged record, is removed by the next writer. Nodes that lack a record then get one as if
/// they arrived now, and cursors that named them become unknown. So no arrival is ever missed. The file may be
/// removed at any time; then a new one starts with all nodes that are there.
///
/// A node that could not be reported when it got its record (``UnreportedArrivals``) gets another one once it is whole.
/// The last record of a node counts.
package struct ArrivalJournal {
    private let directory: ContainedDirectory
    private var name: UInt64 = 0
    /// In the order of arrival.
    private var ids: [NodeID] = []
    private var chains: [UInt64] = []
    private var known: Set<NodeID> = []
    private let unreportedNodes: UnreportedArrivals
    /// Whether there is a file: without one the positions mean nothing to others.
    package let isKept: Bool

    /// Its path below the store.
    package static let recordName = "watch/arrivals"

    static let magic = Array("RedoArr1".utf8)
    static let headerByteCount = 16
    static let recordByteCount = Digest.byteCount + 8
    private static let fileName = "arrivals"
    private static let lockName = "lock"

    /// A journal that has not been read.
    package init(of store: Store) { self.init(of: store, isKept: true) }

    /// A journal without a file, of a store that cannot be written to.
    package init(withoutFileOf store: Store) { self.init(of: store, isKept: false) }

    private init(of store: Store, isKept: Bool) {
        directory = store.watchDirectory
        self.isKept = isKept
        unreportedNodes = UnreportedArrivals(of: store, isKept: isKept)
    }

    private var file: ContainedFile { ContainedFile(Self.fileName, in: directory) }

    // MARK: Cursors

    /// The number of nodes that have arrived.
    package var count: Int { ids.count }

    /// Whether a node has a record.
    package func contains(_ id: NodeID) -> Bool { known.contains(id) }

    /// The node that arrived after this many others.
    package func id(at position: Int) -> NodeID { ids[position] }

    /// The positions among some that are the last ones of their nodes.
    package func last(of positions: Range<Int>) -> [Int] {
        // A node rarely has two records.
        if known.count == ids.count { return Array(positions) }
        var later: Set<NodeID> = []
        return positions.reversed().filter { later.insert(ids[$0]).inserted }.reversed()
    }

    /// The position after this many nodes.
    package func cursor(after count: Int) -> ArrivalCursor {
        count == 0 ? .start : ArrivalCursor(count: count, chain: chains[count - 1])
    }

    /// Whether a cursor is a position in this journal.
    package func has(_ cursor: ArrivalCursor) -> Bool {
        cursor.count <= count && self.cursor(after: cursor.count) == cursor
    }

    // MARK: Keeping

    /// Reads what other watchers have appended, and appends the nodes that have no record.
    ///
    /// - Parameters:
    ///   - candidates: nodes that are in the store, in any order.
    ///   - whole: nodes that may have been unreported, and can be reported now.
    ///   - milliseconds: the timeout for another process that has the lock, which is held for less than one.
    ///   - ordered: sorts the new ones among them into the order in which they are reported.
    /// - Returns: the positions of all nodes that had no record before the call, in their order; nil if another
    ///   process keeps the lock.
    /// - Throws: STORAGE_003 if the file cannot be written.
    /// - Complexity: O(c) for c candidates and new records; the first call reads all.
    package mutating func update(
        with candidates: some Sequence<NodeID>, nowWhole whole: Set<NodeID> = [],
        waiting milliseconds: Int = 10_000, ordered: ([NodeID]) -> [NodeID]
    ) throws(RedoError) -> [Int]? {
        guard isKept else {
            let count = ids.count
            let again = whole.intersection((try? unreportedNodes.read()) ?? [])
            let further = Set(candidates.filter { !known.contains($0) }).union(again)
            for id in ordered(Array(further)) { take(id, next(after: id)) }
            try? removeUnreported(again)
            return Array(count..<ids.count)
        }
        do throws(SystemError) {
            try directory.make()
            guard
                let lock = try FileLock.take(directory.file(Self.lockName), patience: milliseconds)
            else { return nil }
            defer { _ = lock }
            let count = ids.count
            let former = try readRest()
            var further = candidates.filter { !known.contains($0) }
            let again = whole.isEmpty ? [] : whole.intersection(try unreportedNodes.read())
            further += again.filter { known.contains($0) }
            if !further.isEmpty { try append(ordered(further)) }
            try removeUnreported(again)
            guard let former else { return Array(count..<ids.count) }
            return ids.indices.filter { !former.contains(ids[$0]) }
        } catch {
            throw RedoError(.writeFailed, "the order of arrivals cannot be kept", cause: error)
        }
    }

    /// The nodes that could not be reported when it was their turn.
    ///
    /// - Throws: STORAGE_001 if the list cannot be read.
    package func unreported() throws(RedoError) -> Set<NodeID> {
        try failing(.notFound, "the nodes that were not reported cannot be read") {
            () throws(SystemError) in try unreportedNodes.read()
        }
    }

    /// Changes which nodes could not be reported.
    ///
    /// - Throws: STORAGE_003 if the list cannot be written, or another process keeps the lock.
    package func updateUnreported(
        adding further: Set<NodeID>, removing settled: Set<NodeID> = []
    ) throws(RedoError) {
        if further.isEmpty, settled.isEmpty { return }
        try failing(.writeFailed, "the nodes that were not reported cannot be noted") {
            () throws(SystemError) in
            var lock: FileLock?
            if isKept {
                try directory.make()
                lock = try FileLock.wait(directory.file(Self.lockName))
            }
            let before = try unreportedNodes.read()
            let after = before.union(further).subtracting(settled)
            if after != before { try unreportedNodes.write(after) }
            _ = consume lock
        }
    }

    private func removeUnreported(_ ids: Set<NodeID>) throws(SystemError) {
        if ids.isEmpty { return }
        try unreportedNodes.write(try unreportedNodes.read().subtracting(ids))
    }

    /// Reads the records that were appended since the last call, and removes what is not whole.
    ///
    /// - Returns: the nodes that had a record before, if the file is another one, so that positions have changed.
    private mutating func readRest() throws(SystemError) -> Set<NodeID>? {
        // A link is replaced, wherever it leads.
        let isFile = try Files.statusOfLink(file.path)?.kind == .regular
        let bytes = isFile ? try self.bytes(from: 0, atMost: Self.headerByteCount) : []
        guard bytes.count == Self.headerByteCount, bytes.starts(with: Self.magic) else {
            let former = known
            try begin()
            return former
        }
        let name = bytes.span.number(at: Self.magic.count, as: UInt64.self)
        var isSame = name == self.name
        if isSame, let last = chains.last {
            let record = try self.bytes(
                from: position(of: count - 1), atMost: Self.recordByteCount)
            isSame = record == Self.record(ids[count - 1], last)
        }
        if !isSame {
            let former = known
            self.name = name
            forget()
            try readRecords()
            return former
        }
        try readRecords()
        return nil
    }

    private mutating func forget() {
        ids = []
        chains = []
        known = []
    }

    private func position(of record: Int) -> Int {
        Self.headerByteCount + record * Self.recordByteCount
    }

    private func bytes(from offset: Int, atMost count: Int) throws(SystemError) -> [UInt8] {
        do throws(SystemError) {
            return try FileDescriptor(opening: file.path, for: .readRegular)
                .read(atMost: count, from: offset)
        } catch {
            if error.isNotFound { return [] }
            throw error
        }
    }

    private mutating func readRecords() throws(SystemError) {
        let reading = try FileDescriptor(opening: file.path, for: .readRegular)
        let size = try reading.status().size
        let start = position(of: count)
        if size > start { parseRecords(of: try reading.read(atMost: size - start, from: start)) }
        let end = position(of: count)
        guard size > end else { return }
        try FileDescriptor(opening: file.path, for: .overwrite(truncating: false))
            .truncate(toByteCount: end)
    }

    /// Reads the records in some bytes, up to the first that is not whole.
    private mutating func parseRecords(of bytes: [UInt8]) {
        var position = 0
        while position + Self.recordByteCount <= bytes.count {
            let digest = Digest(
                bytes: bytes.span.extracting(position..<position + Digest.byteCount))
            let id = NodeID(digest)
            let chain = bytes.span.number(at: position + Digest.byteCount, as: UInt64.self)
            guard chain == next(after: id) else { break }
            take(id, chain)
            position += Self.recordByteCount
        }
    }

    /// Starts a journal with a new name.
    private mutating func begin() throws(SystemError) {
        forget()
        name = RandomBytes.bytes(count: 8).span.number(at: 0)
        var header = Self.magic
        header.append(littleEndian: name)
        try file.replace(with: header.span, mode: 0o644, isSynced: false)
    }

    private mutating func append(_ further: [NodeID]) throws(SystemError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(further.count * Self.recordByteCount)
        let before = count
        let new = further.filter { !known.contains($0) }
        for id in further {
            let chain = next(after: id)
            bytes += Self.record(id, chain)
            take(id, chain)
        }
        do throws(SystemError) {
            try file.append(bytes.span)
        } catch {
            // The next call reads or removes what was written of them.
            for id in new { known.remove(id) }
            ids.removeLast(count - before)
            chains.removeLast(chains.count - before)
            throw error
        }
    }

    private mutating func take(_ id: NodeID, _ chain: UInt64) {
        ids.append(id)
        chains.append(chain)
        known.insert(id)
    }

    private static func record(_ id: NodeID, _ chain: UInt64) -> [UInt8] {
        var bytes = id.digest.bytes
        bytes.append(littleEndian: chain)
        return bytes
    }

    /// The checksum after one more id. Ids are digests already, so multiplying and rotating mixes them well enough to
    /// detect what a crash has done.
    private func next(after id: NodeID) -> UInt64 { Self.chain(chains.last ?? name, id) }

    /// The checksum of a journal up to an id.
    ///
    /// - Parameter last: the checksum of everything before it; the name of the journal for the first.
    static func chain(_ last: UInt64, _ id: NodeID) -> UInt64 {
        let bytes = id.digest.bytes
        var chain = last
        for position in stride(from: 0, to: Digest.byteCount, by: 8) {
            chain ^= bytes.span.number(at: position, as: UInt64.self)
            chain = chain &* 0x9E37_79B9_7F4A_7C15
            chain = chain << 29 | chain >> 35
        }
        return chain
    }
}

extension Store {
    var watchDirectory: ContainedDirectory { directory("watch") }

    /// The number of days for which the order of arrivals is kept when no one watches.
    package static let keptArrivalDays = 30

    /// Removes the order of arrivals if no one has watched the store for ``keptArrivalDays``.
    ///
    /// - Parameter now: in seconds since 1970.
    /// - Throws: STORAGE_003 if it cannot be removed.
    package func removeOldArrivals(now: Int) throws(RedoError) {
        try ArrivalJournal(of: self).remove(ifOlderThan: now - Self.keptArrivalDays * 86_400) {
            strike(record: ArrivalJournal.recordName)
        }
    }
}

extension ArrivalJournal {
    /// The present state of the file, without the nodes; nil if it is missing.
    struct State: Sendable {
        let name: UInt64
        /// The number of whole records in it.
        let count: Int
        /// The checksum of the last of them.
        let chain: UInt64
    }

    /// Reads it. O(1).
    var state: State? {
        guard let header = try? bytes(from: 0, atMost: Self.headerByteCount),
            header.count == Self.headerByteCount, header.starts(with: Self.magic),
            let size = try? FileDescriptor(opening: file.path, for: .readRegular).status().size
        else { return nil }
        let count = (size - Self.headerByteCount) / Self.recordByteCount
        guard count > 0 else { return nil }
        let last = try? bytes(from: position(of: count - 1), atMost: Self.recordByteCount)
        guard let last, last.count == Self.recordByteCount else { return nil }
        return State(
            name: header.span.number(at: Self.magic.count), count: count,
            chain: last.span.number(at: Digest.byteCount))
    }

    /// The nodes that were recorded when a state was read, up to the first damaged record. O(n).
    func ids(in state: State) -> [NodeID] {
        var journal = self
        journal.forget()
        journal.name = state.name
        let rest = try? bytes(
            from: Self.headerByteCount, atMost: state.count * Self.recordByteCount)
        journal.parseRecords(of: rest ?? [])
        return journal.ids
    }

    /// Records that someone watches, so that the file is kept.
    package func touch() {
        // If the file cannot be touched, it cannot be written either, and the next append reports that.
        try? FileDescriptor(opening: file.path, for: .overwrite(truncating: false)).touch()
    }

    /// Removes the file if it was last touched before a time, in seconds since 1970.
    ///
    /// - Parameter removing: called before the removal.
    fileprivate func remove(
        ifOlderThan time: Int, _ removing: () -> Void
    ) throws(RedoError) {
        do throws(SystemError) {
            guard let status = try Files.statusOfLink(file.path), status.modified < time else {
                return
            }
            // The owner of the lock is watching.
            guard let lock = try FileLock.take(directory.file(Self.lockName)) else { return }
            defer { _ = lock }
            removing()
            try file.removeIfPresent()
            // A new journal has a record for each node that is whole then.
            try unreportedNodes.write([])
        } catch {
            throw RedoError(.writeFailed, "the order of arrivals cannot be removed", cause: error)
        }
    }
}
