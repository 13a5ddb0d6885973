/// The to-dos that nodes have made so far, by task.
///
/// Most tasks have few. Those stand in a chain, so that asking for one takes no hash and the memory of
/// all is that of a list; only what a task has beyond them is in a set, since there is no limit to how many a
/// task may have.
struct CreatedTodos {
    /// For each task the index of its latest to-do in `entries`; ``none`` before the first.
    private var latest: [Int32]
    private var entries: [Entry] = []
    private var further: Set<Further> = []

    private struct Entry {
        let todo: TodoID
        /// The index of the task's one before it.
        let before: Int32
        /// How many of the task stand in the chain with this one.
        let count: Int32
    }

    private struct Further: Hashable {
        let task: Int
        let todo: TodoID
    }

    private static let none: Int32 = -1
    private static let greatestChainCount: Int32 = 16

    /// - Parameter greatestCount: no more to-dos are made.
    init(taskCount: Int, greatestCount: Int) {
        latest = Array(repeating: Self.none, count: taskCount)
        entries.reserveCapacity(greatestCount)
    }

    mutating func insert(_ todo: TodoID, in task: Int) {
        let before = latest[task]
        let count = before == Self.none ? 0 : entries[Int(before)].count
        guard count < Self.greatestChainCount else {
            further.insert(Further(task: task, todo: todo))
            return
        }
        latest[task] = Int32(entries.count)
        entries.append(Entry(todo: todo, before: before, count: count + 1))
    }

    func contains(_ todo: TodoID, in task: Int) -> Bool {
        var index = latest[task]
        while index != Self.none {
            let entry = entries[Int(index)]
            if entry.todo == todo { return true }
            index = entry.before
        }
        return !further.isEmpty && further.contains(Further(task: task, todo: todo))
    }
}
