import RedoSystem

/// The tasks of a log: what a list needs to know of them.
package struct CachedTasks: Sendable {
    package private(set) var state: State
    /// Of all tasks that there have been, those of deleted ones as well, which names can mean; sorted.
    package private(set) var ids: [TaskID]

    /// How many changed tasks are put in their places one by one: all others stay where they are in memory.
    static let greatestPlacedCount = 64

    /// - Parameter ids: sorted.
    package init(_ state: State, ids: [TaskID]) {
        self.state = state
        self.ids = ids
    }

    /// - Parameters:
    ///   - state: what the replay of the log gives.
    ///   - validation: of all its nodes.
    package init(_ state: State, _ validation: HistoryValidation) {
        let graph = validation.graph
        // Where no task is deleted the state has them all, sorted.
        self.init(
            state,
            ids: state.tasks.count == graph.taskIDs.count
                ? state.tasks.map(\.id) : graph.taskIDs.sorted())
    }

    /// The ids without a task: those of deleted ones. O(n).
    var missingIDs: [TaskID] {
        if ids.count == state.tasks.count { return [] }
        var tasks = state.tasks[...]
        return ids.filter { id in
            if tasks.first?.id != id { return true }
            tasks.removeFirst()
            return false
        }
    }

    /// The tasks after some of them have changed.
    ///
    /// - Parameters:
    ///   - changed: the tasks that may be other ones now, or new, or deleted.
    ///   - tasks: the states of those of them that are there, sorted by id.
    /// - Complexity: O(c log c) for c changed ones, and O(n) for n tasks if some are new or gone.
    package consuming func replacing(
        _ changed: Set<TaskID>, with tasks: [TaskState]
    ) -> CachedTasks {
        if changed.count <= Self.greatestPlacedCount {
            place(changed.sorted(), tasks)
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

    /// Puts changed tasks in their places.
    private mutating func place(_ changed: [TaskID], _ tasks: [TaskState]) {
        var rest = tasks[...]
        for id in changed {
            let place = state.tasks.partitioningIndex { !($0.id < id) }
            let isThere = place < state.tasks.count && state.tasks[place].id == id
            if rest.first?.id == id {
                let task = rest.removeFirst()
                if isThere {
                    state.tasks[place] = task
                } else {
                    state.tasks.insert(task, at: place)
                }
            } else if isThere {
                state.tasks.remove(at: place)
            }
            let index = ids.firstIndex(notBelow: id)
            if index == ids.count || ids[index] != id { ids.insert(id, at: index) }
        }
    }

    /// Two sorted sequences as one.
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
    /// Reads what ``written`` wrote, on all processors.
    ///
    /// - Parameters:
    ///   - file: whoever keeps it vouches for it, with a checksum; that it is cut off or says what
    ///     cannot be is found out all the same: a date out of range, a text that is not UTF-8, tasks that
    ///     are not sorted.
    ///   - start: where it begins; it ends with the file.
    /// - Returns: nil for anything else, and for what another version wrote.
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
