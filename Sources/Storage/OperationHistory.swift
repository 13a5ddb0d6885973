import RedoJSON
import RedoModel

/// The operations of one user on one device, and which of them are still in effect.
package struct OperationHistory {
    /// What an undo reverts.
    package struct Step: Sendable, Equatable {
        /// In replay order.
        package let nodes: [NodeID]
        /// Nodes that were reverted before, and those that reverted them: together they have no effect any more.
        package let passed: Set<NodeID>
        /// The kind under which the reversal is recorded.
        package let kind: Operation.Kind
    }

    private struct Entry {
        /// Nil for one that was not recorded.
        let number: UInt64?
        let nodes: [NodeID]
        let kind: Operation.Kind

        func isIn(_ numbers: Set<UInt64>) -> Bool { number.map(numbers.contains) ?? false }
    }

    /// The latest first.
    private let entries: [Entry]

    /// - Parameters:
    ///   - recorded: in the order of their numbers.
    ///   - unrecorded: nodes of the same author that are in no recorded operation, each with its wall time; those of
    ///     one moment count as one operation.
    ///   - graph: has the ancestors of the nodes.
    /// - Complexity: O(n) for n nodes of the graph, and O(m log m) for m operations.
    package init(
        _ recorded: [OperationRecord], unrecorded: [(id: NodeID, wall: Instant)],
        in graph: LogGraph
    ) {
        let order = OperationOrder(recorded, unrecorded: unrecorded, in: graph)
        var entries = recorded.indices.map { index in
            let record = recorded[index]
            return (
                position: order.position(ofRecord: index),
                Entry(
                    number: record.number, nodes: record.operation.nodes,
                    kind: record.operation.kind)
            )
        }
        for (_, nodes) in Dictionary(grouping: unrecorded, by: \.wall) {
            let positions = nodes.map { order.position(ofNode: $0.id, at: $0.wall) }
            guard let position = positions.max() else { continue }
            entries.append((position, Entry(number: nil, nodes: nodes.map(\.id), kind: .change)))
        }
        self.entries = entries.sorted { $0.position > $1.position }.map(\.1)
    }

    /// The latest change that is still in effect.
    ///
    /// - Parameter isWanted: whether a node may be reverted.
    /// - Returns: nil if there is none.
    /// - Complexity: O(n) for n nodes of operations.
    package func lastChange(where isWanted: (NodeID) -> Bool) -> Step? {
        var undone: Set<NodeID> = []
        var passed: Set<NodeID> = []
        var revoked: Set<UInt64> = []
        for entry in entries {
            let nodes = entry.nodes
            switch entry.kind {
            case .change:
                passed.formUnion(nodes.filter(undone.contains))
                let wanted = nodes.filter { !undone.contains($0) && isWanted($0) }
                if !wanted.isEmpty {
                    return Step(nodes: wanted, passed: passed, kind: .undo(wanted))
                }
            case .undo(let targets):
                passed.formUnion(nodes)
                if !entry.isIn(revoked) { undone.formUnion(targets) }
            case .redo(let number):
                passed.formUnion(nodes)
                revoked.insert(number)
            case .maintenance: break
            }
        }
        return nil
    }

    /// The latest undo that is still in effect, unless something was changed after it.
    ///
    /// - Returns: nil if there is none.
    package var lastUndo: Step? {
        var passed: Set<NodeID> = []
        var revoked: Set<UInt64> = []
        for entry in entries {
            let nodes = entry.nodes
            switch entry.kind {
            case .change: return nil
            case .maintenance: break
            case .redo(let number):
                passed.formUnion(nodes)
                revoked.insert(number)
            case .undo:
                // Only a record shows that an operation is an undo.
                guard let number = entry.number else { continue }
                guard revoked.contains(number) else {
                    return Step(nodes: nodes, passed: passed, kind: .redo(number))
                }
                passed.formUnion(nodes)
            }
        }
        return nil
    }
}
