/// The open tasks of a log, and how many others there are.
///
/// Most tasks of an old log are done: they need not be read for a list of what is left.
package struct OpenTasks: Sendable {
    /// The open ones, and the ids of all tasks that there have been.
    private var tasks: CachedTasks
    /// The ids of the tasks that are there and not open; sorted.
    private var others: [TaskID]

    /// - Parameters:
    ///   - tasks: open ones alone, and all ids.
    ///   - others: sorted.
    init(_ tasks: CachedTasks, others: [TaskID]) {
        self.tasks = tasks
        self.others = others
    }

    /// The open ones among all tasks of a log.
    package init(_ all: CachedTasks) {
        tasks = CachedTasks(State(tasks: all.state.tasks.filter(\.isOpen)), ids: all.ids)
        others = all.state.tasks.filter { !$0.isOpen }.map(\.id)
    }

    /// The open ones.
    package var state: State { tasks.state }

    /// Of all tasks that there have been, as in ``CachedTasks/ids``.
    package var ids: [TaskID] { tasks.ids }

    /// How many tasks are there, open or not.
    package var allCount: Int { tasks.state.tasks.count + others.count }

    /// The open tasks after some tasks have changed.
    ///
    /// - Parameters: as of ``CachedTasks/replacing(_:with:)``.
    /// - Complexity: O(n) for n tasks.
    package consuming func replacing(
        _ changed: Set<TaskID>, with states: [TaskState]
    ) -> OpenTasks {
        let closed = states.filter { !$0.isOpen }.map(\.id)
        let others = CachedTasks.merged(
            others.filter { !changed.contains($0) }, closed[...], by: \.self)
        return OpenTasks(
            tasks.replacing(changed, with: states.filter(\.isOpen)), others: others)
    }
}
