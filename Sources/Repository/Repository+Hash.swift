import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The state hash of the log.
    ///
    /// The hash of the packs is cached, with the positions from which it can be resumed. The tasks that have a loose
    /// node are replayed, and the hash is computed from the first of them on (docs/pack-format.md, "The hash of
    /// packs").
    ///
    /// - Parameters:
    ///   - view: a view whose state differs from the protocol's is replayed.
    ///   - isFull: whether caches are ignored.
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func stateHash(_ view: LogView, isFull: Bool) throws(RedoError) -> NodeID {
        if !isFull, rule(view) == .version1, let log = try indexedSource(),
            let hash = cachedHash(log)
        {
            return hash
        }
        return try state(view).hash
    }

    /// The rule of the cached tasks from which the hash of the packs continues: that of lists if it gives the same
    /// tasks as the protocol's. Nil if a node is unreadable.
    ///
    /// - Complexity: O(n) for n nodes, which are validated.
    func hashedRule(ofPacks packed: LogSource) -> LogRule? {
        let effective = rule(.effective)
        guard effective.ignored.isEmpty, !packed.stored.mayHaveVoid else { return .version1 }
        guard let validation = packed.validation(.version1) else { return nil }
        // Of several CREATEs of a task lists choose the one that certifies its id, whichever comes first.
        return validation.verdicts.contains(.rejected(.duplicateCreate)) ? .version1 : effective
    }

    /// - Parameter rule: that of the cached tasks from which the hash continues.
    func hashCache(_ log: LogSource, besides rule: LogRule) -> CacheFile {
        store.cache(
            .hash, of: log.stored,
            version: cacheVersion("\(ResumableStateHash.formatVersion)", rule))
    }

    /// The hash in the protocol's view; nil if all nodes have to be read for it.
    private func cachedHash(_ log: LogSource) -> NodeID? {
        guard isCached(log.stored),
            let changes = log.looseChanges(.version1)
        else { return nil }
        return readHash(log, changes) ?? computedHash(log, changes)
    }

    /// The hash from caches; nil if there are none. Only a cache of packs that are unchanged since they were read can
    /// replace reading them, since damaged packs have another state.
    func readHash(_ log: LogSource, _ changes: LooseChanges) -> NodeID? {
        for rule in [rule(.effective), .version1] {
            guard let (file, start) = try? hashCache(log, besides: rule).read(),
                let packed = ResumableStateHash(reading: file.bytes.extracting(start...))
            else { continue }
            if changes.tasks.isEmpty { return packed.hash }
            guard let (file, start) = try? taskCache(log.stored, rule).read(),
                let tasks = WrittenTasks(file, from: start)
            else { return nil }
            return packed.updated(changes.tasks, with: changes.states, tasks)
        }
        return nil
    }

    /// The hash from a replay of the packs, which is cached; nil if a packed node is unreadable.
    private func computedHash(_ log: LogSource, _ changes: LooseChanges) -> NodeID? {
        var progress = progress("Replaying nodes")
        let packs = log.packed
        let packed = packs.replayed(.version1) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        guard let packed, let rule = hashedRule(ofPacks: packs) else { return nil }
        let hash = ResumableStateHash(packed.state)
        let tasks = taskCache(log.stored, rule)
        // In a read-only store nothing is cached.
        do throws(SystemError) {
            if (try? tasks.read()) == nil { try tasks.write(packed.serialized) }
            try hashCache(log, besides: rule).write(hash.serialized)
        } catch {}
        if changes.tasks.isEmpty {
            keepUntilExit(packed)
            return hash.hash
        }
        let updated = packed.replacing(changes.tasks, with: changes.states)
        keepUntilExit(updated)
        return updated.state.hash
    }
}
