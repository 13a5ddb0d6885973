import RedoCommandLine
import RedoInsight
import RedoModel
import RedoSystem

/// The property by which a list is divided into groups.
enum ListGrouping: String, CaseIterable {
    case project, category, due

    static let option = OptionSpecification.value(
        "group", takes: "by", oneOf: allCases.map(\.rawValue),
        "divide the list, with a sum beneath each part")

    /// - Throws: wrong usage for an unknown name.
    init(named name: String) throws(RedoError) {
        self = try choice(of: "group", named: name, among: Self.allCases)
    }

    /// A part of a list.
    struct Part {
        let title: String
        /// The colour of a project or category; nil for other parts.
        let style: Style?
        var rows: [RankedTask]
    }

    /// The parts in order: deadlines by time, names by the alphabet, what has none last.
    func parts(of rows: [RankedTask], _ table: TaskTable, now: Instant) -> [Part] {
        var parts: [(order: Int, part: Part)] = []
        for row in rows {
            let (order, title) = position(of: row, table, now)
            if let index = parts.firstIndex(where: { $0.order == order && $0.part.title == title })
            {
                parts[index].part.rows.append(row)
            } else {
                let style = style(of: row.task, table)
                parts.append((order, Part(title: title, style: style, rows: [row])))
            }
        }
        return parts.sorted { ($0.order, $0.part.title) < ($1.order, $1.part.title) }.map(\.part)
    }

    private func style(of task: TaskState, _ table: TaskTable) -> Style? {
        switch self {
        case .project: table.colors.project(task.project)
        case .category: table.colors.category(table.facts.facts(of: task))
        case .due: nil
        }
    }

    private func position(
        of row: RankedTask, _ table: TaskTable, _ now: Instant
    ) -> (order: Int, title: String) {
        switch self {
        case .project, .category:
            let field = self == .project ? TaskField.project : .category
            guard let text = table.fieldText(field, of: row.task) else {
                return (1, "no \(rawValue)")
            }
            return (0, text)
        case .due:
            guard let due = row.due else { return (5, "no deadline") }
            if due < now { return (0, "overdue") }
            if due <= table.words.end(ofDay: 0) { return (1, "today") }
            if due <= table.words.end(ofDay: 1) { return (2, "tomorrow") }
            return due <= table.words.end(ofDay: 7) ? (3, "within a week") : (4, "later")
        }
    }
}

extension ListGrouping.Part {
    /// The number of tasks, with their story points and estimates.
    var sum: String {
        let count = "\(rows.count) \(rows.count == 1 ? "task" : "tasks")"
        let minutes = rows.reduce(0) { sum, row in
            guard case .minutes(let minutes)? = TaskField.estimate.value(of: row.task) else {
                return sum
            }
            return sum + minutes
        }
        let points = rows.reduce(0) { $0 + $1.task.storyPoints }
        return count + ", \(oneDecimal(points)) points"
            + (minutes > 0 ? ", \(Minutes.text(minutes))" : "")
    }
}
