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
        let cache = headsCache(log, rule)
        if let (file, start) = try? cache.read(),
            let heads = TaskHeads(reading: file.bytes.extracting(start...))
        {
            return heads
        }
        guard let heads = log.packed.validation(rule).map({ TaskHeads($0) }) else { return nil }
        // A store that is read-only keeps no cache.
        do throws(SystemError) { try cache.write(heads.serialized) } catch {}
        return heads
    }

    private func headsCache(_ log: LogSource, _ rule: LogRule) -> CacheFile {
        store.headsCache(
            of: log.stored,
            version: "\(options.version) \(TaskHeads.formatVersion)\(rule.cacheSuffix)")
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
        guard let exclusion = log.exclusion(rule), let nodes = log.stored.nodes(of: changed) else {
            return nil
        }
        return replacing(changed, with: TaskHeads(Replay(nodes, exclusion).validation))
    }
}
