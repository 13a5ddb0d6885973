import RedoSystem

extension CachedTasks {
    /// Reads what ``written`` wrote, on all processors.
    ///
    /// - Parameters:
    ///   - file: whoever keeps it vouches for it, with a checksum; that it is cut off or says what
    ///     cannot be is found out all the same: a date out of range, a text that is not UTF-8, tasks that
    ///     are not sorted.
    ///   - start: where it begins; it ends with the file.
    /// - Returns: nil for anything else, and for what another version wrote.
    /// - Complexity: O(size).
    package init?(reading file: MappedFile, from start: Int = 0) {
        guard let written = WrittenTasks(file, from: start),
            let tasks = Parallel.array(
                count: written.taskCount, partSize: Self.partCount,
                { part, tasks in written.read(part, into: &tasks) })
        else { return nil }
        self.init(State(tasks: tasks), ids: written.ids)
    }
}
