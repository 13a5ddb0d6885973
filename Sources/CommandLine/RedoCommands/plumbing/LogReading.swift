import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

/// A store's log, opened once for the questions that a command has.
package struct LogReading: Sendable {
    private let store: Store
    /// Nil where somebody has to be told of a damaged node, which reading all nodes does.
    private let stored: StoredLog?
    /// The users whose nodes have no effect.
    private let ignored: Set<UserID>

    /// - Throws: STORAGE_001 where the store cannot be listed, STORAGE_004 where an index is damaged.
    package init(_ store: Store, _ view: LogView = .effective) throws(RedoError) {
        self.init(store, try storedLog(store), view)
    }

    init(_ store: Store, _ stored: StoredLog?, _ view: LogView = .effective) {
        self.store = store
        self.stored = stored
        ignored = view.ignoredUsers(of: store)
    }

    /// The tasks of the log.
    ///
    /// What the packs say of them is kept from command to command; only tasks that have a loose node
    /// are replayed.
    ///
    /// - Throws: ``RedoError`` where the log cannot be read.
    package func tasks(_ context: borrowing CommandContext) throws(RedoError) -> CachedTasks {
        var progress = Progress("Replaying nodes", context)
        let tasks = soundTasks { progress.show(done: $0, total: $1) }
        progress.finish()
        if let tasks { return tasks }
        return Log(try loadSnapshot(context, store), ignoring: ignored).tasks
    }

    /// How many nodes are not signed; nil where a node cannot be read. O(n), from the columns of indexes.
    package var unsignedCount: Int? { stored?.unsignedCount }

    /// The authors of the log.
    ///
    /// - Throws: ``RedoError`` where the log cannot be read.
    /// - Complexity: O(n) for n nodes, from the columns of indexes.
    package func authors(_ context: borrowing CommandContext) throws(RedoError) -> AuthorNames {
        if let stored { return AuthorNames(stored.authors) }
        var authors: [UserID: AuthorSummary] = [:]
        for node in try loadSnapshot(context, store).nodes { authors.add(node.author) }
        return AuthorNames(authors)
    }

    /// The tasks that titles can name. What is damaged is not told of: it does not matter to a name.
    ///
    /// - Throws: ``RedoError`` where the log cannot be read.
    func namedTasks() throws(RedoError) -> [TaskState] {
        if let tasks = soundTasks() { return tasks.state.tasks }
        return try wholeReplay().state.tasks
    }

    /// Deleted tasks as they were at last.
    ///
    /// - Throws: ``RedoError`` where the log cannot be read.
    /// - Complexity: O(n) for n nodes, which are read.
    func deletedTasks() throws(RedoError) -> [TaskState] { try wholeReplay().deletedTasks }

    private func wholeReplay() throws(RedoError) -> Replay {
        let snapshot = try store.snapshot()
        return Log(snapshot, ignoring: ignored).replay
    }

    /// The state of all tasks, replayed.
    ///
    /// - Throws: ``RedoError`` where the log cannot be read.
    func state(_ context: borrowing CommandContext) throws(RedoError) -> State {
        var progress = Progress("Replaying nodes", context)
        let tasks = stored.flatMap { replayed($0) { progress.show(done: $0, total: $1) } }
        progress.finish()
        if let tasks { return tasks.state }
        return Log(try loadSnapshot(context, store), ignoring: ignored).replay.state
    }

    /// What stage 3 says of the nodes.
    ///
    /// - Throws: ``RedoError`` where the log cannot be read.
    package func validation(_ context: borrowing CommandContext) throws(RedoError)
        -> HistoryValidation
    {
        if let stored, let validated = ValidatedLogIndex(stored, ignoring: ignored) {
            return validated.validation
        }
        return Log(try loadSnapshot(context, store), ignoring: ignored).replay.validation
    }

    // MARK: What is kept

    /// With fewer packed nodes a replay is as fast as reading what is kept.
    private static let smallestCount = 1000

    /// What a kept file has to be made by: another suite, another way of writing tasks, or another list of
    /// ignored authors makes its own.
    private var cacheVersion: String {
        "\(Version.text) \(CachedTasks.writtenVersion)\(ignored.cacheSuffix)"
    }

    /// The same as ``tasks(_:)``; nil where a node cannot be read.
    func soundTasks(progress: StoreProgress = { _, _ in }) -> CachedTasks? {
        guard let stored else { return nil }
        if stored.packedCount >= Self.smallestCount,
            let packed = packedTasks(stored, progress),
            let tasks = packed.updated(by: stored, ignoring: ignored)
        {
            return tasks
        }
        return replayed(stored, progress)
    }

    /// The tasks as the packs have them.
    private func packedTasks(_ stored: StoredLog, _ progress: StoreProgress) -> CachedTasks? {
        let cache = store.taskCache(of: stored, version: cacheVersion)
        if let (bytes, start) = try? cache.read(),
            let tasks = CachedTasks(reading: bytes, from: start)
        {
            return tasks
        }
        guard let tasks = replayed(stored.packed, progress) else { return nil }
        // In a store that may not be written to it is worked out each time.
        do throws(SystemError) { try cache.write(tasks.written) } catch {}
        return tasks
    }

    private func replayed(_ stored: StoredLog, _ progress: StoreProgress) -> CachedTasks? {
        guard let validated = ValidatedLogIndex(stored, ignoring: ignored) else { return nil }
        return State(validated.validation, reading: validated.logIndex, progress: progress)
            .map { CachedTasks($0, validated.validation) }
    }

    /// Why what is kept of the tasks is not what the packs say; nil where it is, or nothing is kept.
    ///
    /// - Complexity: O(n) for n nodes, which are replayed.
    func cacheDamage() -> (file: CacheFile, reason: String)? {
        guard let stored else { return nil }
        let cache = store.taskCache(of: stored, version: cacheVersion)
        do throws(CacheFile.Miss) {
            let (bytes, start) = try cache.read()
            guard let tasks = replayed(stored.packed, { _, _ in }) else { return nil }
            return bytes[start...].elementsEqual(tasks.written)
                ? nil : (cache, "it is not what the packs say")
        } catch {
            switch error {
            case .absent: return nil
            case .damaged: return (cache, "its checksum does not hold")
            }
        }
    }
}

extension CachedTasks {
    /// The tasks of a log of whose packs these are.
    ///
    /// A task's state depends on its own nodes and on what is above them. A packed node of a task
    /// without a loose one has no loose node above it, since the packs are complete by themselves.
    ///
    /// - Returns: nil where a node cannot be read.
    /// - Complexity: O(t) for t tasks, and the nodes of those that have a loose one are replayed.
    func updated(by stored: StoredLog, ignoring ignored: Set<UserID>) -> CachedTasks? {
        let changed = stored.looseTasks
        if changed.isEmpty { return self }
        if let nodes = stored.nodes(of: changed) {
            return replacing(changed, with: Replay(nodes, ignoring: ignored).state.tasks)
        }
        // They follow nodes of other tasks, so that the shape of the whole log is needed.
        guard let validated = ValidatedLogIndex(stored, ignoring: ignored),
            let state = State(validated.validation, reading: validated.logIndex, of: changed)
        else { return nil }
        return replacing(changed, with: state.tasks)
    }
}

extension Log {
    fileprivate var tasks: CachedTasks {
        let replay = replay
        return CachedTasks(replay.state, replay.validation)
    }
}
