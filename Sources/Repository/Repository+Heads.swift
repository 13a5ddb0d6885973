import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The heads of each task of the log that has a head.
    ///
    /// The heads in the packs are cached; only tasks with a loose node are computed again.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func heads() throws(RedoError) -> TaskHeads {
        try answer { (log, rule) throws(RedoError) -> TaskHeads? in
            if isCached(log.stored),
                let packed = packedHeads(log, rule), let heads = packed.updated(by: log, rule)
            {
                return heads
            }
            return log.validation(rule).map { TaskHeads($0) }
        }
    }

    /// The heads in the packs.
    private func packedHeads(_ log: LogSource, _ rule: LogRule) -> TaskHeads? {
        headsCache(log, rule).value {
            TaskHeads(reading: $0.bytes.extracting($1...))
        } orElse: {
            log.packed.validation(rule).map { TaskHeads($0) }
        } writing: {
            $0.serialized
        }
    }

    private func headsCache(_ log: LogSource, _ rule: LogRule) -> CacheFile {
        store.cache(
            .heads, of: log.stored, version: cacheVersion("\(TaskHeads.formatVersion)", rule))
    }

    /// The number of tasks with several heads.
    ///
    /// The number is cached until nodes come, since counting takes longer than everything else in a `redo sync` that
    /// finds nothing new.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func divergedCount() throws(RedoError) -> Int {
        // Before anything is read: nodes that come later are counted the next time.
        let fingerprint = try store.fingerprint()
        let cache = store.divergedCache(
            fingerprint, version: cacheVersion("diverged 1", rule(.effective)))
        let count = try cache.value { (file, start) -> UInt64? in
            let content = file.bytes.extracting(start...)
            return content.count == 8 ? content.number(at: 0) : nil
        } orElse: { () throws(RedoError) in
            UInt64(try heads().divergedIndices.count)
        } writing: { count in
            var bytes: [UInt8] = []
            bytes.append(littleEndian: count)
            return bytes
        }
        return Int(clamping: count ?? 0)
    }

    /// The tasks with several heads. Most logs have none, which of a large one the cached number says.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    func divergedTasks() throws(RedoError) -> Set<TaskID> {
        let packs = try packsAlone()
        let stored = if let packs { packs } else { try indexedSource()?.stored }
        if let stored, isCached(stored), try divergedCount() == 0 { return [] }
        let heads = try heads()
        return Set(heads.divergedIndices.map { heads.tasks[$0] })
    }

    /// Why the cache of heads disagrees with the packs; nil if it agrees or is missing.
    func headsCacheDamage(_ log: LogSource) -> CacheDamage? {
        let rule = rule(.effective)
        return headsCache(log, rule).damage {
            log.packed.validation(rule).map { TaskHeads($0).serialized }
        }
    }
}

extension TaskHeads {
    /// These heads, updated by the loose nodes of a log whose packs they are from. The heads of a task follow from
    /// its own nodes and their ancestors, as its state does (``CachedTasks/updated(by:_:)``).
    ///
    /// - Returns: nil if all tasks have to be computed again.
    fileprivate func updated(by log: LogSource, _ rule: LogRule) -> TaskHeads? {
        if rule.leavesOutVoid, log.stored.hasLoose(People.has) { return nil }
        let changed = log.stored.looseTasks
        if changed.isEmpty { return self }
        return log.replay(of: changed, rule).map {
            replacing(changed, with: TaskHeads($0.validation))
        }
    }
}
