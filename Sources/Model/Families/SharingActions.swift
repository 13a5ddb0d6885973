/// The actions of the family `effective` (docs/extensions.md), as far as this version knows them.
enum SharingActions {
    static let subjects: [SubjectSource.Entry] = [
        ("SHARE", .categoryField), ("UNSHARE", .categoryField),
    ]
}
