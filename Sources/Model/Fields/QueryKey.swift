/// The keys of queries that are not fields.
package enum QueryKey: String, CaseIterable, Sendable {
    case id, text, status, due, created, updated, completed, comments, owner
    /// `sharedWith:Ann`.
    case sharedWith
    /// `claimed:Ann`: who holds the claim that is in force.
    case claimed
    /// `is:overdue`.
    case mark = "is"
    /// `has:comments`.
    case presence = "has"

    static let names = allCases.map(\.rawValue)

    /// The names that may precede a colon, including those of fields.
    package static func names(_ fields: TaskFieldCatalog) -> [String] {
        names + fields.fields(usedAs: .query).map(\.key)
    }
}
