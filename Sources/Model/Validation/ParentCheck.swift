/// The facts of a parent that stage 2 needs.
package struct ParentFacts: Sendable {
    package let lamport: Int
    package let taskID: TaskID?

    package init(lamport: Int, taskID: TaskID?) {
        self.lamport = lamport
        self.taskID = taskID
    }
}

extension Node {
    package var parentFacts: ParentFacts { header.parentFacts }

    /// Stage 2: see ``NodeHeader/check(_:)``.
    package func checkParents<Failure: Error>(
        _ facts: (NodeID) throws(Failure) -> ParentFacts?
    ) throws(Failure) -> Rejection? {
        try header.check(facts)
    }
}

/// Stage 2 of one node, parent by parent.
///
/// Inlinable, since a log's columns are checked with it node by node.
package struct ParentCheck {
    @usableFromInline let dialect: Dialect
    @usableFromInline let lamport: Int
    @usableFromInline var maximum = 0

    /// The maximum difference of lamports between a node of the fields dialect and its parents, so that no node
    /// exhausts the range of the clock.
    @usableFromInline static let maximumLamportJump = 1_000_000

    /// - Parameter lamport: that of the node; it is not negative, nor are those of its parents.
    @inlinable
    package init(dialect: Dialect, lamport: Int) {
        self.dialect = dialect
        self.lamport = lamport
    }

    /// Checks the next parent, which is in the log.
    ///
    /// - Parameter isOfTask: whether it is of the node's task.
    /// - Returns: false if the parent belongs to a wrong task.
    @inlinable
    package mutating func add(lamport: Int, isOfTask: Bool) -> Bool {
        maximum = max(maximum, lamport)
        return isOfTask || dialect == .fields
    }

    /// Whether the node's lamport follows from those of all parents.
    @inlinable package var isLamportSound: Bool {
        // Subtraction cannot overflow: a number from a file can be the maximum.
        switch dialect {
        case .payload: lamport - maximum == 1
        case .fields: lamport > maximum && lamport - maximum <= Self.maximumLamportJump
        }
    }

    /// The mistake in the node's lamport, after all parents; nil if there is none.
    package var lamportMistake: String? {
        if isLamportSound { return nil }
        switch dialect {
        case .payload: return "lamport is \(lamport) and must be \(maximum + 1)"
        case .fields where lamport <= maximum:
            return "lamport is \(lamport) and must be greater than the parents' \(maximum)"
        case .fields:
            return
                "lamport is \(lamport), more than \(Self.maximumLamportJump) above the parents' "
                + "\(maximum)"
        }
    }
}

extension NodeHeader {
    /// Stage 2: checks the node against its parents (protocol, section 4).
    ///
    /// - Parameter known: returns the facts of a node that is in the log or was accepted before in the same batch; nil
    ///   for any other node.
    /// - Returns: the first code of the stage's table that applies; nil if none does.
    package func check<Failure: Error>(
        _ known: (NodeID) throws(Failure) -> ParentFacts?
    ) throws(Failure) -> Rejection? {
        var check = ParentCheck(dialect: dialect, lamport: timestamp.lamport)
        var foreign: NodeID?
        for parent in parents {
            guard let parentFacts = try known(parent) else {
                return Rejection(.parentNotFound, "the parent \(parent) is not in the log", id: id)
            }
            let isOfTask = parentFacts.taskID == taskID
            if !check.add(lamport: parentFacts.lamport, isOfTask: isOfTask) {
                foreign = foreign ?? parent
            }
        }
        if let foreign {
            return Rejection(
                .parentMismatch, "the parent \(foreign) is not of the task of this node", id: id)
        }
        return check.lamportMistake.map { Rejection(.lamportViolation, $0, id: id) }
    }
}
