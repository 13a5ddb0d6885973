import RedoCrypto
import RedoModel
import RedoSystem

/// ```
/// gone/DIGEST         when a piece was found that no statement lists
/// gone/DIGEST-going   the piece is removed as soon as no statement lists it
/// ```
///
/// A copy of a folder can be days behind, so a piece is marked first: a store that has not seen the mark can still list
/// it, and one that has seen it may not. After 30 days the piece is *going*, which is never revoked, and announced for
/// 30 more days: a computer that was asleep can still be removing it.
///
/// A piece that a statement lists is never removed, whatever the clocks, and whoever pushes at the same time. A store
/// that removes a piece has written `-going` first and read all statements after that. A store that lists a piece
/// writes the statement first and reads the marks after that. So one of them sees the other: the first leaves the
/// piece, or the second sends its nodes in another pack (docs/checkpoints.md, "What no statement lists").
///
/// An unreadable statement could list any piece. A mark is permitted anyway: marks are also written for pieces whose
/// statement a copy has not delivered yet, and a store that reads the statement removes the mark. Nothing is removed
/// while there is such a statement, unless later ones have all its nodes: what it lists would be lost if its store is
/// lost.
extension StoreStorage {
    /// The time that a marked piece stays, in milliseconds: 30 days.
    private static var goneMilliseconds: Int64 { 30 * 24 * 60 * 60 * 1000 }
    private static var maximumMarkByteCount: Int { 64 }

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
        // In this order: a file that is removed in between is missing then.
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
        // A listed or missing piece needs no mark. A going one has to be announced until the piece is missing.
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
            // Something that cannot be removed, such as a directory, keeps its marks.
            guard error.code == .writeFailed else { throw error }
            return
        }
        // The mark is removed last: a piece without it would be marked again.
        try verbs.delete(StoredName.mark(name))
    }

    private func write(_ mark: String, at now: Instant) throws(RedoError) {
        try verbs.write(mark, Array("\(now.wallText)\n".utf8))
    }

    /// Performs an action if a mark is old enough. A mark without a valid time is written again.
    private func settle(
        _ mark: String, at now: Instant, _ body: () throws(RedoError) -> Void
    ) throws(RedoError) {
        guard let time = try time(of: mark) else { return try write(mark, at: now) }
        if now.milliseconds - time.milliseconds >= Self.goneMilliseconds { try body() }
    }

    /// The time in a mark; nil if it is invalid.
    private func time(of mark: String) throws(RedoError) -> Instant? {
        do throws(RedoError) {
            let bytes = try verbs.get(mark, limit: Self.maximumMarkByteCount)
            return bytes.flatMap { Instant(wall: Array($0.dropLast()).span) }
        } catch {
            guard error.code == .corrupted else { throw error }
            return nil
        }
    }

    /// The pieces that statements list, the last of each slot and those before it.
    ///
    /// - Parameters:
    ///   - known: the pieces of statements that were read before.
    ///   - replaced: by slot, the maximum number of a statement whose nodes later statements have.
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
