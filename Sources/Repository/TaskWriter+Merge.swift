import RedoJSON
import RedoModel
import RedoSystem

extension TaskWriter {
    /// Joins heads before a node that follows them. The state of the task stays the same, except that arrays are
    /// united.
    ///
    /// - Parameter isPlain: whether the result of replay is kept without a plan: with very many heads a plan for each
    ///   ten would take quadratic time.
    package mutating func merge(
        _ heads: [Node], of task: TaskID, isPlain: Bool = false
    ) throws(RedoError) -> Node {
        guard !isPlain else { return try make(.merge, task, [], after: heads, dialect: .fields) }
        let (log, numbers) = currentNumbers(of: heads)
        let plan = log.replay.mergePlan(of: numbers, by: MergeRules())
        guard dialect == .payload else {
            let sets = plan.changes.compactMap { change in
                change.joinedSet.flatMap {
                    $0 == change.replayed ? nil : JSONMember(change.member.name, $0)
                }
            }
            return try make(.merge, task, sets, after: heads, dialect: .fields)
        }
        // With more than ten heads a present value may come from a head that is not merged yet.
        guard let base = plan.base, let entries = plan.entries(keeping: log.replay.task(task))
        else {
            // Without fields the MERGE leaves the result of replay.
            return try make(.merge, task, [], after: heads, dialect: .fields)
        }
        var rules = MergeRules()
        rules.task = entries + plan.setEntries(beside: entries)
        let decision = MergeDecision(base: base.id, rules: rules)
        return try make(.merge, task, decision.members, after: heads)
    }

    /// Joins heads as a request says.
    package mutating func merge(
        _ heads: [Node], of task: TaskID, by request: inout MergeRequest
    ) throws(RedoError) -> (node: Node, plan: MergePlan) {
        let (log, numbers) = currentNumbers(of: heads)
        let undecided = log.replay.mergePlan(of: numbers, by: MergeRules())
        var rules = try request.rules(for: undecided, log, identity.author)
        if request.joinsSets { rules.task += undecided.setEntries(beside: rules.task) }
        let plan = log.replay.mergePlan(of: numbers, by: rules)
        try request.noteUse(in: plan, log)
        var fields: [JSONMember]?
        if dialect == .fields || plan.base == nil {
            do throws(RedoError) {
                fields = try plan.fields()
            } catch {
                guard request.isAutomatic else { throw error }
            }
        }
        guard fields == nil, let base = plan.base else {
            // Without fields the MERGE leaves the result of replay.
            return (try make(.merge, task, fields ?? [], after: heads, dialect: .fields), plan)
        }
        let decision = MergeDecision(base: base.id, rules: rules)
        return (try make(.merge, task, decision.members, after: heads, dialect: .payload), plan)
    }

    private mutating func currentNumbers(of heads: [Node]) -> (log: Log, numbers: [Int]) {
        let log = currentLog()
        return (log, heads.compactMap { log.replay.validation.graph.number(of: $0.id) })
    }
}

extension MergePlan {
    /// For each member that a MERGE would change, an entry that keeps its value. Arrays are united instead, since
    /// last write wins would lose elements of one of them.
    ///
    /// - Returns: nil if no entry can express it.
    fileprivate func entries(keeping state: TaskState?) -> [MergeRules.Resolution]? {
        var entries: [MergeRules.Resolution] = []
        for change in changes where change.member.todo == nil {
            let standing = state?.value(of: change.member)
            if change.merged == standing || change.isOfArrays { continue }
            if let index = change.values.firstIndex(of: standing) {
                entries.append(
                    MergeRules.Resolution(
                        path: change.member.name, strategy: .ours, chosenParent: heads[index].id))
            } else if let standing, change.member.accepts(standing) {
                entries.append(
                    MergeRules.Resolution(
                        path: change.member.name, strategy: .manual, value: standing))
            } else {
                return nil
            }
        }
        return entries
    }

    /// The fields of a MERGE of the fields dialect: what heads disagree about, and what would otherwise differ. A
    /// value that only one head changed holds without being repeated.
    ///
    /// - Throws: wrong usage for a value that the fields dialect cannot give to a member.
    fileprivate func fields() throws(RedoError) -> [JSONMember] {
        var fields: [JSONMember] = []
        for change in changes where change.isConflict || change.merged != change.replayed {
            if let value = change.merged, change.member.isSetByFieldsMerge(to: value) {
                fields.append(JSONMember(change.member.name, value))
            } else if change.merged != change.replayed {
                throw .usage(
                    "a MERGE of the fields dialect cannot set \(change.member.path) to "
                        + "\(change.merged.map(jsonText) ?? "nothing"); use --dialect payload")
            }
        }
        return fields
    }
}

extension MergePlan.MemberChange {
    /// Whether all heads that changed the member made it an array.
    fileprivate var isOfArrays: Bool {
        changedBy.allSatisfy {
            if case .array? = values[$0] { return true }
            return false
        }
    }
}

extension StateMember {
    /// The path of the member in `--resolve`.
    package var path: String { todo.map { "todoTasks.\($0).\(name)" } ?? name.description }

    fileprivate func isSetByFieldsMerge(to value: JSONValue) -> Bool {
        guard todo == nil, name != "archived", name != "snoozedUntil" else { return false }
        return name != "completedAt" || value != .null
    }
}
