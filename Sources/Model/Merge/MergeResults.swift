import RedoJSON

/// A fold of nodes that computes each MERGE of the payload dialect once.
///
/// The values of a MERGE depend on the states at its base and its parents, which are folds themselves and may contain
/// other MERGEs. Each state is computed from the one at its dominator, which in most logs is the base or a parent of an
/// earlier MERGE.
struct MergeResults<Nodes: NodeLookup> {
    let nodes: Nodes
    let validation: HistoryValidation
    private var known: [Int: MergedFields] = [:]
    /// The accepted MERGEs of the payload dialect, by task, in replay order.
    private var merges: [Int: [Int]] = [:]
    /// The number of MERGEs whose results are computed, by task: the first ones.
    private var knownCounts: [Int: Int] = [:]
    private var states = StatesAtNodes()
    /// The dominators of the tasks of which a state was requested.
    private var dominators: TaskDominators?
    private var dominatedTasks: Set<Int> = []

    init(nodes: Nodes, validation: HistoryValidation) {
        self.nodes = nodes
        self.validation = validation
        for (number, role) in validation.facts.roles.enumerated()
        where role == .decidesMerge && validation.verdicts[number] == .accepted {
            if let task = validation.graph.task(of: number) {
                merges[task, default: []].append(number)
            }
        }
    }

    /// Folds some nodes of one task.
    ///
    /// - Parameter numbers: accepted, in replay order.
    mutating func fold(_ numbers: [Int]) -> TaskState? {
        var state: TaskState?
        for number in numbers { apply(number, to: &state) }
        return state
    }

    private mutating func apply(_ number: Int, to state: inout TaskState?) {
        guard validation.verdicts[number] == .accepted else { return }
        TaskFamily.apply(Change(nodes[number], merged: result(of: number)), to: &state)
    }

    /// The state at a node: the replay of it and its ancestors, each rejected or not as in the whole log.
    ///
    /// - Complexity: O(k) for k nodes below the nearest dominator whose state is kept.
    mutating func state(at number: Int) -> TaskState? {
        if validation.facts.roles[number] == .ignored { return state(atIgnored: number) }
        guard let dominators = dominators(ofTask: validation.graph.task(of: number)) else {
            return nil
        }
        // Up to a state that is kept, then down again.
        var steps: [Int] = []
        var next: Int? = number
        var state: TaskState?
        while let step = next {
            if let known = states[step] {
                state = known
                break
            }
            steps.append(step)
            next = dominators.dominator(of: step)
        }
        for step in steps.reversed() {
            for between in dominators.region(of: step) { apply(between, to: &state) }
            apply(step, to: &state)
            states.keep(state, at: step)
        }
        return state
    }

    /// The state at an ignored node of a task: that of its ancestors in the task. O(n).
    private mutating func state(atIgnored number: Int) -> TaskState? {
        guard let task = validation.facts.unfilteredGraph?.task(of: number) else { return nil }
        let isAbove = validation.graph.closure(of: [number])
        return fold(isAbove.indices.filter { isAbove[$0] && validation.graph.task(of: $0) == task })
    }

    private mutating func dominators(ofTask task: Int?) -> TaskDominators? {
        guard let task else { return nil }
        if let dominators, dominatedTasks.contains(task) { return dominators }
        dominatedTasks.formUnion(merges.keys)
        dominatedTasks.insert(task)
        let wanted = dominatedTasks
        let made = TaskDominators(validation.graph, validation.ancestry) { wanted.contains($0) }
        dominators = made
        return made
    }

    /// The values that a MERGE of the payload dialect sets; nil for any other node.
    mutating func result(of number: Int) -> MergedFields? {
        guard case .merge(.decision(let decision)) = nodes[number].payload else { return nil }
        if let result = known[number] { return result }
        // The earlier ones come first, so that a chain of MERGEs does not lead to a chain of calls.
        if let task = validation.graph.task(of: number), let all = merges[task] {
            while true {
                let index = knownCounts[task, default: 0]
                guard index < all.count, all[index] < number else { break }
                knownCounts[task] = index + 1
                _ = result(of: all[index])
            }
        }
        guard let base = validation.graph.number(of: decision.base) else { return nil }
        var sides: [MergeSide] = []
        for parent in validation.graph.parents(of: number) {
            sides.append(MergeSide(node: nodes[parent], state: state(at: parent)))
        }
        let result = ThreeWayMerge(
            rules: decision.rules, base: state(at: base),
            sides: sides.sorted { $0.node.position < $1.node.position }
        ).result
        known[number] = result
        return result
    }
}

/// The states at requested nodes, as many as a limit on their members allows.
///
/// A state that was requested again since the last round is kept for another one (the clock algorithm).
private struct StatesAtNodes {
    private struct Entry {
        let state: TaskState?
        var isUsed = false
    }

    private static let maximumCount = 4096
    /// The maximum number of fields and to-dos of all states together: hostile tasks can have many.
    private static let maximumMemberCount = 1 << 20

    private var entries: [Int: Entry] = [:]
    private var memberCount = 0
    /// The nodes of the entries, the earliest requested first.
    private var queue: [Int] = []
    private var front = 0

    /// The state at a node, which is nil before its task is created; nil if it is not kept.
    subscript(number: Int) -> TaskState?? {
        mutating get {
            entries[number]?.isUsed = true
            return entries[number].map(\.state)
        }
    }

    mutating func keep(_ state: TaskState?, at number: Int) {
        guard entries[number] == nil else { return }
        entries[number] = Entry(state: state)
        memberCount += state.memberCount
        queue.append(number)
        while entries.count > Self.maximumCount || memberCount > Self.maximumMemberCount,
            front < queue.count
        {
            let oldest = queue[front]
            front += 1
            if entries[oldest]?.isUsed == true {
                entries[oldest]?.isUsed = false
                queue.append(oldest)
            } else if let entry = entries.removeValue(forKey: oldest) {
                memberCount -= entry.state.memberCount
            }
        }
        // Memory before the front is released from time to time.
        if front > Self.maximumCount, front > queue.count / 2 {
            queue.removeFirst(front)
            front = 0
        }
    }
}

extension TaskState? {
    fileprivate var memberCount: Int {
        1 + (map { $0.fields.members.count + $0.todos.count } ?? 0)
    }
}
