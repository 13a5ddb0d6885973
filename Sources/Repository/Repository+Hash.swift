import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The state hash of the log.
    ///
    /// That of the packs is cached, with the places from which it can be resumed. The tasks that have a loose node are
    /// replayed, and the hash is computed from the first of them on (docs/pack-format.md, "The hash of packs").
    ///
    /// - Parameters:
    ///   - view: one that has not the state of the protocol's is replayed.
    ///   - isFull: whether no cache is read.
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func stateHash(_ view: LogView, isFull: Bool) throws(RedoError) -> NodeID {
        if !isFull, let log = try indexedLog(), isProtocols(view, log.stored),
            let hash = cachedHash(log)
        {
            return hash
        }
        return try state(view).hash
    }

    /// Whether a view has the state of the protocol's.
    private func isProtocols(_ view: LogView, _ log: StoredLog) -> Bool {
        rule(view) == .version1 || rule(view).ignored.isEmpty && hasOneView(log)
    }

    /// Whether nothing can be void, so that all authors that are not ignored count in every view. Constant.
    private func hasOneView(_ log: StoredLog) -> Bool { !log.mayHaveVoid }

    /// What the tasks of the packs in the protocol's view are cached by: the rule of lists where these show the same.
    func hashedRule(_ log: IndexedLog) -> LogRule {
        let effective = rule(.effective)
        return hasOneView(log.stored.packed) && effective.ignored.isEmpty ? effective : .version1
    }

    func hashCache(_ log: IndexedLog) -> CacheFile {
        store.hashCache(
            of: log.stored, version: "\(options.version) \(ResumableStateHash.formatVersion)")
    }

    /// The hash in the protocol's view; nil if all nodes have to be read for it.
    private func cachedHash(_ log: IndexedLog) -> NodeID? {
        guard isCached(log.stored),
            let changes = log.looseChanges(.version1)
        else { return nil }
        return readHash(log, changes) ?? madeHash(log, changes)
    }

    /// The hash by the caches; nil if there are none. Only a cache of packs that were not written to since stands for
    /// reading them all, since packs that are damaged have another state.
    func readHash(_ log: IndexedLog, _ changes: LooseChanges) -> NodeID? {
        guard let (file, start) = try? hashCache(log).read(),
            let packed = ResumableStateHash(reading: file.bytes.extracting(start...))
        else { return nil }
        if changes.tasks.isEmpty { return packed.hash }
        guard let (file, start) = try? taskCache(log.stored, hashedRule(log)).read(),
            let tasks = WrittenTasks(file, from: start)
        else { return nil }
        return packed.updated(changes.tasks, with: changes.states, tasks)
    }

    /// The hash by a replay of the packs, which is cached; nil if a packed node is unreadable.
    private func madeHash(_ log: IndexedLog, _ changes: LooseChanges) -> NodeID? {
        var progress = progress("Replaying nodes")
        let packed = log.packed.replayed(.version1) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        guard let packed else { return nil }
        let hash = ResumableStateHash(packed.state)
        let tasks = taskCache(log.stored, hashedRule(log))
        // A store that is read-only keeps no cache.
        do throws(SystemError) {
            if (try? tasks.read()) == nil { try tasks.write(packed.serialized) }
            try hashCache(log).write(hash.serialized)
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
