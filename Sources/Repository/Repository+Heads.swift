import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The heads of each task of the log that has one.
    ///
    /// Those that the packs leave are cached; only tasks with a loose node are looked at again.
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

    /// The heads as the packs leave them.
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

    /// How many tasks have several heads.
    ///
    /// The number is cached until nodes come, since counting takes longer than all else that a `redo sync` does that
    /// finds nothing new.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func divergedCount() throws(RedoError) -> Int {
        // Before anything is read: what comes later is counted the next time.
        let fingerprint = try store.fingerprint()
        let cache = store.divergedCache(
            fingerprint, version: cacheVersion("diverged 1", rule(.effective)))
        let count = try cache.value { (file, start) -> UInt64? in
            let content = file.bytes.extracting(start...)
            return content.count == 8 ? content.number(at: 0) : nil
        } orElse: { () throws(RedoError) in
            UInt64(try heads().divergedPlaces.count)
        } writing: { count in
            var bytes: [UInt8] = []
            bytes.append(littleEndian: count)
            return bytes
        }
        return Int(clamping: count ?? 0)
    }

    /// Why the cache of heads is not what the packs say; nil if it is, or there is none.
    func headsCacheDamage(_ log: LogSource) -> CacheDamage? {
        let rule = rule(.effective)
        return headsCache(log, rule).damage {
            log.packed.validation(rule).map { TaskHeads($0).serialized }
        }
    }
}

extension TaskHeads {
    /// The heads of a log of whose packs these are: those of a task follow from its own nodes and from what is above them,
    /// as its state does (``CachedTasks/updated(by:_:)``).
    ///
    /// - Returns: nil if all tasks have to be looked at.
    fileprivate func updated(by log: LogSource, _ rule: LogRule) -> TaskHeads? {
        if rule.leavesOutVoid, log.stored.hasLoose(People.has) { return nil }
        let changed = log.stored.looseTasks
        if changed.isEmpty { return self }
        return log.replay(of: changed, rule).map {
            replacing(changed, with: TaskHeads($0.validation))
        }
    }
}
