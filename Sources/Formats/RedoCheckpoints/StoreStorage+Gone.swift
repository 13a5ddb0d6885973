import RedoCrypto
import RedoModel
import RedoSystem

/// ```
/// gone/DIGEST         when a piece was found that no statement lists
/// gone/DIGEST-going   the piece is removed as soon as no statement lists it
/// ```
///
/// A copy of a folder can be days behind, so a piece is marked first: whoever has not seen the mark can still list it, and
/// whoever has seen it may not. After 30 days it is *going*, which is never taken back, and said for 30 more days: a
/// computer that was asleep can still be removing it.
///
/// No piece goes that a statement lists, whatever clocks say and whoever pushes at the same time. Who removes a piece has put
/// `-going` there first and read all statements after that. Who lists a piece puts the statement there first and reads the
/// marks after that. So one of them sees the other: the first leaves the piece, or the second sends its nodes in another
/// pack (docs/checkpoints.md, "What no statement lists").
///
/// A statement that cannot be read could list any piece. A mark is allowed all the same: it is made of pieces whose statement
/// a copy has not brought yet, too, and whoever reads the statement takes it back. Nothing goes while there is such a
/// statement, unless later ones have all its nodes: what it lists would be lost if its store is lost.
extension StoreStorage {
    /// So long a piece stays that is marked, in milliseconds: 30 days.
    private static var goneMilliseconds: Int64 { 30 * 24 * 60 * 60 * 1000 }
    private static var greatestMarkByteCount: Int { 64 }

    package mutating func marks() throws(RedoError) -> RemovalMarks {
        var marks = RemovalMarks()
        for name in try verbs.names(StoredName.gonePrefix) {
            if let digest = StoredName.digest(name, below: StoredName.gonePrefix) {
                marks.marked.insert(digest)
            } else if name.hasSuffix(StoredName.goingSuffix),
                let digest = StoredName.digest(
                    String(name.dropLast(StoredName.goingSuffix.count)),
                    below: StoredName.gonePrefix)
            {
                marks.going.insert(digest)
            }
        }
        return marks
    }

    package mutating func keeps(_ names: [Digest]) throws(RedoError) -> Bool {
        // In this order: what goes in between is missing then.
        guard try marks().going.isDisjoint(with: names) else { return false }
        return try missing(names).isEmpty
    }

    package mutating func removeUnlisted(
        at now: Instant, besides replaced: [Slot: Int], _ pieces: ([UInt8]) -> [Digest]?
    ) throws(RedoError) -> [CheckpointTip] {
        let marks = try marks()
        var known: [CheckpointTip: [Digest]] = [:]
        let (listed, unread) = try listed(&known, besides: replaced, pieces)
        let files = Set(
            try verbs.names(StoredName.dataPrefix).compactMap { name in
                StoredName.digest(name, below: StoredName.dataPrefix)
            })
        // What is listed, or is not there, needs no mark. What is going has to be seen until the piece is not there.
        for name in marks.marked where listed.contains(name) || !files.contains(name) {
            try verbs.delete(StoredName.mark(name))
        }
        for name in marks.going where !files.contains(name) {
            try settle(StoredName.going(name), at: now) { () throws(RedoError) in
                try verbs.delete(StoredName.going(name))
            }
        }
        var due = marks.going.intersection(files).subtracting(listed)
        for name in files.subtracting(listed).subtracting(due).sorted() {
            guard marks.marked.contains(name) else {
                try write(StoredName.mark(name), at: now)
                continue
            }
            guard unread.isEmpty else { continue }
            try settle(StoredName.mark(name), at: now) { () throws(RedoError) in
                try write(StoredName.going(name), at: now)
                due.insert(name)
            }
        }
        guard unread.isEmpty, !due.isEmpty else { return unread }
        let again = try self.listed(&known, besides: replaced, pieces)
        guard again.unread.isEmpty else { return again.unread }
        for name in due.subtracting(again.pieces).sorted() { try remove(name) }
        return []
    }

    private func remove(_ name: Digest) throws(RedoError) {
        do throws(RedoError) {
            try verbs.delete(StoredName.data(name))
        } catch {
            // What cannot be removed, a folder for one, keeps its marks.
            guard error.code == .writeFailed else { throw error }
            return
        }
        // The mark goes last: a piece without it would start over.
        try verbs.delete(StoredName.mark(name))
    }

    private func write(_ mark: String, at now: Instant) throws(RedoError) {
        try verbs.write(mark, Array("\(now.wallText)\n".utf8))
    }

    /// Does something if a mark is old enough. One that does not say how old it is is written again.
    private func settle(
        _ mark: String, at now: Instant, _ body: () throws(RedoError) -> Void
    ) throws(RedoError) {
        guard let time = try time(of: mark) else { return try write(mark, at: now) }
        if now.milliseconds - time.milliseconds >= Self.goneMilliseconds { try body() }
    }

    /// What a mark says; nil if that is not a time.
    private func time(of mark: String) throws(RedoError) -> Instant? {
        do throws(RedoError) {
            let bytes = try verbs.get(mark, limit: Self.greatestMarkByteCount)
            return bytes.flatMap { Instant(wall: Array($0.dropLast()).span) }
        } catch {
            guard error.code == .corrupted else { throw error }
            return nil
        }
    }

    /// The pieces that statements list, the last of each slot and those before it.
    ///
    /// - Parameters:
    ///   - known: what statements list that were read before.
    ///   - replaced: by slot, the greatest number of a statement whose nodes later statements have.
    /// - Returns: the pieces, and the statements that cannot be read and are not replaced.
    private mutating func listed(
        _ known: inout [CheckpointTip: [Digest]], besides replaced: [Slot: Int],
        _ pieces: ([UInt8]) -> [Digest]?
    ) throws(RedoError) -> (pieces: Set<Digest>, unread: [CheckpointTip]) {
        var listed: Set<Digest> = []
        var unread: [CheckpointTip] = []
        for tip in try tips() {
            if known[tip] == nil { known[tip] = try statement(of: tip).flatMap(pieces) }
            if let names = known[tip] {
                listed.formUnion(names)
            } else if tip.sequence ?? .max > replaced[tip.slot] ?? 0 {
                unread.append(tip)
            }
        }
        return (listed, unread)
    }
}
