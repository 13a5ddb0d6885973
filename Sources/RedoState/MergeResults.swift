import RedoJSON
import RedoLog

/// Folds nodes, and works out each MERGE of the payload dialect once.
///
/// What a MERGE sets depends on the states at its base and its parents, which are folds themselves
/// and may hold other MERGEs.
struct MergeResults<Nodes: NodeLookup> {
    let nodes: Nodes
    let judgement: Judgement
    private var known: [Int: MergedFields] = [:]
    /// The accepted MERGEs of the payload dialect, by task, in replay order.
    private var merges: [Int: [Int]] = [:]

    init(nodes: Nodes, judgement: Judgement) {
        self.nodes = nodes
        self.judgement = judgement
        for (number, role) in judgement.facts.roles.enumerated()
        where role == .decidesMerge && judgement.verdicts[number] == .accepted {
            if let task = judgement.graph.task(of: number) {
                merges[task, default: []].append(number)
            }
        }
    }

    /// Folds some nodes of one task.
    ///
    /// - Parameter numbers: accepted, in replay order.
    mutating func fold(_ numbers: [Int]) -> TaskState? {
        var reducer = TaskReducer()
        for number in numbers where judgement.verdicts[number] == .accepted {
            reducer.apply(Change(nodes[number]), merged: result(of: number))
        }
        return reducer.state
    }

    /// The state at a node: the replay of it and its ancestors, each rejected or not as in the whole
    /// log.
    mutating func state(at number: Int) -> TaskState? {
        let numbers = [number] + judgement.ancestry.ancestors(of: number)
        return fold(numbers.reversed().filter { judgement.verdicts[$0].isAccepted })
    }

    /// What a MERGE of the payload dialect sets; nil for any other node.
    mutating func result(of number: Int) -> MergedFields? {
        guard case .merge(.decision(let decision)) = nodes[number].payload else { return nil }
        if let result = known[number] { return result }
        // The earlier ones first, so that a chain of MERGEs does not become a chain of calls.
        if let task = judgement.graph.task(of: number) {
            for earlier in merges[task] ?? [] where earlier < number && known[earlier] == nil {
                _ = result(of: earlier)
            }
        }
        guard let base = judgement.graph.number(of: decision.base) else { return nil }
        var sides: [MergeSide] = []
        for parent in judgement.graph.parents(of: number) {
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
