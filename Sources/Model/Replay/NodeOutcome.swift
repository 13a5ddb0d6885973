import RedoSystem

/// The outcome of a node in the replay, with its reason.
package enum NodeOutcome: Equatable, Sendable {
    /// It is folded into the state of its task.
    case counts
    /// It is folded, although a tombstone names it: a node that was created from it elsewhere survives.
    case countsAgain(tombstone: Int, survivor: Int)
    /// It is accepted but has no effect, because it comes before the CREATE or there is none.
    case hasNoCreate
    /// It is accepted, but of an action that replay does not support.
    case isSkipped
    /// It has no effect, because the user ignores its author, or the person that it is about.
    case isIgnored
    /// It has no effect in a family (docs/extensions.md).
    case isVoid(VoidReason)
    /// It is an accepted DELETE, which removes this number of nodes from the state.
    case tombstone(buried: Int)
    /// A tombstone removes it from the state.
    case isBuried(tombstone: Int)
    /// See ``Verdict``.
    case isRejected(ErrorCode, culprit: Int?)

    /// Whether the node takes part in the state.
    package var hasEffect: Bool {
        switch self {
        case .counts, .countsAgain: true
        default: false
        }
    }
}

extension Replay {
    /// The outcome of each node, in replay order.
    ///
    /// - Parameter ends: the nodes at which the replay ends; nil for the whole log.
    /// - Returns: nil for a node that is not part of the replay.
    /// - Complexity: O(n) for n nodes, and O(k log k) for each DELETE of a task of k nodes.
    package func outcomes(among ends: [Int]? = nil) -> [NodeOutcome?] {
        let graph = validation.graph
        let included = ends.map { graph.closure(of: $0) }
        let survivors = validation.survivors(nodes, among: included)
        var isKept = Array(repeating: false, count: graph.count)
        for numbers in survivors { for number in numbers { isKept[number] = true } }
        let creates = survivors.map { $0.first { nodes[$0].action == .create } }
        let burials = Burials(self, included, isKept)
        return nodes.indices.map { number in
            if included?[number] == false { return nil }
            if authority.people.ignored[nodes[number].id] != nil { return .isIgnored }
            if let reason = voids.reason(of: nodes[number].id) { return .isVoid(reason) }
            switch validation.verdicts[number] {
            case .rejected(let code, let culprit): return .isRejected(code, culprit: culprit)
            case .skipped: return .isSkipped
            case .ignored: return .isIgnored
            case .accepted: break
            }
            if let count = burials.counts[number] { return .tombstone(buried: count) }
            let tombstone = burials.tombstones[number]
            if !isKept[number], let tombstone { return .isBuried(tombstone: tombstone) }
            guard let create = graph.task(of: number).flatMap({ creates[$0] }), create <= number
            else { return .hasNoCreate }
            if let tombstone, let survivor = burials.rescuers[number] {
                return .countsAgain(tombstone: tombstone, survivor: survivor)
            }
            return .counts
        }
    }
}

/// The buried nodes and their tombstones.
private struct Burials {
    /// The first tombstone that names each node.
    private(set) var tombstones: [Int: Int] = [:]
    /// The number of nodes that each tombstone removes from the state.
    private(set) var counts: [Int: Int] = [:]
    /// For each node that a tombstone names but that counts, a survivor below it: one that follows it, or that follows
    /// others below it that tombstones name.
    private(set) var rescuers: [Int: Int] = [:]

    init(_ replay: Replay, _ included: [Bool]?, _ isKept: [Bool]) {
        let (nodes, validation) = (replay.nodes, replay.validation)
        for number in nodes.indices
        where nodes[number].action == .delete && validation.verdicts[number].isAccepted
            && validation.graph.task(of: number) != nil && included?[number] != false
        {
            let buried = validation.buried(by: number, nodes)
            for node in buried where tombstones[node] == nil { tombstones[node] = number }
            counts[number] = buried.count { !isKept[$0] }
        }
        for number in nodes.indices.reversed() where isKept[number] {
            let survivor = tombstones[number] == nil ? number : rescuers[number] ?? number
            for ancestor in validation.ancestry.nearest(to: number)
            where tombstones[ancestor] != nil && rescuers[ancestor] == nil {
                rescuers[ancestor] = survivor
            }
        }
    }
}
