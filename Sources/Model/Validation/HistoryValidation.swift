/// Stage 3 of validation: each node with its task's history, in one pass in replay order (protocol,
/// section 4).
package struct HistoryValidation: Sendable {
    package let facts: LogFacts
    package let ancestry: TaskAncestry
    /// One verdict for each node.
    package let verdicts: Verdicts

    package var graph: LogGraph { facts.graph }

    /// - Parameter nodes: those that pass stages 1 and 2, in replay order.
    package init(_ nodes: [Node]) { self.init(LogFacts(nodes)) }

    /// - Parameter facts: those of the nodes that pass stages 1 and 2.
    /// - Complexity: O(n log t) for n nodes and t tasks, and for each MERGE of the payload dialect that of
    ///   ``TaskDominators/isAncestor(_:of:)``.
    package init(_ facts: LogFacts) {
        self.facts = facts
        let graph = facts.graph
        let ancestry = TaskAncestry(graph)
        self.ancestry = ancestry
        let duplicates = duplicateCreates(facts, ancestry)
        var verdicts = Verdicts(capacity: graph.count)
        var mentions = Mentions(facts)
        let merges = MergedTasks(facts, ancestry)
        for number in 0..<graph.count {
            let role = facts.roles[number]
            let (todo, base) = mentions.next(role)
            guard let task = graph.task(of: number) else {
                switch role {
                case .unknown: verdicts.append(.skipped)
                case .ignored: verdicts.append(.ignored)
                default: verdicts.append(.rejected(.missingTaskID))
                }
                continue
            }
            // The nearest ancestors that are rejected or DELETEs determine the first one above.
            var end: Int?
            for index in ancestry.indices(nearestTo: number) {
                if let above = verdicts.end(of: ancestry.node(at: index)) {
                    end = min(above, end ?? above)
                }
            }
            let verdict: Verdict
            if let end {
                verdict = .rejected(.brokenBranch, culprit: end)
            } else if role == .create, duplicates.contains(number) {
                verdict = .rejected(.duplicateCreate)
            } else if role == .unknown {
                verdict = .skipped
            } else if let todo, !mentions.isMade(todo, in: task, by: role) {
                verdict = .rejected(.invalidTodoReference)
            } else if let base, merges?.isCommonAncestor(base, of: number) != true {
                verdict = .rejected(.schemaMismatch)
            } else {
                verdict = .accepted
            }
            let endsHere = end == nil && (!verdict.isAccepted || role == .delete)
            verdicts.append(verdict, end: endsHere ? number : end)
        }
        self.verdicts = verdicts
    }
}

/// The to-dos and merge bases that nodes mention, and the to-dos that exist so far.
private struct Mentions {
    private var todos: ArraySlice<TodoID>
    private var bases: ArraySlice<NodeID>
    private var made: CreatedTodos

    init(_ facts: LogFacts) {
        todos = facts.todos[...]
        bases = facts.bases[...]
        made = CreatedTodos(taskCount: facts.graph.taskIDs.count, maximumCount: facts.todos.count)
    }

    /// The to-do and the merge base that the next node mentions.
    mutating func next(_ role: NodeRole) -> (todo: TodoID?, base: NodeID?) {
        switch role {
        case .makesTodo, .needsTodo: (todos.popFirst(), nil)
        case .decidesMerge: (nil, bases.popFirst())
        case .create, .delete, .changesTask, .unknown, .ignored: (nil, nil)
        }
    }

    /// Whether a to-do exists, at the latest after this node.
    mutating func isMade(_ todo: TodoID, in task: Int, by role: NodeRole) -> Bool {
        if role == .makesTodo {
            made.insert(todo, in: task)
            return true
        }
        return made.contains(todo, in: task)
    }
}

