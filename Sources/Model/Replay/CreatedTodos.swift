/// The to-dos that nodes have created so far, by task.
///
/// Most tasks have few. These are in a chain, so that a lookup takes no hash and all of them take the memory of a list.
/// Further to-dos of a task are in a set, since a task may have any number.
struct CreatedTodos {
    /// For each task the index of its latest to-do in `entries`; ``none`` before the first.
    private var latest: [Int32]
    private var entries: [Entry] = []
    private var further: Set<Further> = []

    private struct Entry {
        let todo: TodoID
        /// The index of the task's previous one.
        let before: Int32
        /// The number of the task's to-dos in the chain up to this one.
        let count: Int32
    }

    private struct Further: Hashable {
        let task: Int
        let todo: TodoID
    }

    private static let none: Int32 = -1
    private static let maximumChainCount: Int32 = 16

    /// - Parameter maximumCount: the maximum number of to-dos that are created.
    init(taskCount: Int, maximumCount: Int) {
        latest = Array(repeating: Self.none, count: taskCount)
        entries.reserveCapacity(maximumCount)
    }

    mutating func insert(_ todo: TodoID, in task: Int) {
        let before = latest[task]
        let count = before == Self.none ? 0 : entries[Int(before)].count
        guard count < Self.maximumChainCount else {
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
