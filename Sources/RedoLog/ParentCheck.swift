/// What stage 2 asks of a parent.
package struct ParentFacts: Sendable {
    package let lamport: Int
    package let taskID: TaskID?

    package init(lamport: Int, taskID: TaskID?) {
        self.lamport = lamport
        self.taskID = taskID
    }
}

extension Node {
    /// How far a node of the fields dialect may be ahead of its parents, so that nobody uses the
    /// clock up.
    static let greatestLamportJump = 1_000_000

    package var parentFacts: ParentFacts {
        ParentFacts(lamport: timestamp.lamport, taskID: taskID)
    }

    /// Stage 2: checks the node against its parents (protocol, section 4).
    ///
    /// - Parameter facts: what is known of a node in the log or accepted before in the same batch;
    ///   nil for one that is not there.
    /// - Throws: ``Rejection`` with the first code of the stage's table that applies.
    package func checkParents<Failure: Error>(
        _ facts: (ChangeID) throws(Failure) -> ParentFacts?
    ) throws(Failure) -> Rejection? {
        var greatest = 0
        var foreign: ChangeID?
        for parent in parents {
            guard let facts = try facts(parent) else {
                return Rejection(.parentNotFound, "the parent \(parent) is not in the log", id: id)
            }
            greatest = max(greatest, facts.lamport)
            if dialect == .payload, facts.taskID != taskID { foreign = foreign ?? parent }
        }
        if let foreign {
            return Rejection(
                .parentMismatch, "the parent \(foreign) is not of the task of this node", id: id)
        }
        let lamport = timestamp.lamport
        switch dialect {
        case .payload where lamport != greatest + 1:
            return Rejection(
                .lamportViolation, "lamport is \(lamport) and must be \(greatest + 1)", id: id)
        case .fields where lamport <= greatest:
            return Rejection(
                .lamportViolation,
                "lamport is \(lamport) and must be greater than the parents' \(greatest)", id: id)
        case .fields where lamport - greatest > Self.greatestLamportJump:
            return Rejection(
                .lamportViolation,
                "lamport is \(lamport), more than \(Self.greatestLamportJump) above the parents' "
                    + "\(greatest)", id: id)
        default: return nil
        }
    }
}
