import RedoSystem

/// A column of the table of tasks.
package enum TaskColumn: String, CaseIterable, Sendable {
    case rank, id, priority, due, deadline, state, every, points, created, updated, tags, title

    /// What a table has unless it is told otherwise.
    package static let usual: [TaskColumn] = [.rank, .id, .priority, .due, .title]

    var heading: String { self == .priority ? "PRI" : rawValue.uppercased() }

    /// In which order columns are left out where the terminal is too narrow for all, beside the title.
    static let leastNeededFirst: [TaskColumn] = [
        .rank, .created, .updated, .points, .every, .tags, .state, .deadline, .priority, .due, .id,
    ]

    /// Whether cells stand at the right of their column.
    var isNumber: Bool { self == .rank || self == .points }

    /// Reads names with commas between them.
    ///
    /// - Throws: wrong usage for an unknown name.
    package static func list(_ text: String) throws(RedoError) -> [TaskColumn] {
        var columns: [TaskColumn] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            let column = try choice(of: "column", named: name, among: allCases, isHinted: true)
            if !columns.contains(column) { columns.append(column) }
        }
        return columns
    }
}
