import RedoCommand
import RedoLog
import RedoState
import RedoStore

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

    /// The state of all tasks; nil where a node is damaged.
    var state: State? { State(judgement, reading: outline) }

    /// What nodes and tasks can be called.
    func names(_ store: Store) -> NodeNames {
        NodeNames(judgement) { () throws(CommandError) in try titles(state, store) }
    }
}

func storedLog(_ store: Store) throws(CommandError) -> StoredLog? {
    try reporting { () throws(StoreError) in try store.storedLog() }
}

/// Computes the state of all tasks.
package func loadState(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> State {
    try loadTasks(context, store).state
}

/// All tasks, and what tells them apart.
package struct LoadedTasks: Sendable {
    package let state: State
    /// Those of deleted tasks as well, which names can mean; sorted.
    package let ids: [TaskID]
    package let judgement: Judgement

    fileprivate init(_ state: State, _ judgement: Judgement) {
        self.state = state
        self.judgement = judgement
        let graph = judgement.graph
        // Where no task is deleted the state has them all, sorted.
        ids =
            state.tasks.count == graph.taskIDs.count
            ? state.tasks.map(\.id) : graph.taskIDs.sorted()
    }
}

/// Computes the state of all tasks, and tells which tasks there are.
package func loadTasks(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> LoadedTasks {
    if let stored = try storedLog(store), let judged = JudgedOutline(stored) {
        var progress = Progress("Replaying nodes", context)
        let state = State(judged.judgement, reading: judged.outline) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        if let state { return LoadedTasks(state, judged.judgement) }
    }
    let replay = Log(try loadSnapshot(context, store)).replay
    return LoadedTasks(replay.state, replay.judgement)
}

/// Reads what nodes and tasks can be called, and what stage 3 says of the nodes.
package func loadNames(
    _ context: borrowing CommandContext, _ store: Store
) throws(CommandError) -> NodeNames {
    if let stored = try storedLog(store), let judged = JudgedOutline(stored) {
        return judged.names(store)
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
        try titles(JudgedOutline(stored)?.state, store)
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

/// The titles of all tasks.
///
/// - Parameter state: nil where a node is damaged, so that it has to be computed from what is whole.
private func titles(
    _ state: State?, _ store: Store
) throws(CommandError) -> [(id: TaskID, title: String)] {
    if let state { return state.titles }
    return Log(try reporting { () throws(StoreError) in try store.snapshot() }).replay.state.titles
}
