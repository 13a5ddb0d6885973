import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

/// The trash of a store, and what of it maintenance may purge (docs/undo.md, "When the trash is emptied").
package struct Trash: Sendable {
    /// A task in the trash.
    package struct Entry: Sendable {
        package let task: TaskState
        /// The principal whose tombstone counts; nil for a task whose owner is unknown.
        package let owner: Principal?
        /// The earliest time of a tombstone; nil if this store has not seen the task in the trash yet.
        package let endsAt: Instant?
    }

    /// In the order in which they were moved there.
    package let entries: [Entry]
    /// Whether the clock is neither before the newest node nor more than a year after it.
    package let isClockPlausible: Bool
    /// The wall time of the newest node.
    package let newest: Instant
    private let now: Instant

    /// Whether a clock is plausible: it is neither before the newest node nor more than a year after it.
    fileprivate static func isPlausible(_ now: Instant, after newest: Instant) -> Bool {
        newest <= now && now.milliseconds - newest.milliseconds <= year
    }

    private static let day: Int64 = 86_400_000
    private static let year = 365 * day

    /// The tasks that a user may purge now.
    package func due(to user: Principal) -> [Entry] {
        guard isClockPlausible else { return [] }
        return entries.filter { entry in
            entry.owner == user && entry.endsAt.map { $0 <= now } ?? false
        }
    }

    /// - Parameters:
    ///   - tasks: those in the trash.
    ///   - validation: stage 3 over all nodes.
    ///   - record: what was seen before; it is updated.
    fileprivate init(
        _ tasks: [TaskState], _ validation: HistoryValidation, owners: [TaskID: Principal],
        _ record: inout TrashRecord, now: Instant, days: Int
    ) {
        let graph = validation.graph
        let newest = (0..<graph.count).map(validation.facts.wall).max() ?? now
        let isPlausible = Self.isPlausible(now, after: newest)
        let heads = tasks.isEmpty ? [] : validation.heads()
        var sightings: [TaskID: TrashRecord.Sighting] = [:]
        for task in tasks {
            let ids = graph.taskNumber(of: task.id).map { heads[$0].map(graph.id(of:)) } ?? []
            let fingerprint = Self.fingerprint(ids)
            if let known = record.sightings[task.id], known.fingerprint == fingerprint,
                known.since <= now || !isPlausible
            {
                sightings[task.id] = known
            } else if isPlausible {
                sightings[task.id] = TrashRecord.Sighting(fingerprint: fingerprint, since: now)
            }
        }
        record.sightings = sightings
        self.now = now
        self.newest = newest
        isClockPlausible = isPlausible
        entries = tasks.map { task in
            Entry(
                task: task, owner: owners[task.id],
                endsAt: sightings[task.id].map {
                    Instant(milliseconds: $0.since.milliseconds + Int64(days) * Self.day)
                })
        }
    }

    fileprivate static func fingerprint(_ heads: [NodeID]) -> String {
        let text = heads.sorted().map(\.description).joined(separator: " ")
        return SHA256.digest(Array(text.utf8).span).hexadecimal
    }
}

extension Repository {
    /// Reads the trash, and records since when each task is there.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(n) for n nodes, from the columns of indexes; the nodes of tasks in the trash are read.
    package func trash(now: Instant) throws(RedoError) -> Trash {
        try trash(among: try tasks(), now: now)
    }

    /// Reads the trash for a command with another purpose, so damage is not reported.
    ///
    /// - Returns: nil if a node is unreadable, since nothing is purged from an incomplete log.
    package func soundTrash(now: Instant) -> Trash? {
        guard let tasks = (try? soundTasks()) ?? nil else { return nil }
        return try? trash(among: tasks, now: now)
    }

    private func trash(among all: CachedTasks, now: Instant) throws(RedoError) -> Trash {
        let tasks = all.state.tasks.filter(\.isInTrash).sorted {
            ($0.trashedAt ?? now, $0.id) < ($1.trashedAt ?? now, $1.id)
        }
        let known = store.trashRecord()
        var record = known
        let trash = Trash(
            tasks, try validation(), owners: try owners(of: tasks.map(\.id)), &record, now: now,
            days: store.configuration.number(.trashDays) ?? 30)
        // Without the file the days are counted from the next time on.
        if record != known { try? store.keep(record) }
        return trash
    }

    /// Records that tasks are in the trash from now on, without reading all others. If the clock is not plausible,
    /// the next reading of the trash starts to count.
    ///
    /// - Parameters:
    ///   - heads: for each task, the heads after the move.
    ///   - newest: the latest wall time of the log before.
    func noteTrashed(_ heads: [TaskID: [NodeID]], after newest: Instant, now: Instant) {
        guard Trash.isPlausible(now, after: newest) else { return }
        var record = store.trashRecord()
        for (task, ids) in heads {
            record.sightings[task] = TrashRecord.Sighting(
                fingerprint: Trash.fingerprint(ids), since: now)
        }
        // Without the file the days are counted from the next time on.
        try? store.keep(record)
    }

    /// The owners of some tasks.
    private func owners(of tasks: [TaskID]) throws(RedoError) -> [TaskID: Principal] {
        if tasks.isEmpty { return [:] }
        let nodes = try log(of: tasks.map(\.description)).nodes
        return try people().owners(of: Set(tasks), among: nodes)
    }
}
