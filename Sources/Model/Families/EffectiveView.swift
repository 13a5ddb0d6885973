import RedoSystem

/// What of a log's tasks counts for people: the history of each task without the nodes that are void
/// (docs/extensions.md). Stage 3 is repeated without them; paths lead through them.
///
/// What is void in this version: a CREATE beside one that certifies the task's id.
package struct EffectiveView: Sendable {
    /// Stage 3 over the nodes that are not void.
    package let validation: HistoryValidation
    /// The code of each void node.
    let codes: [Int: ErrorCode]

    /// - Parameters:
    ///   - validation: stage 3 over all nodes.
    ///   - nodes: has the CREATEs of tasks that have several.
    /// - Complexity: O(n) for n nodes, and that of stage 3 if a node is void.
    package init(_ validation: HistoryValidation, _ nodes: some NodeLookup) {
        var codes: [Int: ErrorCode] = [:]
        for creates in validation.facts.repeatedCreates {
            guard let original = creates.first(where: { nodes[$0].certifiesItsTask }) else {
                continue
            }
            for create in creates where create != original { codes[create] = .duplicateCreate }
        }
        self.codes = codes
        self.validation =
            codes.isEmpty
            ? validation : HistoryValidation(validation.facts.ignoring { codes[$0] != nil })
    }

    /// The principal that owns a task; nil for a task without a CREATE. O(n).
    package func owner(of id: TaskID, _ nodes: some NodeLookup) -> UserID? {
        guard let task = validation.graph.taskNumber(of: id) else { return nil }
        let roles = validation.facts.roles
        let creates = roles.indices.filter {
            roles[$0] == .create && validation.graph.task(of: $0) == task
        }
        return original(among: creates).map { nodes[$0].author.userID }
    }

    /// The CREATE whose author owns a task: one that certifies the task's id, or else the one that protocol
    /// section 4 calls the original, whatever became of it; nil for a task without one.
    ///
    /// - Parameter creates: those of the task.
    func original(among creates: [Int]) -> Int? {
        let counting = creates.filter { codes[$0] == nil }
        guard counting.count > 1 else { return counting.first }
        let (facts, ancestry) = (validation.facts, validation.ancestry)
        let all = Set(counting)
        let roots = counting.filter { all.isDisjoint(with: ancestry.ancestors(of: $0)) }
        return roots.min {
            let (left, right) = (facts.wall($0), facts.wall($1))
            return left == right ? facts.graph.id(of: $0) < facts.graph.id(of: $1) : left < right
        }
    }
}

extension LogFacts {
    /// The CREATEs of each task that has several, in replay order.
    package var repeatedCreates: [[Int]] {
        var creates: [Int: [Int]] = [:]
        for number in roles.indices where roles[number] == .create {
            if let task = graph.task(of: number) { creates[task, default: []].append(number) }
        }
        return creates.values.filter { $0.count > 1 }
    }
}

extension Node {
    /// Whether it is a CREATE that certifies the id of its task.
    fileprivate var certifiesItsTask: Bool {
        guard action == .create, let taskID else { return false }
        return OwnedKind.task.isCertified(taskID.value, by: fields, author.publicKey)
    }
}
