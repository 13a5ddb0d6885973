/// The actions of the family `organisation` (docs/extensions.md), as far as this version knows them.
enum OrganisationActions {
    static let subjects: [SubjectSource.Entry] = [
        ("CREATE_CATEGORY", .categoryField), ("UPDATE_CATEGORY", .categoryField),
        ("DELETE_CATEGORY", .categoryField),
    ]
}
