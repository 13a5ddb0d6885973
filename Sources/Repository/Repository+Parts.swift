import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The tasks of the log that name a parent, sorted by id. Damage is not reported here: what a command shows or
    /// changes of the tasks does that.
    ///
    /// The parts in the packs are cached; of the others only tasks are replayed whose loose nodes can change a part.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(p) for p parts in a packed log.
    package func parts() throws(RedoError) -> [TaskPart] {
        if let packs = try packsAlone(), let cached = writtenParts(packs) { return cached.parts }
        return try answer(about: .none) { (log, rule) throws(RedoError) -> [TaskPart]? in
            if isCached(log.stored), let packed = packedParts(log, rule),
                let parts = packed.parts(updatedBy: log, rule)
            {
                return parts
            }
            return readTasks(log, rule) { _, _ in }?.state.parts
        }
    }

    /// What the tasks of the log are parts of, for tasks that are known to exist.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func hierarchy() throws(RedoError) -> TaskHierarchy {
        TaskHierarchy(try parts()) { _ in true }
    }

    private func packedParts(_ log: LogSource, _ rule: LogRule) -> CachedParts? {
        partsCache(log.stored).value {
            CachedParts(reading: $0.bytes.extracting($1...))
        } orElse: {
            packedTasks(log, rule) { _, _ in }.map { CachedParts($0) }
        } writing: {
            $0.serialized
        }
    }

    /// The cached parts of a log's packs; nil if there is no sound cache.
    private func writtenParts(_ log: StoredLog) -> CachedParts? {
        guard isCached(log), let (file, start) = try? partsCache(log).read() else { return nil }
        return CachedParts(reading: file.bytes.extracting(start...))
    }

    /// Writes the cache of parts beside that of the tasks that have been replayed.
    func keepParts(of tasks: CachedTasks, in log: LogSource) {
        // Without the file the parts are read from the tasks the next time.
        try? partsCache(log.stored).write(CachedParts(tasks).serialized)
    }

    private func partsCache(_ log: StoredLog) -> CacheFile {
        store.cache(
            .parts, of: log,
            version: cacheVersion("\(CachedParts.formatVersion)", rule(.effective)))
    }

    /// Why the cache of parts disagrees with the packs; nil if it agrees or is missing.
    func partsCacheDamage(_ log: LogSource) -> CacheDamage? {
        let packed = log.packed
        return partsCache(log.stored).damage {
            packed.replayed(rule(.effective), { _, _ in }).map { CachedParts($0).serialized }
        }
    }
}

extension CachedParts {
    /// These parts, updated by the loose nodes of a log whose packs they are from. Only nodes of parts, and those that
    /// name a parent, can change them.
    ///
    /// - Returns: nil if all tasks have to be replayed.
    fileprivate func parts(updatedBy log: LogSource, _ rule: LogRule) -> [TaskPart]? {
        if rule.leavesOutVoid, log.stored.hasLoose(People.has) { return nil }
        let known = parts.isEmpty ? [] : Set(parts.lazy.map(\.id))
        let changed = log.stored.looseTasks {
            $0.taskID.map(known.contains) == true || $0.canNameParent
        }
        if changed.isEmpty { return parts }
        guard let replay = log.replay(of: changed, rule) else { return nil }
        return (parts.filter { !changed.contains($0.id) } + replay.foldState().parts)
            .sorted { $0.id < $1.id }
    }
}

extension Node {
    /// Whether the node can set the parent of its task.
    fileprivate var canNameParent: Bool {
        switch payload {
        case .create(let fields), .update(let fields): fields["parent"] != nil
        case .merge: true
        default: false
        }
    }
}
