import RedoModel

/// A key by which lists are ordered.
package enum SortKey: Hashable, Sendable {
    case rank, id, priority, due, hidden, title, created, updated, completed, points, every
    case field(TaskField)

    /// The keys that are not those of fields alone.
    private static let computed: [(name: String, key: SortKey)] = [
        ("rank", .rank), ("id", .id), ("priority", .priority), ("due", .due),
        ("hidden", .hidden), ("title", .title),
        ("created", .created), ("updated", .updated), ("completed", .completed),
        ("points", .points), ("every", .every),
    ]

    /// All keys with their names.
    package static func all(_ fields: TaskFieldCatalog) -> [(name: String, key: SortKey)] {
        let names = computed.map(\.name)
        return computed
            + fields.fields(usedAs: .sort).filter { !names.contains($0.key) }
            .map { ($0.key, .field($0)) }
    }

    package static func names(_ fields: TaskFieldCatalog) -> [String] { all(fields).map(\.name) }
}
