import RedoSystem

/// The tasks of a log, in the form that lists need.
package struct CachedTasks: Sendable {
    package private(set) var state: State
    /// The ids of all tasks that have ever existed, including deleted ones, which names can mean; sorted.
    package private(set) var ids: [TaskID]

    /// The maximum number of changed tasks that are replaced one by one, so that all others are not moved in memory.
    static let maximumReplacedCount = 64

    /// - Parameter ids: sorted.
    package init(_ state: State, ids: [TaskID]) {
        self.state = state
        self.ids = ids
    }

    /// - Parameters:
    ///   - state: the result of the log's replay.
    ///   - validation: the validation of all its nodes.
    package init(_ state: State, _ validation: HistoryValidation) {
        let graph = validation.graph
        // If no task is deleted, the state has all ids, sorted.
        self.init(
            state,
            ids: state.tasks.count == graph.taskIDs.count
                ? state.tasks.map(\.id) : graph.taskIDs.sorted())
    }

    /// The ids without a task: those of deleted ones.
    ///
    /// - Complexity: O(n).
    var missingIDs: [TaskID] {
        if ids.count == state.tasks.count { return [] }
        var tasks = state.tasks[...]
        return ids.filter { id in
            if tasks.first?.id != id { return true }
            tasks.removeFirst()
            return false
        }
    }

    /// The tasks after changes of some.
    ///
    /// - Parameters:
    ///   - changed: the tasks that may have changed, or may be new or deleted.
    ///   - tasks: the states of those of them that exist, sorted by id.
    /// - Complexity: O(c log c) for c changed ones, and O(n) for n tasks if some are new or gone.
    package consuming func replacing(
        _ changed: Set<TaskID>, with tasks: [TaskState]
    ) -> CachedTasks {
        if changed.count <= Self.maximumReplacedCount {
            replace(changed.sorted(), tasks)
            return self
        }
        return CachedTasks(
            State(
                tasks: Self.merged(
                    state.tasks.filter { !changed.contains($0.id) }, tasks[...], by: \.id)
            ),
            ids: Self.merged(
                ids.filter { !changed.contains($0) }, changed.sorted()[...], by: \.self))
    }

    /// Replaces changed tasks in the array.
    private mutating func replace(_ changed: [TaskID], _ tasks: [TaskState]) {
        var rest = tasks[...]
        for id in changed {
            let position = state.tasks.partitioningIndex { !($0.id < id) }
            let isThere = position < state.tasks.count && state.tasks[position].id == id
            if rest.first?.id == id {
                let task = rest.removeFirst()
                if isThere {
                    state.tasks[position] = task
                } else {
                    state.tasks.insert(task, at: position)
                }
            } else if isThere {
                state.tasks.remove(at: position)
            }
            let index = ids.firstIndex(notBelow: id)
            if index == ids.count || ids[index] != id { ids.insert(id, at: index) }
        }
    }

    /// Merges two sorted sequences.
    static func merged<Element>(
        _ left: [Element], _ right: ArraySlice<Element>, by id: (Element) -> TaskID
    ) -> [Element] {
        var merged: [Element] = []
        merged.reserveCapacity(left.count + right.count)
        var rest = right
        for element in left {
            while let other = rest.first, id(other) < id(element) {
                merged.append(other)
                rest.removeFirst()
            }
            merged.append(element)
        }
        return merged + rest
    }
}

extension CachedTasks {
    /// Reads ``serialized``, on all processors.
    ///
    /// - Parameters:
    ///   - file: its owner has checked it with a checksum. Invalid contents are still detected: a truncated file, a
    ///     date out of range, a text that is not UTF-8, tasks that are not sorted.
    ///   - start: the offset at which it begins; it ends with the file.
    /// - Returns: nil for invalid bytes, and for those of another version.
    /// - Complexity: O(size).
    package init?(reading file: MappedFile, from start: Int = 0) {
        guard let written = WrittenTasks(file, from: start),
            let tasks = Parallel.array(
                count: written.taskCount, partSize: Self.partCount,
                { part, tasks in written.read(part, into: &tasks) })
        else { return nil }
        self.init(State(tasks: tasks), ids: written.ids)
    }
}
