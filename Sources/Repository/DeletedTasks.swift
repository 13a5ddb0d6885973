import RedoModel

extension Replay {
    /// Deleted tasks in their last state.
    package var deletedTasks: [TaskState] {
        let living = Set(foldState().tasks.map(\.id))
        return validation.graph.taskIDs.filter { !living.contains($0) }.compactMap(lastState)
    }

    /// The state of a deleted task when its last tombstone was written.
    package func lastState(of id: TaskID) -> TaskState? {
        let graph = validation.graph
        guard let task = graph.taskNumber(of: id),
            let tombstone = nodes.indices.last(where: {
                graph.task(of: $0) == task && nodes[$0].action == .delete
                    && validation.verdicts[$0] == .accepted
            })
        else { return nil }
        return self.task(id, among: Array(graph.parents(of: tombstone)))
    }
}
