import RedoCommand
import RedoLog
import RedoState
import RedoStore
import RedoSystem

/// A log of which only the shape is read, and what stage 3 says of its nodes.
struct JudgedOutline {
    let outline: Outline
    let judgement: Judgement

    /// - Returns: nil where somebody has to be told of a damaged node, which reading all nodes does.
    init?(_ stored: StoredLog) {
        guard let outline = stored.outline() else { return nil }
        self.init(outline)
    }

    init?(_ outline: Outline) {
        guard let facts = outline.facts() else { return nil }
        self.outline = outline
        judgement = Judgement(facts)
    }

    /// What nodes and tasks can be called.
    func names(_ stored: StoredLog, _ store: Store) -> NodeNames {
        NodeNames(judgement) { () throws(CommandError) in
            try LogReading(store, stored).titles()
        }
    }
}

func storedLog(_ store: Store) throws(CommandError) -> StoredLog? {
    try reporting { () throws(StoreError) in try store.storedLog() }
}

/// Computes the state of all tasks.
package func loadState(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> State {
    let state = try LogReading(store).state(context)
    keepUntilExit(state)
    return state
}

/// The tasks of the log, from what is kept of them if that is faster (docs/performance.md).
package func loadTasks(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> KnownTasks {
    let tasks = try LogReading(store).tasks(context)
    keepUntilExit(tasks)
    return tasks
}

/// Reads what nodes and tasks can be called, and what stage 3 says of the nodes.
package func loadNames(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> NodeNames {
    if let stored = try storedLog(store), let judged = JudgedOutline(stored) {
        return judged.names(stored, store)
    }
    return Log(try loadSnapshot(context, store)).names
}

/// Reads the log as far as some tasks need it.
///
/// - Parameter names: of the tasks.
/// - Returns: all nodes where the tasks' own are not enough to judge them, or one is damaged.
/// - Throws: STORAGE_001 where a name means no task, or several.
package func loadLog(
    _ context: borrowing CommandContext, _ store: Store, of names: [String]
) throws(CommandError) -> Log {
    if let stored = try storedLog(store) {
        let tasks = try tasks(named: names, stored, store)
        if let nodes = stored.nodes(of: tasks) {
            return Log(nodes, neighbours: stored.neighbours(of: nodes.map(\.id)))
        }
    }
    return Log(try loadSnapshot(context, store))
}

private func tasks(
    named names: [String], _ stored: StoredLog, _ store: Store
) throws(CommandError) -> Set<TaskID> {
    let known = stored.taskIDs
    let taskNames = TaskNames(known) { () throws(CommandError) in
        try LogReading(store, stored).titles()
    }
    var tasks: Set<TaskID> = []
    for name in names {
        if let id = TaskID(name), known.contains(id) {
            tasks.insert(id)
        } else {
            tasks.insert(try taskNames.id(named: name))
        }
    }
    return tasks
}
