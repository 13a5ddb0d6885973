import RedoJSON

/// The effect of a MERGE of some heads of a task, computed before it is written.
package struct MergePlan: Sendable {
    /// A member that some head changed since the base.
    package struct MemberChange: Sendable {
        package let member: StateMember
        package let base: JSONValue?
        /// The value at each head.
        package let values: [JSONValue?]
        /// The heads that changed it, by their index among the heads.
        package let changedBy: [Int]
        /// The value that a MERGE of the payload dialect sets.
        package let merged: JSONValue?
        /// The value without a MERGE.
        package let replayed: JSONValue?

        /// Whether heads changed it to different values.
        package var isConflict: Bool {
            changedBy.contains { values[$0] != values[changedBy[0]] }
        }
    }

    /// In replay order.
    package let heads: [Node]
    /// The latest node that is above all heads; nil if their branches have no common root.
    package let base: Node?
    /// The task's own members by name, then those of to-dos that the resolutions name.
    package let changes: [MemberChange]
}

extension Replay {
    /// Computes a MERGE before it is written.
    ///
    /// - Parameters:
    ///   - heads: heads of one task, by number, in replay order.
    ///   - rules: the rules for members in which they differ.
    /// - Complexity: O(n) for a log of n nodes.
    package func mergePlan(of heads: [Int], by rules: MergeRules) -> MergePlan {
        var merges = MergeResults(nodes: nodes, validation: validation)
        let base = validation.mergeBase(of: heads)
        let baseState = base.flatMap { merges.state(at: $0) }
        var sides: [MergeSide] = []
        var included = Set(heads)
        for head in heads {
            sides.append(MergeSide(node: nodes[head], state: merges.state(at: head)))
            included.formUnion(validation.ancestry.ancestors(of: head))
        }
        let replayed = merges.fold(included.sorted())
        let merged = ThreeWayMerge(rules: rules, base: baseState, sides: sides).result
        let members =
            merged.task.map { (StateMember($0.name), $0.value) }
            + merged.todos.map { (StateMember($0.name, of: $0.todo), $0.value) }
        let changes = members.map { member, value in
            let before = baseState?.value(of: member)
            let values = sides.map { $0.state?.value(of: member) }
            return MergePlan.MemberChange(
                member: member, base: before, values: values,
                changedBy: values.indices.filter { values[$0] != before }, merged: value,
                replayed: replayed?.value(of: member))
        }
        return MergePlan(
            heads: heads.map { nodes[$0] }, base: base.map { nodes[$0] }, changes: changes)
    }
}
