import RedoSystem

extension TaskHistories {
    /// Whether a task is archived only because of deletions: each ARCHIVE that keeps it archived was written together
    /// with the UPDATE that moved it into the trash (docs/undo.md, "What restore undoes").
    ///
    /// - Parameter areOfOneCommand: whether one command wrote two nodes; nil if that is unknown.
    /// - Complexity: O(k log k) for k nodes of the task.
    package mutating func isArchivedByDeletion(
        _ id: TaskID, areOfOneCommand: (NodeID, NodeID) -> Bool?
    ) -> Bool {
        let (nodes, validation) = (replay.nodes, replay.validation)
        let counted = counted(id).filter { validation.verdicts[$0] == .accepted }
        var archivings: [Int] = []
        for number in counted {
            if nodes[number].action == .archive { archivings.append(number) }
            if nodes[number].action == .unarchive { archivings = [] }
        }
        // A MERGE can archive, too.
        let last = assignments(of: id).last { $0.member == StateMember("archived") }
        guard let last, archivings.contains(last.node) else { return false }
        let deletions = counted.filter { nodes[$0].movesIntoTrash }
        return archivings.allSatisfy { archiving in
            deletions.contains { deletion in
                let (first, second) = (nodes[archiving], nodes[deletion])
                return validation.graph.parents(of: deletion).contains(archiving)
                    && first.author.userID == second.author.userID
                    && first.author.deviceID == second.author.deviceID
                    && (areOfOneCommand(first.id, second.id)
                        ?? (first.timestamp.wall == second.timestamp.wall))
            }
        }
    }
}

extension TaskHistories {
    /// Whether the node that archived a task last is one of some nodes.
    package mutating func isArchived(_ id: TaskID, by nodes: Set<NodeID>) -> Bool {
        let last = assignments(of: id).last { $0.member == StateMember("archived") }
        return last.map { $0.value == true && nodes.contains(replay.nodes[$0.node].id) } ?? false
    }
}

extension Node {
    /// Whether it is an UPDATE that sets `trashedAt` to a time.
    fileprivate var movesIntoTrash: Bool {
        guard case .update(let fields) = payload, let time = fields["trashedAt"]?.string else {
            return false
        }
        return time.instant != nil
    }
}
