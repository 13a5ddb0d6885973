import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

/// A log of which only the shape is read, and what stage 3 says of its nodes.
struct ValidatedLogIndex {
    let logIndex: LogIndex
    let validation: HistoryValidation

    /// - Returns: nil where somebody has to be told of a damaged node, which reading all nodes does.
    ///
    /// - Parameter ignored: the users whose nodes have no effect.
    init?(_ stored: StoredLog, ignoring ignored: Set<UserID>) {
        guard let logIndex = stored.logIndex() else { return nil }
        self.init(logIndex, ignoring: ignored)
    }

    init?(_ logIndex: LogIndex, ignoring ignored: Set<UserID>) {
        guard let facts = logIndex.facts(ignoring: ignored) else { return nil }
        self.logIndex = logIndex
        validation = HistoryValidation(facts)
    }

    /// What nodes and tasks can be called.
    func names(
        _ stored: StoredLog, _ store: Store, _ context: borrowing CommandContext
    ) -> NodeNames {
        NodeNames(validation, TaskCandidates(context, store)) { () throws(RedoError) in
            try LogReading(store, stored).namedTasks()
        }
    }
}

func storedLog(_ store: Store) throws(RedoError) -> StoredLog? {
    try store.storedLog()
}

/// Computes the state of all tasks, as the protocol has it.
package func loadState(
    _ context: borrowing CommandContext, _ store: Store
) throws(RedoError) -> State {
    let state = try LogReading(store, .whole).state(context)
    keepUntilExit(state)
    return state
}

/// The tasks of the log, from what is kept of them if that is faster (docs/performance.md).
package func loadTasks(
    _ context: borrowing CommandContext, _ store: Store
) throws(RedoError) -> CachedTasks {
    let tasks = try LogReading(store).tasks(context)
    keepUntilExit(tasks)
    return tasks
}

/// Reads what nodes and tasks can be called, and what stage 3 says of the nodes.
package func loadNames(
    _ context: borrowing CommandContext, _ store: Store, _ view: LogView = .effective
) throws(RedoError) -> NodeNames {
    let ignored = view.ignoredUsers(of: store)
    if let stored = try storedLog(store),
        let validated = ValidatedLogIndex(stored, ignoring: ignored)
    {
        return validated.names(stored, store, context)
    }
    return try loadWholeLog(context, store, view).names(TaskCandidates(context, store))
}

/// Reads the log as far as some tasks need it.
///
/// - Parameters:
///   - names: of the tasks.
///   - aspect: which of several tasks that a name could mean the command is about.
///   - includesDeleted: whether a name can mean a deleted task, where it means none with which the
///     command has something to do.
///   - view: which nodes have an effect.
/// - Returns: all nodes where the tasks' own are not enough to judge them, or one is damaged.
/// - Throws: STORAGE_001 where a name means no task, or several.
package func loadLog(
    _ context: borrowing CommandContext, _ store: Store, of names: [String],
    about aspect: TaskAspect = .any, includesDeleted: Bool = false, _ view: LogView = .effective
) throws(RedoError) -> Log {
    let ignored = view.ignoredUsers(of: store)
    let candidates = TaskCandidates(context, store)
    if let stored = try storedLog(store) {
        let known = stored.taskIDs
        let reading = LogReading(store, stored, view)
        let found = try tasks(
            named: names, about: aspect, known,
            TaskNames(
                known, candidates, tasks: reading.namedTasks,
                deletedTasks: { () throws(RedoError) in
                    includesDeleted ? try reading.deletedTasks() : []
                }))
        if let nodes = stored.nodes(of: Set(found.values)) {
            let neighbours = stored.neighbours(of: nodes.map(\.id))
            return Log(nodes, neighbours: neighbours, ignoring: ignored).knowing(found)
        }
        return try loadWholeLog(context, store, view).knowing(found)
    }
    let log = try loadWholeLog(context, store, view)
    let known = Array(log.replay.validation.graph.taskIDs)
    return log.knowing(
        try tasks(
            named: names, about: aspect, known,
            TaskNames(
                known, candidates, tasks: { () throws(RedoError) in log.replay.state.tasks },
                deletedTasks: { () throws(RedoError) in
                    includesDeleted ? log.replay.deletedTasks : []
                })))
}

/// What some names of tasks mean.
///
/// - Parameter known: all tasks that there are.
private func tasks(
    named names: [String], about aspect: TaskAspect, _ known: [TaskID], _ taskNames: TaskNames
) throws(RedoError) -> [String: TaskID] {
    var tasks: [String: TaskID] = [:]
    for name in names {
        if let id = TaskID(name), known.contains(id) {
            tasks[name] = id
        } else {
            tasks[name] = try taskNames.id(named: name, about: aspect)
        }
    }
    return tasks
}
