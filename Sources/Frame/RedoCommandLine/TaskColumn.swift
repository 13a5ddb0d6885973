import RedoModel
import RedoSystem

/// A column of the table of tasks.
package enum TaskColumn: Hashable, Sendable {
    case rank, id, priority, due, deadline, hidden, state, claimed, every, points, created, updated
    case completed, tags, title
    /// A field that no other column has.
    case field(TaskField)

    /// The columns of a table by default.
    package static let usual: [TaskColumn] = [.rank, .id, .priority, .due, .title]

    /// The columns that are not of a field's own.
    static let computed: [TaskColumn] = [
        .rank, .id, .priority, .due, .deadline, .hidden, .state, .claimed, .every, .points,
        .created, .updated, .completed, .tags, .title,
    ]

    /// All columns of tasks that have some fields.
    package static func all(_ fields: TaskFieldCatalog) -> [TaskColumn] {
        let names = computed.map(\.name)
        return computed
            + fields.fields(usedAs: .column).filter { !names.contains($0.column) }
            .map { .field($0) }
    }

    package var name: String {
        switch self {
        case .rank: "rank"
        case .id: "id"
        case .priority: "priority"
        case .due: "due"
        case .deadline: "deadline"
        case .hidden: "hidden"
        case .state: "state"
        case .claimed: "claimed"
        case .every: "every"
        case .points: "points"
        case .created: "created"
        case .updated: "updated"
        case .completed: "completed"
        case .tags: "tags"
        case .title: "title"
        case .field(let field): field.column
        }
    }

    var heading: String {
        switch self {
        case .priority: "PRI"
        case .hidden: "HIDDEN UNTIL"
        case .field(let field) where field.origin == .own: field.label.uppercased().printable
        default: name.uppercased()
        }
    }

    /// In which order columns are left out where the terminal is too narrow for all, beside the title and
    /// those of fields, which are left out first.
    static let leastNeededFirst: [TaskColumn] = [
        .rank, .created, .updated, .completed, .points, .every, .tags, .claimed, .state, .deadline,
        .priority, .hidden, .due, .id,
    ]

    /// True if cells stand at the right of their column.
    var isNumber: Bool {
        switch self {
        case .rank, .points: true
        case .field(let field): field.form == .number
        default: false
        }
    }

    /// Reads names with commas between them.
    ///
    /// - Throws: wrong usage for an unknown name.
    package static func list(
        _ text: String, _ fields: TaskFieldCatalog
    ) throws(RedoError) -> [TaskColumn] {
        let known = all(fields)
        var columns: [TaskColumn] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let column = known.first(where: { $0.name == name }) else {
                let names = known.map(\.name).joined(separator: ", ")
                throw .usage("there is no column '\(name)'", hints: ["there are \(names)"])
            }
            if !columns.contains(column) { columns.append(column) }
        }
        return columns
    }
}
