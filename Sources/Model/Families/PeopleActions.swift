/// The actions of the family `people` (docs/extensions.md), as far as this version knows them.
///
/// KEEP_NODES names a revocation, which alone tells the person.
enum PeopleActions {
    static let subjects: [SubjectSource.Entry] = [
        ("CREATE_PERSON", .newPerson), ("ADD_DEVICE", .personField), ("JOIN_PERSON", .personField),
        ("UPDATE_PERSON", .personField), ("REVOKE_DEVICE", .personField),
        ("RECOVER", .personField),
    ]
}
