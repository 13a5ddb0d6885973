import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

extension ShowCommand {
    /// The parts of a task, a line each: whether it is done, its title, and how many of its own parts are done.
    ///
    /// ```
    ///   parts (1/2):
    ///   [x] Walls
    ///   [ ] Roof (0/3)
    /// ```
    static func partLines(
        of task: TaskID, _ hierarchy: TaskHierarchy, _ repository: Repository
    ) throws(RedoError) -> [String] {
        let parts = hierarchy.parts(of: task)
        if parts.isEmpty { return [] }
        func progress(_ task: TaskID) -> String {
            hierarchy.progress(of: task).map { " (\($0.done)/\($0.total))" } ?? ""
        }
        // The answer is about the shown task alone.
        let wanted = Set(parts)
        let states = try repository.namedTasks().filter { wanted.contains($0.id) }
        var lines = ["", "  parts\(progress(task)):"]
        for part in states.sorted(by: { ($0.created, $0.id) < ($1.created, $1.id) }) {
            let mark = part.isOpen ? " " : part.isDone ? "x" : "~"
            lines.append("  [\(mark)] \(part.title.printable)\(progress(part.id))")
        }
        return lines
    }
}
