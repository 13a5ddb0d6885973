import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The tasks of the log.
    ///
    /// The tasks in the packs are cached; only those with a loose node are replayed.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func tasks() throws(RedoError) -> CachedTasks {
        let tasks = try answer { (log, rule) throws(RedoError) in
            var progress = progress("Replaying nodes")
            let tasks = readTasks(log, rule) { progress.show(done: $0, total: $1) }
            progress.finish()
            return tasks
        }
        keepUntilExit(tasks)
        return tasks
    }

    /// Calls a closure with the tasks of the log, of which those in the cache are read one at a time.
    ///
    /// - Parameters:
    ///   - areOpen: whether only open tasks are needed; then others are not read from the cache.
    ///   - last: the wall time up to which nodes, with their ancestors, count; nil for all nodes.
    ///   - body: called again, with replayed tasks, if the cache turns out to be damaged.
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func withListedTasks<Value>(
        areOpen: Bool, asOf last: Instant? = nil,
        _ body: (ListedTasks) throws(TaskDamage) -> Value
    ) throws(RedoError) -> Value {
        if areOpen, last == nil, let tasks = try cachedOpenTasks() {
            keepUntilExit(tasks)
            do throws(TaskDamage) { return try body(tasks) } catch {}
        }
        let all = if let last { try tasks(asOf: last) } else { try tasks() }
        do throws(TaskDamage) {
            return try body(areOpen ? ListedTasks(openOf: all) : ListedTasks(all))
        } catch {
            preconditionFailure("tasks that were replayed are damaged")
        }
    }

    private func tasks(asOf last: Instant) throws(RedoError) -> CachedTasks {
        let log = try wholeLog()
        return CachedTasks(
            log.replay.foldState(among: log.numbers(until: last)), log.replay.validation)
    }

    /// The state of all tasks, replayed without a cache.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func state(_ view: LogView) throws(RedoError) -> State {
        let state = try answer(view) { (log, rule) throws(RedoError) in
            var progress = progress("Replaying nodes")
            let tasks = log.replayed(rule) { progress.show(done: $0, total: $1) }
            progress.finish()
            return tasks?.state
        }
        keepUntilExit(state)
        return state
    }

    /// The verdicts of stage 3 on the nodes.
    ///
    /// - Parameter scope: the tasks that the answer is about.
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func validation(
        _ view: LogView = .effective, about scope: TaskScope = .all
    ) throws(RedoError) -> HistoryValidation {
        try answer(view, about: scope) { (log, rule) throws(RedoError) in log.validation(rule) }
    }

    /// The number of unsigned nodes; nil if a node is unreadable. O(n), from the columns of indexes.
    package func unsignedCount() throws(RedoError) -> Int? {
        try indexedSource()?.stored.unsignedCount
    }

    /// The authors of the log.
    ///
    /// - Parameter scope: the tasks whose authors are requested.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(n) for n nodes, from the columns of indexes.
    package func authors(about scope: TaskScope = .all) throws(RedoError) -> AuthorNames {
        let people = try people(about: scope)
        return try answer(about: scope) { (log, _) throws(RedoError) in
            AuthorNames(log.stored.authors, people, AgentNames(store.configuration))
        }
    }

    /// The tasks of the nodes, valid or not, in no order, some twice.
    ///
    /// - Throws: ``RedoError`` if the store cannot be listed.
    package func taskIDs() throws(RedoError) -> [TaskID] {
        let glance = try store.glance { $0.decidesAuthority }
        isOpenToAll = !glance.mayHave
        return glance.taskIDs
    }

    /// The tasks that titles can name. Damage is not reported here, since it does not matter for a name.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func namedTasks() throws(RedoError) -> [TaskState] {
        try answer(about: .none) { (log, rule) throws(RedoError) in
            readTasks(log, rule) { _, _ in }
        }.state.tasks
    }

    /// Deleted tasks in their last state, for names.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(n) for n nodes, which are read.
    package func deletedTasks() throws(RedoError) -> [TaskState] {
        try wholeLog(about: .none).replay.deletedTasks
    }

    // MARK: What was lost

    /// What the quarantine has of tasks as they were before nodes were lost, and that was not written again yet.
    ///
    /// - Throws: STORAGE_001 if the quarantine cannot be read.
    package func setAsideWork() throws(RedoError) -> SetAsideWork {
        try store.setAsideWork(cacheVersion: taskCacheVersion(rule(.effective)))
    }

    /// The tasks as they would be if the nodes that were set aside counted.
    ///
    /// - Parameter log: the log without them.
    package func recoveredTasks(_ work: SetAsideWork, in log: Log) -> RecoveredTasks {
        let older = work.caches.lazy.compactMap { CachedTasks(reading: $0.file, from: $0.start) }
        let here = Set(log.nodes.map(\.id))
        let further = work.nodes.filter { !here.contains($0.id) }
        return RecoveredTasks(
            log.adding(further).replay, cutOff: Set(further.map(\.id)),
            now: log.replay.foldState(), older: older.first?.state)
    }

    // MARK: The cache

    /// The version of caches: a different suite, format, or rule of which nodes have an effect needs caches of its
    /// own.
    func cacheVersion(_ format: String, _ rule: LogRule) -> String {
        "\(options.version) \(format)\(rule.cacheSuffix)"
    }

    private func taskCacheVersion(_ rule: LogRule) -> String {
        cacheVersion("\(CachedTasks.formatVersion)", rule)
    }

    /// Whether what is computed from the packs is cached: with few nodes, a replay is as fast as reading a cache.
    func isCached(_ log: StoredLog) -> Bool { log.packedCount >= options.smallestCachedCount }

    /// The cache of the tasks in the packs: those of lists, or those of the protocol's view.
    func taskCache(_ log: StoredLog, _ rule: LogRule) -> CacheFile {
        store.cache(
            rule == .version1 ? .whole : .tasks, of: log, version: taskCacheVersion(rule))
    }

    /// The same as ``tasks()``; nil if a node is unreadable.
    ///
    /// - Parameter scope: the tasks that the answer is about.
    package func soundTasks(about scope: TaskScope = .all) throws(RedoError) -> CachedTasks? {
        try indexedSource(about: scope).flatMap { readTasks($0, rule(.effective)) { _, _ in } }
    }

    /// The tasks of a log in the effective view, read once.
    func readTasks(
        _ log: LogSource, _ rule: LogRule, _ progress: StoreProgress
    ) -> CachedTasks? {
        if let known = log.knownTasks { return known }
        log.knownTasks = tasks(of: log, rule, progress)
        return log.knownTasks
    }

    private func tasks(
        of log: LogSource, _ rule: LogRule, _ progress: StoreProgress
    ) -> CachedTasks? {
        if isCached(log.stored),
            let packed = packedTasks(log, rule, progress),
            let tasks = packed.updated(by: log, rule)
        {
            return tasks
        }
        return log.replayed(rule, progress)
    }

    /// The tasks in the packs.
    func packedTasks(
        _ log: LogSource, _ rule: LogRule, _ progress: StoreProgress
    ) -> CachedTasks? {
        taskCache(log.stored, rule).value {
            CachedTasks(reading: $0, from: $1)
        } orElse: {
            log.packed.replayed(rule, progress)
        } writing: {
            if rule == self.rule(.effective) { keepParts(of: $0, in: log) }
            return $0.serialized
        }
    }

    /// The open tasks in the packs' cache, updated by loose nodes; nil if all tasks are in memory, there is no cache,
    /// or all tasks have to be replayed.
    private func cachedOpenTasks() throws(RedoError) -> ListedTasks? {
        let rule = rule(.effective)
        if let packs = try packsAlone() {
            return try openTasks(of: packs, rule)?.having(parts())
        }
        guard let log = try indexedSource(), log.knownTasks == nil,
            let tasks = openTasks(of: log.stored, rule),
            let changes = log.changesOfCachedTasks(rule)
        else { return nil }
        return
            (changes.tasks.isEmpty ? tasks : tasks.replacing(changes.tasks, with: changes.states))
            .having(try parts())
    }

    /// The open tasks in the cache of a log's packs; nil if there is no sound cache.
    private func openTasks(of log: StoredLog, _ rule: LogRule) -> ListedTasks? {
        guard isCached(log),
            let (file, start) = try? taskCache(log, rule).read()
        else { return nil }
        return WrittenTasks(file, from: start)?.openTasks
    }

    /// A cache that disagrees with the packs; nil if each agrees or is missing.
    ///
    /// - Complexity: O(n) for n nodes, which are replayed.
    package func cacheDamage() throws(RedoError) -> CacheDamage? {
        guard let log = try indexedSource() else { return nil }
        let effective = rule(.effective)
        let packed = log.packed
        // If a packed node is unreadable, the right contents are unknown. That damage is reported elsewhere.
        guard let hashed = hashedRule(ofPacks: packed) else { return nil }
        // The tasks of sound caches.
        var sound: [LogRule: WrittenTasks] = [:]
        for (kept, replayed) in [(effective, effective), (.version1, hashed)] {
            let damage = taskCache(log.stored, kept).damage(unless: { file, start in
                guard let written = WrittenTasks(file, from: start) else { return false }
                let isRight = packed.areReplayed(written, replayed)
                if isRight == true { sound[replayed] = written }
                return isRight
            })
            if let damage { return damage }
        }
        // A cache of the hash by the other rule exists only if another program has written it.
        for rule in [effective, .version1] where rule != hashed {
            let damage = hashCache(log, besides: rule).damage(unless: { _, _ in false })
            if let damage { return damage }
        }
        let damage = hashCache(log, besides: hashed).damage {
            if let written = sound[hashed] { return ResumableStateHash(written)?.serialized }
            return packed.replayed(hashed, { _, _ in }).map {
                ResumableStateHash($0.state).serialized
            }
        }
        return damage ?? organisationCacheDamage(log) ?? partsCacheDamage(log)
            ?? headsCacheDamage(log)
    }
}

