import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension TaskWriter {
    /// Takes a task out of the trash, and out of the archive unless it was there before.
    ///
    /// - Parameters:
    ///   - histories: those of the log.
    ///   - operations: the number of the operation that wrote each node.
    /// - Returns: what was done, as lines.
    package mutating func bringBack(
        _ task: TaskState, _ histories: inout TaskHistories, _ operations: [NodeID: UInt64]
    ) throws(RedoError) -> String {
        var (verb, end) = ("restored", "")
        if task.isInTrash {
            let unarchives = histories.isArchivedByDeletion(task.id) { first, second in
                operations[first].map { $0 == operations[second] }
            }
            try takeOutOfTrash(task, unarchives: unarchives)
            if task.isArchived, !unarchives { end = ", which stays archived as it was" }
        } else if task.isArchived {
            try add(.unarchive, task.id, [])
        } else {
            verb = "unchanged"
        }
        return "\(verb) \(task.title.printable)\(end)\n" + joinReport(of: task.id)
    }
}

extension CommandContext {
    /// The operations that a store has recorded. Warns of those that are damaged or missing.
    ///
    /// - Throws: STORAGE_001 if they cannot be listed.
    package func operationRecords(of store: Store) throws(RedoError) -> OperationRecords {
        let records = try store.operationRecords()
        guard !records.isWhole else { return records }
        let damaged = records.damaged.isEmpty ? [] : ["\(records.damaged.count) damaged"]
        let missing = records.missing.isEmpty ? [] : ["\(records.missingCount) missing"]
        warn(
            .corrupted,
            "of the records of what commands wrote here \((damaged + missing).joined(separator: " and ")): "
                + "for their nodes undo goes by what these follow and by the clock")
        complain("hint: 'redo op log --limit 1000' shows where\n")
        return records
    }
}
