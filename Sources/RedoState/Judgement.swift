import RedoLog

/// What stage 3 says of a node.
package enum Verdict: Equatable, Sendable {
    case accepted
    /// Accepted, but of an action that replay does not know (RECONSTRUCT_002).
    case skipped
    /// `culprit` is the ancestor that breaks the branch, for E_BROKEN_BRANCH.
    case rejected(Code, culprit: Int? = nil)

    package var isAccepted: Bool {
        if case .rejected = self { return false }
        return true
    }
}

/// Stage 3 of validation: each node with its task's history, in one pass in replay order (protocol,
/// section 4).
package struct Judgement: Sendable {
    package let graph: LogGraph
    package let ancestry: TaskAncestry
    /// One for each node.
    package private(set) var verdicts: [Verdict]

    /// - Parameter nodes: those that pass stages 1 and 2, in replay order.
    /// - Complexity: O(n log t) for n nodes and t tasks, and O(k) more for each MERGE and each
    ///   repeated CREATE of a task of k nodes.
    package init(_ nodes: [Node]) {
        graph = LogGraph(nodes)
        ancestry = TaskAncestry(graph)
        verdicts = []
        verdicts.reserveCapacity(nodes.count)
        let duplicates = duplicateCreates(nodes, graph, ancestry)
        // For each node the first ancestor of its task, itself included, that ends the branch.
        var culprits: [Int?] = []
        culprits.reserveCapacity(nodes.count)
        var todos: Set<MadeTodo> = []
        for (number, node) in nodes.enumerated() {
            guard let task = graph.tasks[number] else {
                verdicts.append(node.action.isKnown ? .rejected(.missingTaskID) : .skipped)
                culprits.append(nil)
                continue
            }
            // What is nearest and rejected or a DELETE carries what was first above it.
            let culprit = ancestry.nearest(to: number).compactMap { culprits[$0] }.min()
            let verdict: Verdict
            if let culprit {
                verdict = .rejected(.brokenBranch, culprit: culprit)
            } else if duplicates.contains(number) {
                verdict = .rejected(.duplicateCreate)
            } else {
                verdict = judge(node, number, task, &todos)
            }
            verdicts.append(verdict)
            let endsBranch = !verdict.isAccepted || node.action == .delete
            culprits.append(culprit ?? (endsBranch ? number : nil))
        }
    }

    private struct MadeTodo: Hashable {
        let task: Int
        let todo: TodoID
    }

    private func judge(
        _ node: Node, _ number: Int, _ task: Int, _ todos: inout Set<MadeTodo>
    ) -> Verdict {
        switch node.payload {
        case .createTodo(let todo): todos.insert(MadeTodo(task: task, todo: todo.id))
        case .completeTodo(let completion):
            if !todos.contains(MadeTodo(task: task, todo: completion.todo)) {
                return .rejected(.invalidTodoReference)
            }
        case .snooze(.extend(let todo, _)), .snooze(.move(let todo, _)):
            if !todos.contains(MadeTodo(task: task, todo: todo)) {
                return .rejected(.invalidTodoReference)
            }
        case .merge(.decision(let decision)):
            if !isCommonAncestor(decision.base, of: number) { return .rejected(.schemaMismatch) }
        case .unknown: return .skipped
        default: break
        }
        return .accepted
    }

    /// Whether a node is a proper ancestor of every parent, in the task.
    private func isCommonAncestor(_ id: ChangeID, of number: Int) -> Bool {
        guard let base = graph.number(of: id), graph.tasks[base] == graph.tasks[number] else {
            return false
        }
        return graph.parents(of: number).allSatisfy { ancestry.ancestors(of: $0).contains(base) }
    }
}

/// The CREATEs that another of their task stands before: those with one among their ancestors, and of
/// the rest all but the one with the least (wall, id). Decided before the pass, whatever becomes of
/// the original.
private func duplicateCreates(
    _ nodes: [Node], _ graph: LogGraph, _ ancestry: TaskAncestry
) -> Set<Int> {
    var creates: [Int: [Int]] = [:]
    for (number, node) in nodes.enumerated() where node.action == .create {
        if let task = graph.tasks[number] { creates[task, default: []].append(number) }
    }
    var duplicates: Set<Int> = []
    for candidates in creates.values where candidates.count > 1 {
        let all = Set(candidates)
        let roots = candidates.filter { all.isDisjoint(with: ancestry.ancestors(of: $0)) }
        let original = roots.min {
            let (left, right) = (nodes[$0], nodes[$1])
            return left.timestamp.wall == right.timestamp.wall
                ? left.id < right.id : left.timestamp.wall < right.timestamp.wall
        }
        duplicates.formUnion(candidates.filter { $0 != original })
    }
    return duplicates
}
