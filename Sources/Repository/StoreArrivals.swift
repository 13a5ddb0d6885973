import RedoModel
import RedoStore
import RedoSystem

/// The nodes that come into a store, in their order, whoever writes them.
package struct StoreArrivals: ~Copyable {
    /// A node that has come.
    package struct Arrival: Sendable {
        package let id: NodeID
        /// The place after it; nil if the store does not keep the order.
        package let cursor: ArrivalCursor?
    }

    /// The store as it was read last.
    package private(set) var repository: Repository
    /// Its log; nil if a node is damaged, so that all have to be read.
    package private(set) var log: StoredLog?
    private var watch: StoreWatch
    private var journal: ArrivalJournal
    /// The packs whose nodes have a record.
    private var knownPacks: Set<PackName>
    /// Loose nodes that could not be read; a good copy may come.
    private var damaged: Set<NodeID>
    /// The nodes that had come when this began.
    private let initialCount: Int
    /// Whether another process had the lock or had not finished.
    private var isPending = false
    /// How often in a row the store could not be read.
    private var failureCount = 0

    /// How long nothing may happen before what has happened is read, in milliseconds: a command that writes several
    /// nodes is told as one.
    private static let quiet = 2
    /// After how many milliseconds another process that has the lock or has not finished is waited for again.
    private static let retryInterval = 50
    /// How long another process is waited for in one call, in milliseconds.
    private static let patience = 50
    /// So often a store that cannot be read is read again: other programs put a pack and its index in place one
    /// after the other.
    private static let greatestFailureCount = 100

    private init(
        _ repository: Repository, _ log: StoredLog?, _ watch: consuming StoreWatch,
        _ journal: ArrivalJournal, damaged: Set<NodeID>
    ) {
        self.repository = repository
        self.log = log
        self.watch = watch
        self.journal = journal
        self.damaged = damaged
        initialCount = journal.count
        knownPacks = Set(log?.packNames ?? [])
    }

    /// Begins to watch, and finds out what has come since the store was last watched.
    ///
    /// - Parameter needsCursors: whether the order has to be kept. Otherwise a store that cannot be written to is
    ///   watched without.
    /// - Throws: STORAGE_001 if it cannot be watched or read, STORAGE_003 if the order of arrivals cannot be kept.
    package static func begin(
        _ repository: Repository, needsCursors: Bool
    ) throws(RedoError) -> StoreArrivals {
        // What comes while the store is read is told afterwards.
        let watch = try StoreWatch.begin(repository.store)
        let log = try repository.store.storedLog()
        var ids: [NodeID] = []
        var damaged: Set<NodeID> = []
        if let log {
            ids = log.ids(besides: [])
        } else {
            (ids, damaged) = try repository.store.soundIDs()
        }
        // A good copy of these is reported when it comes.
        repository.store.incompleteness.note(faulty: damaged)
        let journal = try journal(of: repository.store, ids, needsCursors: needsCursors) {
            log?.inReplayOrder($0) ?? $0
        }
        return StoreArrivals(repository, log, watch, journal, damaged: damaged)
    }

    private static func journal(
        of store: Store, _ ids: [NodeID], needsCursors: Bool, ordered: ([NodeID]) -> [NodeID]
    ) throws(RedoError) -> ArrivalJournal {
        do throws(RedoError) {
            var journal = ArrivalJournal(of: store)
            let whole = try wholeAgain(in: store, journal)
            guard try journal.update(with: ids, nowWhole: whole, ordered: ordered) != nil else {
                throw RedoError(
                    .writeFailed, "another process keeps the order of arrivals locked",
                    hints: ["a 'redo watch' that was stopped continues with SIGCONT"])
            }
            journal.touch()
            store.note(record: ArrivalJournal.recordName)
            return journal
        } catch {
            guard let cause = error.cause, cause.isUnwritable else { throw error }
            guard !needsCursors else {
                throw error.adding(hint: "without --since and --cursor it is watched all the same")
            }
            var journal = ArrivalJournal(withoutFileOf: store)
            _ = try journal.update(with: ids, ordered: ordered)
            return journal
        }
    }

    /// Those of the nodes that could not be reported which can be now. The command ends incomplete if there are others
    /// that were not given up.
    private static func wholeAgain(
        in store: Store, _ journal: borrowing ArrivalJournal
    ) throws(RedoError) -> Set<NodeID> {
        let untold = try journal.untold()
        if untold.isEmpty { return [] }
        let whole = Set(try store.snapshot(of: untold).nodes.map(\.id))
        let givenUp = try store.givenUp()
        let rest = untold.subtracting(whole)
        try? journal.updateUntold(adding: [], removing: rest.filter(givenUp.contains))
        store.incompleteness.note(faulty: rest.filter { !givenUp.contains($0) })
        return whole
    }

    /// Notes nodes that have come and cannot be reported: they are once they are whole.
    ///
    /// - Returns: those that were not given up, which the answer lacks.
    /// - Throws: STORAGE_003 if that cannot be noted, STORAGE_001 if the store cannot be read.
    package func noteUntold(_ ids: Set<NodeID>) throws(RedoError) -> Set<NodeID> {
        if ids.isEmpty { return [] }
        let givenUp = try repository.store.givenUp()
        let lacking = ids.filter { !givenUp.contains($0) }
        try journal.updateUntold(adding: lacking)
        repository.store.incompleteness.note(faulty: lacking)
        return lacking
    }

    /// Whether the store keeps the order, so that there are cursors.
    package var hasCursors: Bool { journal.isKept }

    /// What ``next(reopen:)`` should be called for.
    package var source: EventSource {
        let changes = EventSource.input(watch.descriptor, quiet: Self.quiet)
        return isPending ? changes.or(.after(milliseconds: Self.retryInterval)) : changes
    }

    /// The place after all nodes that have come.
    package var cursor: ArrivalCursor { journal.cursor(after: journal.count) }

    /// The nodes that had come when this began, after a place.
    ///
    /// - Throws: NAME_001 if the store does not know the place.
    package func arrivals(since cursor: ArrivalCursor) throws(RedoError) -> [Arrival] {
        guard journal.has(cursor) else {
            throw RedoError(
                .unknownName, "this store does not know the cursor '\(cursor)'",
                hints: [
                    "'redo watch --since 0' tells everything again; a cursor is forgotten if a store is not "
                        + "watched for \(Store.keptArrivalDays) days"
                ])
        }
        return journal.last(of: cursor.count..<max(cursor.count, initialCount))
            .map { arrival(at: $0) }
    }

    private func arrival(at place: Int) -> Arrival {
        Arrival(
            id: journal.id(at: place),
            cursor: journal.isKept ? journal.cursor(after: place + 1) : nil)
    }

    /// The nodes that have come since the last call.
    ///
    /// - Parameter reopen: opens the store again, which lets go of packs that have been replaced.
    /// - Throws: STORAGE_001 if the store is gone or cannot be read, STORAGE_003 if the order of arrivals cannot
    ///   be kept.
    /// - Complexity: O(n) for n nodes that have come or are loose; where packs have come, O(n) for those in them.
    package mutating func next(
        reopen: () throws(RedoError) -> Repository
    ) throws(RedoError) -> [Arrival] {
        let changes = try watch.changes()
        let loose = changes.loose
        var needsReading = isPending || changes.hasPacks || changes.isUnknown
        if loose.isEmpty, !needsReading { return [] }
        let untold = try journal.untold()
        var candidates = Array(loose.filter { !journal.contains($0) || untold.contains($0) })
        if !needsReading, let log, damaged.isEmpty {
            let found = repository.store.looseNodes(candidates)
            // A node that is gone has been packed.
            needsReading = found.nodes.count < candidates.count
            self.log = log.adding(found.nodes)
            candidates = found.nodes.map(\.id)
        }
        if needsReading || log == nil || !damaged.isEmpty {
            do throws(RedoError) {
                candidates = try readAll(reopen)
                failureCount = 0
            } catch {
                failureCount += 1
                guard error.code == .corrupted, failureCount < Self.greatestFailureCount else {
                    throw error
                }
                isPending = true
                return []
            }
        }
        return try update(candidates, reopen)
    }

    /// Reads the store again.
    ///
    /// - Returns: nodes among which are all that have come.
    private mutating func readAll(
        _ reopen: () throws(RedoError) -> Repository
    ) throws(RedoError) -> [NodeID] {
        repository = try reopen()
        log = try repository.store.storedLog()
        guard let log else {
            // A damaged node is told when a good copy has come.
            let (ids, damaged) = try repository.store.soundIDs()
            self.damaged = damaged
            return ids
        }
        damaged = []
        let candidates = log.ids(besides: knownPacks)
        knownPacks = Set(log.packNames)
        return candidates
    }

    private mutating func update(
        _ candidates: [NodeID], _ reopen: () throws(RedoError) -> Repository
    ) throws(RedoError) -> [Arrival] {
        let log = log
        let whole = try Self.wholeAgain(in: repository.store, journal)
        let found = try journal.update(
            with: candidates, nowWhole: whole, waiting: Self.patience
        ) {
            log?.inReplayOrder($0) ?? $0
        }
        isPending = found == nil
        guard let places = found else {
            // All are looked at again, since none of them has a record.
            knownPacks = []
            return []
        }
        // Another watcher may have been told of more, in packs whose other nodes are still to be looked at.
        if let log, !places.allSatisfy({ log.contains(journal.id(at: $0)) }) {
            let packs = knownPacks
            _ = try readAll(reopen)
            knownPacks = packs
        }
        repository.forget()
        return places.map { arrival(at: $0) }
    }
}
