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
    package let facts: LogFacts
    package let ancestry: TaskAncestry
    /// One for each node.
    package private(set) var verdicts: [Verdict]

    package var graph: LogGraph { facts.graph }

    /// - Parameter nodes: those that pass stages 1 and 2, in replay order.
    package init(_ nodes: [Node]) { self.init(LogFacts(nodes)) }

    /// - Parameter facts: of the nodes that pass stages 1 and 2.
    /// - Complexity: O(n log t) for n nodes and t tasks, and O(k) more for each MERGE and each
    ///   repeated CREATE of a task of k nodes.
    package init(_ facts: LogFacts) {
        self.facts = facts
        let graph = facts.graph
        let ancestry = TaskAncestry(graph)
        self.ancestry = ancestry
        verdicts = []
        verdicts.reserveCapacity(graph.count)
        let duplicates = duplicateCreates(facts, ancestry)
        // For each node the first ancestor of its task, itself included, that ends the branch.
        var culprits: [Int32] = []
        culprits.reserveCapacity(graph.count)
        var mentions = Mentions(facts)
        for number in 0..<graph.count {
            let role = facts.roles[number]
            let (todo, base) = mentions.next(role)
            guard let task = graph.task(of: number) else {
                verdicts.append(role == .unknown ? .skipped : .rejected(.missingTaskID))
                culprits.append(Self.none)
                continue
            }
            // What is nearest and rejected or a DELETE carries what was first above it.
            var culprit = Self.none
            for ancestor in ancestry.nearest(to: number) where culprits[ancestor] != Self.none {
                culprit =
                    culprit == Self.none ? culprits[ancestor] : min(culprit, culprits[ancestor])
            }
            let verdict: Verdict
            if culprit != Self.none {
                verdict = .rejected(.brokenBranch, culprit: Int(culprit))
            } else if role == .create, duplicates.contains(number) {
                verdict = .rejected(.duplicateCreate)
            } else if role == .unknown {
                verdict = .skipped
            } else if let todo, !mentions.isMade(todo, in: task, by: role) {
                verdict = .rejected(.invalidTodoReference)
            } else if let base, !isCommonAncestor(base, of: number) {
                verdict = .rejected(.schemaMismatch)
            } else {
                verdict = .accepted
            }
            verdicts.append(verdict)
            if culprit == Self.none, !verdict.isAccepted || role == .delete {
                culprit = Int32(number)
            }
            culprits.append(culprit)
        }
    }

    /// Stands for no node.
    private static let none: Int32 = -1

    /// Whether a node is a proper ancestor of every parent, in the task.
    private func isCommonAncestor(_ id: ChangeID, of number: Int) -> Bool {
        guard let base = graph.number(of: id), graph.task(of: base) == graph.task(of: number) else {
            return false
        }
        return graph.parents(of: number).allSatisfy { ancestry.ancestors(of: $0).contains(base) }
    }
}

/// What nodes are about, one after the other, and which to-dos are there by then.
private struct Mentions {
    private var todos: ArraySlice<TodoID>
    private var bases: ArraySlice<ChangeID>
    private var made: Set<MadeTodo> = []

    private struct MadeTodo: Hashable {
        let task: Int
        let todo: TodoID
    }

    init(_ facts: LogFacts) {
        todos = facts.todos[...]
        bases = facts.bases[...]
    }

    /// What the next node is about.
    mutating func next(_ role: NodeRole) -> (todo: TodoID?, base: ChangeID?) {
        switch role {
        case .makesTodo, .needsTodo: (todos.popFirst(), nil)
        case .decidesMerge: (nil, bases.popFirst())
        case .create, .delete, .changesTask, .unknown: (nil, nil)
        }
    }

    /// Whether a to-do is there, at the latest after this node.
    mutating func isMade(_ todo: TodoID, in task: Int, by role: NodeRole) -> Bool {
        let todo = MadeTodo(task: task, todo: todo)
        if role == .makesTodo {
            made.insert(todo)
            return true
        }
        return made.contains(todo)
    }
}

/// The CREATEs that another of their task stands before: those with one among their ancestors, and of
/// the rest all but the one with the least (wall, id). Decided before the pass, whatever becomes of
/// the original.
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
    var creates: [Int: [Int]] = [:]
    for number in 0..<graph.count where facts.roles[number] == .create {
        guard let task = graph.task(of: number), repeated.contains(task) else { continue }
        creates[task, default: []].append(number)
    }
    var duplicates: Set<Int> = []
    for candidates in creates.values {
        let all = Set(candidates)
        let roots = candidates.filter { all.isDisjoint(with: ancestry.ancestors(of: $0)) }
        let original = roots.min {
            let (left, right) = (facts.wall($0), facts.wall($1))
            return left == right ? graph.id(of: $0) < graph.id(of: $1) : left < right
        }
        duplicates.formUnion(candidates.filter { $0 != original })
    }
    return duplicates
}
