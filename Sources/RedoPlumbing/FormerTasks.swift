import RedoCommand
import RedoLog
import RedoState
import RedoStore

/// Reads the log as far as some tasks need it, deleted ones among them.
///
/// - Parameter names: of the tasks; those of deleted tasks see ``Log/formerTaskID(named:)``.
/// - Throws: STORAGE_001 where a name means several tasks.
package func loadLog(
    _ context: borrowing CommandContext, _ store: Store, ofFormer names: [String]
) throws(CommandError) -> Log {
    do throws(CommandError) {
        return try loadLog(context, store, of: names)
    } catch {
        // A part of a title that no task has any more takes all nodes.
        guard error.code == StoreError.Code.notFound.rawValue else { throw error }
        return Log(try loadSnapshot(context, store))
    }
}

extension Log {
    /// The task that a name means; what is in no title of a task can be in that of a deleted one.
    package func formerTaskID(named name: String) throws(CommandError) -> TaskID {
        try TaskNames(
            replay.judgement.graph.taskIDs,
            titles: { () throws(CommandError) in replay.state.titles },
            formerTitles: { () throws(CommandError) in replay.formerTitles }
        ).id(named: name)
    }
}

extension Replay {
    /// What deleted tasks were called at last.
    fileprivate var formerTitles: [(id: TaskID, title: String)] {
        let living = Set(state.tasks.map(\.id))
        return judgement.graph.taskIDs.filter { !living.contains($0) }.compactMap { id in
            lastState(of: id).map { (id, $0.title.description) }
        }
    }

    /// What a deleted task was when its last tombstone was written.
    package func lastState(of id: TaskID) -> TaskState? {
        let graph = judgement.graph
        guard let task = graph.taskNumber(of: id),
            let tombstone = nodes.indices.last(where: {
                graph.task(of: $0) == task && nodes[$0].action == .delete
                    && judgement.verdicts[$0] == .accepted
            })
        else { return nil }
        return self.task(id, among: Array(graph.parents(of: tombstone)))
    }
}
