/// The tasks that are closed from the start: a CREATE that certifies its owner has `closed` (docs/extensions.md,
/// section 4).
///
/// A task with nodes of its owner only needs no judgement, so it is skipped.
struct ClosedTasks: Sendable {
    private let graph: LogGraph
    private let authors: LogAuthors
    /// By the graph's number of a task, the CREATE that closes it; ``LogGraph/none`` for other tasks. Empty if no task
    /// is closed from the start.
    private var creates: [Int32] = []

    /// - Parameters:
    ///   - closing: the CREATEs that close their tasks, in replay order.
    ///   - counts: whether one of them creates its task.
    /// - Complexity: O(c + t) for c of them and t tasks.
    init(
        _ closing: [Int], in graph: LogGraph, _ authors: LogAuthors, counts: (_ number: Int) -> Bool
    ) {
        self.graph = graph
        self.authors = authors
        if closing.isEmpty { return }
        creates = Array(repeating: LogGraph.none, count: graph.taskIDs.count)
        for number in closing where counts(number) {
            if let task = graph.task(of: number) { creates[task] = Int32(number) }
        }
    }

    /// The CREATE that closes a task, by the graph's number of the task; nil for any other task.
    func create(of task: Int) -> Int? {
        guard task < creates.count, creates[task] != LogGraph.none else { return nil }
        return Int(creates[task])
    }

    /// The author who closed a task; nil for any other task.
    func author(of task: TaskID) -> AuthorKey? {
        if creates.isEmpty { return nil }
        return graph.taskNumber(of: task).flatMap(create).map { authors[$0] }
    }

    /// The numbers of the tasks with nodes of others than the owner.
    ///
    /// - Parameter principal: returns the principal of the author with a number.
    /// - Complexity: O(n) for n nodes.
    func contested(_ principal: (_ author: Int) -> Principal) -> Set<Int> {
        if creates.isEmpty { return [] }
        let principals = authors.keys.indices.map(principal)
        var contested: Set<Int> = []
        for number in 0..<graph.count {
            guard let task = graph.task(of: number), creates[task] != LogGraph.none else {
                continue
            }
            let (author, owner) = (
                authors.number(of: number), authors.number(of: Int(creates[task]))
            )
            if author != owner, principals[author] != principals[owner] { contested.insert(task) }
        }
        return contested
    }
}
