import RedoSystem

/// The tasks from which a list selects: the open ones of a log, or all.
///
/// Tasks of a cache are read each time. A list visits its tasks once and drops them, which takes less time and memory
/// than keeping them.
package struct ListedTasks: Sendable {
    /// The cache with the tasks that are not in `known`.
    private let written: WrittenTasks?
    /// The locations of tasks in the cache, sorted by id.
    private let locations: [WrittenTasks.Location]
    /// Tasks in memory, sorted by id.
    private let known: [TaskState]
    /// For each task, sorted by id: its index among the known ones, or the complement of its index among the written
    /// ones.
    private let order: [Int]
    /// The ids of all tasks that have ever existed, as in ``CachedTasks/ids``.
    package let ids: [TaskID]
    /// The ids without a task, those of deleted ones; sorted.
    private let missing: [TaskID]
    /// All tasks that name a parent, listed or not, sorted by id.
    package private(set) var parts: [TaskPart] = []

    private init(
        written: WrittenTasks?, locations: [WrittenTasks.Location], known: [TaskState],
        order: [Int],
        ids: [TaskID], missing: [TaskID]
    ) {
        self.written = written
        self.locations = locations
        self.known = known
        self.order = order
        self.ids = ids
        self.missing = missing
    }

    /// - Parameters:
    ///   - locations: the locations of the open tasks, sorted by id.
    ///   - missing: the ids that have no task; sorted.
    init(open locations: [WrittenTasks.Location], of written: WrittenTasks, missing: [TaskID]) {
        self.init(
            written: written, locations: locations, known: [], order: locations.indices.map { ~$0 },
            ids: written.ids, missing: missing)
    }

    /// All tasks of a log.
    package init(_ all: CachedTasks) { self.init(all.state.tasks, of: all) }

    /// The open ones among all tasks of a log.
    package init(openOf all: CachedTasks) { self.init(all.state.tasks.filter(\.isOpen), of: all) }

    private init(_ tasks: [TaskState], of all: CachedTasks) {
        self.init(
            written: nil, locations: [], known: tasks, order: Array(tasks.indices), ids: all.ids,
            missing: all.missingIDs)
        parts = all.state.parts
    }

    /// The same tasks with the parts of their log, which a cache of open tasks does not have.
    package func having(_ parts: [TaskPart]) -> ListedTasks {
        var tasks = self
        tasks.parts = parts
        return tasks
    }

    /// The number of listed tasks.
    package var count: Int { order.count }

    /// The number of tasks that exist, listed or not.
    package var allCount: Int { ids.count - missing.count }

    // MARK: Looking at tasks

    /// Visits some tasks in the order of their ids, on any thread.
    ///
    /// - Parameter body: receives the number of each task among all listed ones, and the task.
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    package func forEach(
        in range: Range<Int>, _ body: (_ number: Int, _ task: TaskState) -> Void
    ) throws(TaskDamage) {
        try forEach(range) { body($0, $1) }
    }

    private func forEach(
        _ numbers: some Sequence<Int>,
        _ body: (_ number: Int, _ task: TaskState) throws(TaskDamage) -> Void
    ) throws(TaskDamage) {
        guard let written else {
            for number in numbers { try body(number, known[order[number]]) }
            return
        }
        try written.forEach(numbers, at: { order[$0] < 0 ? locations[~order[$0]] : nil }) {
            number, task throws(TaskDamage) in
            try body(number, task ?? known[order[number]])
        }
    }

    /// Computes a value for each range of tasks, on all processors.
    ///
    /// - Parameter make: visits the tasks of a range with ``forEach(in:_:)``.
    /// - Returns: the values, in the order of the ids.
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    package func parts<Part: Sendable>(
        _ make: @Sendable (Range<Int>) throws(TaskDamage) -> Part
    ) throws(TaskDamage) -> [Part] {
        let parts = Parallel.map(count: count, smallestShare: Self.smallestShare) { range in
            [try? make(range)]
        }
        return try parts.map { part throws(TaskDamage) in
            guard let part else { throw TaskDamage() }
            return part
        }
    }

    /// The minimum number of tasks for which a further processor is worth using.
    private static let smallestShare = 512

    /// Returns some tasks.
    ///
    /// - Parameter numbers: the number of each task among all listed ones.
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    package func tasks(at numbers: [Int]) throws(TaskDamage) -> [TaskState] {
        try read(numbers)
    }

    /// Returns the listed tasks, all in memory.
    ///
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    package func state() throws(TaskDamage) -> State {
        if written == nil { return State(tasks: known) }
        return State(tasks: try read(0..<count))
    }

    private func read(
        _ numbers: some RandomAccessCollection<Int> & Sendable
    ) throws(TaskDamage) -> [TaskState] {
        let size = CachedTasks.partCount
        let tasks = Parallel.array(count: numbers.count, partSize: size) {
            (part, tasks: inout OutputSpan<TaskState>) in
            Heap.useLargePages()
            // A damaged task ends its part, which is then incomplete.
            try? forEach(numbers.dropFirst(part * size).prefix(size)) { tasks.append($1) }
        }
        guard let tasks else { throw TaskDamage() }
        return tasks
    }

    /// The number of a task among the listed ones; nil if it is not listed. O(log n).
    package func number(of id: TaskID) -> Int? {
        let number = order.partitioningIndex { !(self.id(at: $0) < id) }
        return number < count && self.id(at: order[number]) == id ? number : nil
    }

    /// The id of a listed task.
    package func id(of number: Int) -> TaskID { id(at: order[number]) }

    /// Whether a task exists, listed or not. O(log n).
    package func exists(_ id: TaskID) -> Bool {
        func has(_ ids: [TaskID]) -> Bool {
            let index = ids.firstIndex(notBelow: id)
            return index < ids.count && ids[index] == id
        }
        return has(ids) && !has(missing)
    }

    /// Whether a task is listed and open. O(log n).
    package func isOpen(_ id: TaskID) -> Bool {
        guard let number = number(of: id) else { return false }
        let position = order[number]
        // The listed tasks of a cache are all open.
        return position >= 0 ? known[position].isOpen : true
    }

    /// - Parameter position: see ``order``.
    private func id(at position: Int) -> TaskID {
        if position >= 0 { return known[position].id }
        guard let written else { preconditionFailure("a place in no cache") }
        return written.id(at: locations[~position])
    }

    /// Calls a closure with each task that depends on others, and some that do not, in the order of their ids.
    ///
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    package func forEachDependent(
        _ body: (TaskState) throws(TaskDamage) -> Void
    ) throws(TaskDamage) {
        let numbers = order.indices.filter {
            let position = order[$0]
            if position >= 0 { return known[position].fields.hasExtraMembers }
            return written?.flags(at: locations[~position]).contains(.dependent) ?? false
        }
        try forEach(numbers) { _, task throws(TaskDamage) in try body(task) }
    }

    // MARK: Changes

    /// The open tasks after changes of some tasks.
    ///
    /// - Parameters: those of ``CachedTasks/replacing(_:with:)``.
    /// - Complexity: O(n) for n tasks.
    package func replacing(
        _ changed: Set<TaskID>, with states: [TaskState]
    ) -> ListedTasks {
        let opened = states.filter(\.isOpen)
        var (order, rest): ([Int], _) = ([], opened.indices)
        order.reserveCapacity(count + opened.count)
        for position in self.order {
            let id = id(at: position)
            while let next = rest.first, opened[next].id < id {
                order.append(known.count + rest.removeFirst())
            }
            if !changed.contains(id) { order.append(position) }
        }
        order += rest.map { known.count + $0 }
        let deleted = changed.subtracting(states.map(\.id)).sorted()
        return ListedTasks(
            written: written, locations: locations, known: known + opened, order: order,
            ids: CachedTasks.merged(
                ids.filter { !changed.contains($0) }, changed.sorted()[...], by: \.self),
            missing: CachedTasks.merged(
                missing.filter { !changed.contains($0) }, deleted[...], by: \.self))
    }
}
