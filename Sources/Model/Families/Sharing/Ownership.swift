/// The CREATE of a task that counts, and the one whose author owns the task (docs/extensions.md, section 4, "The
/// owner").
struct Ownership: Sendable {
    /// The first CREATE that certifies the id of the task, even if it is cut off.
    let certifying: Int?
    /// The CREATE that counts.
    let original: Int?
    /// The CREATE whose author owns the task.
    var owner: Int? { certifying ?? original }

    /// - Parameters:
    ///   - creates: the CREATEs of one task, in replay order.
    ///   - node: a CREATE that is one of several, or is cut off; nil for others.
    /// - Complexity: O(c) for c CREATEs, plus their ancestors if none certifies the id.
    init(
        _ creates: [Int], _ facts: LogFacts, isCutOff: (Int) -> Bool, node: (Int) -> Node?
    ) {
        let certified = creates.filter { node($0)?.certifiesItsTask == true }
        certifying = certified.first
        let counting = (certified.isEmpty ? creates : certified).filter { !isCutOff($0) }
        guard certified.isEmpty, counting.count > 1 else {
            original = counting.first
            return
        }
        let all = Set(counting)
        let ancestry = TaskAncestry(facts.graph)
        let roots = counting.filter { all.isDisjoint(with: ancestry.ancestors(of: $0)) }
        original = roots.min {
            let (left, right) = (facts.wall($0), facts.wall($1))
            return left == right ? facts.graph.id(of: $0) < facts.graph.id(of: $1) : left < right
        }
    }
}

extension People {
    /// The principal that owns a task; nil if it has no owner. See ``owners(of:among:)``.
    package func owner(of task: TaskID, among nodes: [Node]) -> Principal? {
        owners(of: [task], among: nodes)[task]
    }

    /// The principals that own tasks; none for a task without an owner.
    ///
    /// - Parameter nodes: include all nodes of the tasks, in replay order. Others do not matter.
    /// - Complexity: O(n) for n nodes.
    package func owners(of tasks: Set<TaskID>, among nodes: [Node]) -> [TaskID: Principal] {
        var creates: [TaskID: [Int]] = [:]
        for number in nodes.indices where nodes[number].action == .create {
            guard let task = nodes[number].taskID, tasks.contains(task) else { continue }
            creates[task, default: []].append(number)
        }
        // A single CREATE is compared with none.
        let facts = LogFacts(creates.values.contains { $0.count > 1 } ? nodes : [])
        return creates.compactMapValues { creates in
            Ownership(creates, facts, isCutOff: { cutOff[nodes[$0].id] != nil }) { nodes[$0] }
                .owner.map { principal(of: nodes[$0].author) }
        }
    }
}

extension LogFacts {
    /// The CREATEs of each task that has several, in replay order.
    package var repeatedCreates: [[Int]] {
        var firsts = Array(repeating: LogGraph.none, count: graph.taskIDs.count)
        var creates: [Int: [Int]] = [:]
        for number in roles.indices where roles[number] == .create {
            guard let task = graph.task(of: number) else { continue }
            if firsts[task] == LogGraph.none {
                firsts[task] = Int32(number)
            } else {
                creates[task, default: [Int(firsts[task])]].append(number)
            }
        }
        return Array(creates.values)
    }
}

extension Node {
    /// Whether it is a CREATE that certifies the id of its task.
    package var certifiesItsTask: Bool {
        guard action == .create, let taskID else { return false }
        return OwnedKind.task.isCertified(taskID.value, by: fields, author.publicKey)
    }

    /// Whether it is a CREATE that closes its task from the start: it certifies the id, and `closed` is the literal
    /// true. It counts if it is the one that creates the task (docs/extensions.md, section 4).
    package var closesItsTask: Bool {
        guard case .create(let fields) = payload, fields[OwnedKind.closedName] == .bool(true),
            dialect == .fields
        else { return false }
        return certifiesItsTask
    }
}
