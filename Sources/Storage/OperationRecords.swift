import RedoModel
import RedoSystem

/// The contents of the directory of operations: the records that can be read, and which are damaged or missing.
package struct OperationRecords: Sendable {
    /// By their numbers.
    package let recorded: [OperationRecord]
    /// Files that do not have the records that their names mean, by name.
    package let damaged: [Damage]
    /// Numbers without a file between numbers that have one.
    package let missing: [ClosedRange<UInt64>]

    /// A file among the records that is damaged or not a record.
    package struct Damage: Sendable {
        package let name: String
        package let fault: OperationRecord.Fault

        /// The number of the record that should be there; nil if the file does not have the name of a record.
        package var number: UInt64? { OperationRecord.number(ofFile: name) }
    }

    package init(
        _ recorded: [OperationRecord], damaged: [Damage] = [],
        missing: [ClosedRange<UInt64>] = []
    ) {
        self.recorded = recorded
        self.damaged = damaged
        self.missing = missing
    }

    /// Whether nothing is damaged or missing, as far as the records show it. If the last ones are missing, no number
    /// reveals it; the oldest ones are removed by maintenance.
    package var isWhole: Bool { damaged.isEmpty && missing.isEmpty }

    /// The number of records that are missing.
    package var missingCount: UInt64 {
        missing.reduce(0) { $0 + ($1.upperBound - $1.lowerBound + 1) }
    }

    /// The number of the operation that wrote each node.
    ///
    /// - Complexity: O(n) for n nodes of operations.
    package func numbersByNode() -> [NodeID: UInt64] {
        var numbers: [NodeID: UInt64] = [:]
        for record in recorded {
            for node in record.operation.nodes where numbers[node] == nil {
                numbers[node] = record.number
            }
        }
        return numbers
    }

    /// The nodes that an undo wrote to revert others.
    package func nodesOfUndos() -> Set<NodeID> {
        var nodes: Set<NodeID> = []
        for record in recorded {
            if case .undo = record.operation.kind { nodes.formUnion(record.operation.nodes) }
        }
        return nodes
    }
}

extension OperationRecord.Fault {
    /// The fault, for use after the name of the file: `is not the record that was written`.
    package var reason: String {
        switch self {
        case .unreadable(let error): "cannot be read: \(error.reason)"
        case .notARecord: "is not a record of an operation"
        case .checksum: "is not as it was written: its checksum differs"
        case .otherNumber(let number): "is the record of operation \(number)"
        case .name: "has a name that no record has"
        }
    }
}
