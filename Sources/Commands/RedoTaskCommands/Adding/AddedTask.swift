import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoSystem

/// A task that was added, as a report names it.
struct AddedTask {
    let id: TaskID
    let title: String
}

extension CommandContext {
    /// Prints the tasks that were added, or would be: the shortest beginning of each id, and the title.
    ///
    /// - Parameter others: the tasks that there were before.
    mutating func print(
        _ added: [AddedTask], among others: [TaskID], isDryRun: Bool
    ) throws(RedoError) {
        let known = added.count == 1 ? [] : (others + added.map(\.id)).sorted()
        for task in added {
            let id =
                known.isEmpty
                ? shortestPrefix(of: task.id, among: others)
                : shortestPrefix(of: task.id, inSorted: known)
            try print((isDryRun ? "would add" : "added \(id)") + " \(task.title.printable)\n")
        }
    }
}
