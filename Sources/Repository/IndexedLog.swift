import RedoModel
import RedoStore

/// A log by the columns of its indexes: its shape, and what stage 3 says of its nodes, are made when they are
/// first asked for, and once.
package final class IndexedLog {
    package let stored: StoredLog
    private var madeIndex: LogIndex??
    private var validations: [Set<UserID>: HistoryValidation] = [:]

    package init(_ stored: StoredLog) { self.stored = stored }

    /// The nodes in replay order; nil if a parent is missing.
    package var index: LogIndex? {
        if let madeIndex { return madeIndex }
        let index = stored.logIndex()
        madeIndex = .some(index)
        return index
    }

    /// The nodes in replay order if the content of each is readable; nil if one is not. O(n).
    package var readableIndex: LogIndex? {
        index.flatMap { $0.canRead(Array(0..<$0.count)) ? $0 : nil }
    }

    /// Stage 3 of all nodes; nil if one has to be read for it and is unreadable.
    package func validation(ignoring ignored: Set<UserID>) -> HistoryValidation? {
        if let known = validations[ignored] { return known }
        guard let facts = index?.facts(ignoring: ignored) else { return nil }
        let validation = HistoryValidation(facts)
        validations[ignored] = validation
        return validation
    }

    /// The state of all tasks, replayed; nil if a node is unreadable.
    package func replayed(ignoring ignored: Set<UserID>, _ progress: StoreProgress) -> CachedTasks?
    {
        guard let index, let validation = validation(ignoring: ignored) else { return nil }
        return State(validation, reading: index, progress: progress)
            .map { CachedTasks($0, validation) }
    }
}
