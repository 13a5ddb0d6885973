import RedoJSON
import RedoSystem

extension WrittenTasks {
    /// The number of tasks that are folded at a time.
    package static let batchCount = 64 * CachedTasks.partCount

    /// Whether these are the tasks of a log's replay, byte for byte.
    ///
    /// Tasks are folded and written in batches: all of them would take as much memory as a replay.
    ///
    /// - Parameter batchCount: the number of tasks in a batch.
    /// - Returns: nil if a node cannot be read.
    /// - Complexity: O(n) for n nodes for each batch.
    package func areReplayed(
        from validation: HistoryValidation, reading source: some NodeSource,
        batchCount: Int = Self.batchCount
    ) -> Bool? {
        guard ids == validation.graph.taskIDs.sorted() else { return false }
        let numbers = CachedTasks.numbers(of: fieldNames)
        var names: Set<JSONString> = []
        var waiting: [TaskState] = []
        var (part, count) = (0, 0)
        for start in stride(from: 0, to: ids.count, by: batchCount) {
            let end = min(start + batchCount, ids.count)
            guard let state = State(validation, reading: source, of: Set(ids[start..<end])) else {
                return nil
            }
            for task in state.tasks {
                for member in task.fields.members { names.insert(member.name) }
            }
            count += state.tasks.count
            waiting += state.tasks
            // Tasks that do not fill a part wait for the next batch.
            let wholeCount =
                end == ids.count
                ? waiting.count : waiting.count - waiting.count % CachedTasks.partCount
            let written = CachedTasks.parts(of: waiting[..<wholeCount], numbers: numbers)
            guard part + written.count <= partCount,
                written.indices.allSatisfy({ has(written[$0], at: part + $0) })
            else { return false }
            part += written.count
            waiting.removeFirst(wholeCount)
        }
        return part == partCount && count == taskCount && names.sorted() == fieldNames
    }
}
