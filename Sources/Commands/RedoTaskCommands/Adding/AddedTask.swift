import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoSystem

/// A task that was added, as a report names it.
struct AddedTask {
    let id: TaskID
    let title: String
    /// What was understood of its fields; empty for a title alone.
    let fields: String

    /// - Throws: ``RedoError`` if names of categories or tasks cannot be read.
    init(_ id: TaskID, _ task: NewTask, _ echo: FieldEcho) throws(RedoError) {
        self.id = id
        title = task.title
        fields = try echo.text(of: task)
    }
}

extension CommandContext {
    /// Prints the tasks that were added, or would be: the shortest beginning of each id, the title, and the fields.
    ///
    /// - Parameters:
    ///   - others: the tasks that there were before.
    ///   - note: about the fields of all of them.
    mutating func print(
        _ added: [AddedTask], among others: [TaskID], isDryRun: Bool, note: String = ""
    ) throws(RedoError) {
        let known = added.count == 1 ? [] : (others + added.map(\.id)).sorted()
        for task in added {
            let id =
                known.isEmpty
                ? shortestPrefix(of: task.id, among: others)
                : shortestPrefix(of: task.id, inSorted: known)
            try print((isDryRun ? "would add" : "added \(id)") + " \(task.title.printable)")
            try print((task.fields.isEmpty ? "" : " — \(task.fields)\(note)") + "\n")
        }
    }
}
