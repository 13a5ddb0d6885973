import RedoInsight
import RedoJSON
import RedoModel

/// Lists in which parts are beneath the tasks that they belong to.
extension TaskTable {
    /// The indent of a title for each task that it is beneath.
    private static let indentWidth = 2
    /// The maximum depth for which titles are indented: hostile chains would make lines of any length.
    private static let maximumDepth = 8

    /// Rows with each part beneath the nearest of its wholes that is among them. A whole moves up to the first of its
    /// parts; otherwise the order stays.
    package func nested(_ rows: [RankedTask]) -> [RankedTask] {
        let hierarchy = facts.hierarchy
        guard !hierarchy.isEmpty, let lines = hierarchy.nested(rows.map(\.task.id)) else {
            return rows
        }
        return lines.map { line in
            var row = rows[line.index]
            row.depth = min(line.depth, Self.maximumDepth)
            return row
        }
    }

    /// The order of the lines of some tasks, and how many columns each title is further in; nil if it stays as it is.
    func nesting(_ tasks: [TaskID]) -> [(index: Int, indent: Int)]? {
        facts.hierarchy.nested(tasks)?.map {
            ($0.index, Self.indentWidth * min($0.depth, Self.maximumDepth))
        }
    }

    /// The indent of the title of a row, in columns.
    func indent(of row: RankedTask) -> Int { Self.indentWidth * row.depth }

    /// The number of parts of a task that are done, behind its title: ` (2/5)`; empty for a task without parts.
    func progressMark(_ task: TaskState) -> String {
        facts.hierarchy.progress(of: task.id).map { " (\($0.done)/\($0.total))" } ?? ""
    }

    /// The number of parts of a task, and of those that are done, for programs; nil for a task without parts.
    func progressMember(_ task: TaskState) -> JSONMember? {
        facts.hierarchy.progress(of: task.id).map {
            JSONMember(
                "parts", ["done": .number(Double($0.done)), "total": .number(Double($0.total))])
        }
    }
}
