import RedoModel
import RedoStore
import RedoSystem

/// The nodes that arrive in a store, in their order, whoever writes them.
package struct StoreArrivals: ~Copyable {
    /// A node that has arrived.
    package struct Arrival: Sendable {
        package let id: NodeID
        /// The position after it; nil if the store does not keep the order.
        package let cursor: ArrivalCursor?
    }

    /// The store as it was last read.
    package private(set) var repository: Repository
    /// Its log; nil if a node is damaged, so that all nodes have to be read.
    package private(set) var log: StoredLog?
    private var watch: StoreWatch
    private var journal: ArrivalJournal
    /// The packs whose nodes have a record.
    private var knownPacks: Set<PackName>
    /// Loose nodes that could not be read; a whole copy may arrive.
    private var damaged: Set<NodeID>
    /// The number of nodes that had arrived when this was started.
    private let initialCount: Int
    /// Whether another process had the lock or had not finished.
    private var isPending = false
    /// The number of consecutive failures to read the store.
    private var failureCount = 0

    /// The time without events after which changes are read, in milliseconds, so that the nodes of one command are
    /// reported together.
    private static let quiet = 2
    /// The interval between retries while another process has the lock or has not finished, in milliseconds.
    private static let retryInterval = 50
    /// The timeout for another process in one call, in milliseconds.
    private static let patience = 50
    /// The maximum number of failures to read the store: other programs replace a pack and its index one after the
    /// other.
    private static let maximumFailureCount = 100

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

    /// Starts to watch, and determines what has arrived since the store was last watched.
    ///
    /// - Parameter needsCursors: whether the order must be kept. Otherwise a read-only store is watched without it.
    /// - Throws: STORAGE_001 if it cannot be watched or read, STORAGE_003 if the order of arrivals cannot be kept.
    package static func begin(
        _ repository: Repository, needsCursors: Bool
    ) throws(RedoError) -> StoreArrivals {
        // Nodes that arrive while the store is read are reported afterwards.
        let watch = try StoreWatch.begin(repository.store)
        let log = try repository.store.storedLog()
        var ids: [NodeID] = []
        var damaged: Set<NodeID> = []
        if let log {
            ids = log.ids(besides: [])
        } else {
            (ids, damaged) = try repository.store.soundIDs()
        }
        // Whole copies of these are reported when they arrive.
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

    /// The nodes that could not be reported before and can be now. The command ends as incomplete if there are others
    /// that were not given up.
    private static func wholeAgain(
        in store: Store, _ journal: borrowing ArrivalJournal
    ) throws(RedoError) -> Set<NodeID> {
        let unreported = try journal.unreported()
        if unreported.isEmpty { return [] }
        let whole = Set(try store.snapshot(of: unreported).nodes.map(\.id))
        let givenUp = try store.givenUp()
        let rest = unreported.subtracting(whole)
        try? journal.updateUnreported(adding: [], removing: rest.filter(givenUp.contains))
        store.incompleteness.note(faulty: rest.filter { !givenUp.contains($0) })
        return whole
    }

    /// Records nodes that have arrived and cannot be reported until they are whole.
    ///
    /// - Returns: those that were not given up, which the answer lacks.
    /// - Throws: STORAGE_003 if that cannot be recorded, STORAGE_001 if the store cannot be read.
    package func noteUnreported(_ ids: Set<NodeID>) throws(RedoError) -> Set<NodeID> {
        if ids.isEmpty { return [] }
        let givenUp = try repository.store.givenUp()
        let lacking = ids.filter { !givenUp.contains($0) }
        try journal.updateUnreported(adding: lacking)
        repository.store.incompleteness.note(faulty: lacking)
        return lacking
    }

    /// Whether the store keeps the order, so that there are cursors.
    package var hasCursors: Bool { journal.isKept }

    /// The events after which ``next(reopen:)`` should be called.
    package var source: EventSource {
        let changes = EventSource.input(watch.descriptor, quiet: Self.quiet)
        return isPending ? changes.or(.after(milliseconds: Self.retryInterval)) : changes
    }

    /// The position after all nodes that have arrived.
    package var cursor: ArrivalCursor { journal.cursor(after: journal.count) }

    /// The nodes that had arrived when this was started, after a position.
    ///
    /// - Throws: NAME_001 if the store does not have the position.
    package func arrivals(since cursor: ArrivalCursor) throws(RedoError) -> [Arrival] {
        guard journal.has(cursor) else {
            throw RedoError(
                .unknownName, "this store does not have the cursor '\(cursor)'",
                hints: [
                    "'redo watch --since 0' reports everything again; a cursor is forgotten if a store is not "
                        + "watched for \(Store.keptArrivalDays) days"
                ])
        }
        return journal.last(of: cursor.count..<max(cursor.count, initialCount))
            .map { arrival(at: $0) }
    }

    private func arrival(at position: Int) -> Arrival {
        Arrival(
            id: journal.id(at: position),
            cursor: journal.isKept ? journal.cursor(after: position + 1) : nil)
    }

    /// The nodes that have arrived since the last call.
    ///
    /// - Parameter reopen: opens the store again, which releases replaced packs.
    /// - Throws: STORAGE_001 if the store was removed or cannot be read, STORAGE_003 if the order of arrivals cannot
    ///   be kept.
    /// - Complexity: O(n) for n nodes that have arrived or are loose; if packs have arrived, also for those in them.
    package mutating func next(
        reopen: () throws(RedoError) -> Repository
    ) throws(RedoError) -> [Arrival] {
        let changes = try watch.changes()
        let loose = changes.loose
        var needsReading = isPending || changes.hasPacks || changes.isUnknown
        if loose.isEmpty, !needsReading { return [] }
        let unreported = try journal.unreported()
        var candidates = Array(loose.filter { !journal.contains($0) || unreported.contains($0) })
        if !needsReading, let log, damaged.isEmpty {
            let found = repository.store.looseNodes(candidates)
            // A node that is missing has been packed.
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
                guard error.code == .corrupted, failureCount < Self.maximumFailureCount else {
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
    /// - Returns: nodes that include all that have arrived.
    private mutating func readAll(
        _ reopen: () throws(RedoError) -> Repository
    ) throws(RedoError) -> [NodeID] {
        repository = try reopen()
        log = try repository.store.storedLog()
        guard let log else {
            // A damaged node is reported when a whole copy has arrived.
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
        guard let positions = found else {
            // All packs are read again, since none of their nodes has a record.
            knownPacks = []
            return []
        }
        // Another watcher may have recorded more nodes, in packs whose other nodes still have to be read.
        if let log, !positions.allSatisfy({ log.contains(journal.id(at: $0)) }) {
            let packs = knownPacks
            _ = try readAll(reopen)
            knownPacks = packs
        }
        repository.forget()
        return positions.map { arrival(at: $0) }
    }
}
