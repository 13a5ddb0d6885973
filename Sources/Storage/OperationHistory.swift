import RedoJSON
import RedoModel

/// The operations of one user on one device, and what of them still stands.
package struct OperationHistory {
    /// What an undo takes back.
    package struct Step: Sendable, Equatable {
        /// In replay order.
        package let nodes: [NodeID]
        /// Nodes that were taken back before, and those that took them back: they leave no trace in what
        /// is there now.
        package let passed: Set<NodeID>
        /// What the operation that takes them back is recorded as.
        package let kind: Operation.Kind
    }

    private struct Entry {
        /// Empty for one that was not recorded.
        let name: String
        let operation: Operation
    }

    /// The latest first.
    private let entries: [Entry]

    /// - Parameters:
    ///   - recorded: in any order.
    ///   - unrecorded: nodes of the same author that are in no recorded operation, each with its wall time;
    ///     those of one moment are taken for one operation.
    package init(
        _ recorded: [Store.RecordedOperation], unrecorded: [(id: NodeID, wall: Instant)],
        user: UserID, device: JSONString
    ) {
        var entries = recorded.map { Entry(name: $0.name, operation: $0.operation) }
        for (wall, nodes) in Dictionary(grouping: unrecorded, by: \.wall) {
            entries.append(
                Entry(
                    name: "",
                    operation: Operation(
                        time: wall, user: user, device: device, nodes: nodes.map(\.id))))
        }
        self.entries = entries.sorted {
            $0.operation.time == $1.operation.time
                ? $0.name > $1.name : $0.operation.time > $1.operation.time
        }
    }

    /// The latest change that stands.
    ///
    /// - Parameter isWanted: tells which nodes may be taken back.
    /// - Returns: nil if there is none.
    /// - Complexity: O(n) for n nodes of operations.
    package func lastChange(where isWanted: (NodeID) -> Bool) -> Step? {
        var undone: Set<NodeID> = []
        var passed: Set<NodeID> = []
        var revoked: Set<String> = []
        for entry in entries {
            let nodes = entry.operation.nodes
            switch entry.operation.kind {
            case .change:
                passed.formUnion(nodes.filter(undone.contains))
                let wanted = nodes.filter { !undone.contains($0) && isWanted($0) }
                if !wanted.isEmpty {
                    return Step(nodes: wanted, passed: passed, kind: .undo(wanted))
                }
            case .undo(let targets):
                passed.formUnion(nodes)
                if !revoked.contains(entry.name) { undone.formUnion(targets) }
            case .redo(let name):
                passed.formUnion(nodes)
                revoked.insert(name)
            case .maintenance: break
            }
        }
        return nil
    }

    /// The latest undo that stands, unless something was changed after it.
    ///
    /// - Returns: nil if there is none.
    package var lastUndo: Step? {
        var passed: Set<NodeID> = []
        var revoked: Set<String> = []
        for entry in entries {
            let nodes = entry.operation.nodes
            switch entry.operation.kind {
            case .change: return nil
            case .maintenance: break
            case .redo(let name):
                passed.formUnion(nodes)
                revoked.insert(name)
            case .undo:
                guard revoked.contains(entry.name) else {
                    return Step(nodes: nodes, passed: passed, kind: .redo(entry.name))
                }
                passed.formUnion(nodes)
            }
        }
        return nil
    }
}