/// The CREATEs that come after another one of their task: those with one among their ancestors, and of the others all
/// but the one with the minimum (wall, id). They are determined before the pass, whatever the verdict on the original
/// is.
private func duplicateCreates(_ facts: LogFacts, _ ancestry: TaskAncestry) -> Set<Int> {
    let graph = facts.graph
    var isCreated = Array(repeating: false, count: graph.taskIDs.count)
    var repeated: Set<Int> = []
    for number in 0..<graph.count where facts.roles[number] == .create {
        guard let task = graph.task(of: number) else { continue }
        if isCreated[task] { repeated.insert(task) }
        isCreated[task] = true
    }
    if repeated.isEmpty { return [] }
    var roots: [Int: [Int]] = [:]
    var duplicates: Set<Int> = []
    /// Whether a node is a CREATE, or has one of its task above it.
    var hasCreate = Array(repeating: false, count: graph.count)
    for number in 0..<graph.count {
        guard let task = graph.task(of: number), repeated.contains(task) else { continue }
        let isBelow = ancestry.nearest(to: number).contains { hasCreate[$0] }
        let isCreate = facts.roles[number] == .create
        hasCreate[number] = isBelow || isCreate
        guard isCreate else { continue }
        if isBelow {
            duplicates.insert(number)
        } else {
            roots[task, default: []].append(number)
        }
    }
    for candidates in roots.values {
        let original = candidates.min {
            let (left, right) = (facts.wall($0), facts.wall($1))
            return left == right ? graph.id(of: $0) < graph.id(of: $1) : left < right
        }
        duplicates.formUnion(candidates.filter { $0 != original })
    }
    return duplicates
}

/// The tasks with a MERGE of the payload dialect, in which the ancestry of nodes is needed. An ignored node can be the
/// base of a MERGE, as it can be its parent.
private struct MergedTasks {
    private let graph: LogGraph
    private let dominators: TaskDominators

    /// Returns nil if there are none.
    init?(_ facts: LogFacts, _ ancestry: TaskAncestry) {
        var tasks: Set<Int> = []
        for number in 0..<facts.graph.count where facts.roles[number] == .decidesMerge {
            if let task = facts.graph.task(of: number) { tasks.insert(task) }
        }
        if tasks.isEmpty { return nil }
        graph = facts.unfilteredGraph ?? facts.graph
        dominators = TaskDominators(
            graph, facts.unfilteredGraph.map { TaskAncestry($0) } ?? ancestry
        ) { tasks.contains($0) }
    }

    /// Whether a node is a proper ancestor of every parent, in the task.
    func isCommonAncestor(_ id: NodeID, of number: Int) -> Bool {
        guard let base = graph.number(of: id), graph.task(of: base) == graph.task(of: number) else {
            return false
        }
        return graph.parents(of: number).allSatisfy { dominators.isAncestor(base, of: $0) }
    }
}

extension HistoryValidation {
    /// The heads of each task, in replay order: accepted nodes other than DELETEs that have no accepted node of the
    /// task below them (protocol, section 5). By the graph's number of the task.
    ///
    /// - Complexity: O(n).
    package func heads() -> [[Int]] {
        let isFollowed = followed { verdicts[$0].isAccepted }
        var heads: [[Int]] = Array(repeating: [], count: graph.taskIDs.count)
        for number in 0..<graph.count {
            guard let task = graph.task(of: number), verdicts[number].isAccepted,
                !isFollowed[number], facts.roles[number] != .delete
            else { continue }
            heads[task].append(number)
        }
        return heads
    }

    /// The nodes of each task that a new one follows, in replay order: of those that count, the ones without such nodes
    /// below them. By the graph's number of the task.
    ///
    /// They are the task's heads and, if a tombstone names only a part of its branch, also the rest of the branch. Such
    /// a task can exist without a head.
    ///
    /// - Complexity: O(n).
    package func ends(_ nodes: some NodeLookup) -> [[Int]] {
        let survivors = survivors(nodes)
        var counts = Array(repeating: false, count: graph.count)
        for numbers in survivors { for number in numbers { counts[number] = true } }
        let isFollowed = followed { counts[$0] }
        return survivors.map { $0.filter { !isFollowed[$0] } }
    }

    /// Whether each node has one of some others below it, in its task.
    private func followed(by isFollower: (Int) -> Bool) -> [Bool] {
        var isFollowed = Array(repeating: false, count: graph.count)
        for number in 0..<graph.count where isFollower(number) {
            for ancestor in ancestry.nearest(to: number) { isFollowed[ancestor] = true }
        }
        return isFollowed
    }
}