extension CachedTasks {
    /// These tasks, updated by the loose nodes of a log whose packs they are from.
    ///
    /// - Returns: nil if a node is unreadable, or all tasks have to be replayed.
    /// - Complexity: as ``replacing(_:with:)``, and that of ``LogSource/looseChanges(_:)``.
    package consuming func updated(by log: LogSource, _ rule: LogRule) -> CachedTasks? {
        guard let changes = log.changesOfCachedTasks(rule) else { return nil }
        return changes.tasks.isEmpty ? self : replacing(changes.tasks, with: changes.states)
    }
}

/// The tasks that have a loose node, and the states of the existing ones among them, sorted by id.
struct LooseChanges {
    let tasks: Set<TaskID>
    let states: [TaskState]
}

extension LogSource {
    /// The changes by loose nodes to the tasks in a cache of the packs.
    ///
    /// A loose node about a person can make nodes of any task void, or valid again.
    ///
    /// - Returns: nil if a node is unreadable, or all tasks have to be replayed.
    fileprivate func changesOfCachedTasks(_ rule: LogRule) -> LooseChanges? {
        if rule.leavesOutVoid, stored.hasLoose(People.has) { return nil }
        return looseChanges(rule)
    }

    /// The changes by loose nodes: all other tasks are as in the packs.
    ///
    /// The state of a task depends on its own nodes and on their ancestors. If a task has no loose node, its packed
    /// nodes have no loose ancestors, since the packs are complete by themselves.
    ///
    /// - Returns: nil if a node is unreadable.
    /// - Complexity: the columns of each packed node are read, and the nodes of the tasks are replayed; O(n) for n
    ///   nodes, from the columns of indexes, if the log has persons or these nodes follow nodes of other tasks.
    func looseChanges(_ rule: LogRule) -> LooseChanges? {
        let changed = stored.looseTasks
        if changed.isEmpty { return LooseChanges(tasks: [], states: []) }
        if let replay = replay(of: changed, rule) {
            return LooseChanges(tasks: changed, states: replay.foldState().tasks)
        }
        // They follow nodes of other tasks, so the shape of the whole log is needed.
        guard let index, let validation = validation(rule),
            let state = State(validation, reading: index, of: changed)
        else { return nil }
        return LooseChanges(tasks: changed, states: state.tasks)
    }
}
