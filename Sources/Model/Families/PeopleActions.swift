/// The actions of the family `people` (docs/extensions.md), as far as this version knows them.
///
/// KEEP_NODES names a revocation, which alone tells the person.
enum PeopleActions {
    static let all: [FamilyAction] = [
        FamilyAction("CREATE_PERSON", of: .newPerson),
        FamilyAction("ADD_DEVICE", of: .personField),
        FamilyAction("JOIN_PERSON", of: .personField),
        FamilyAction("UPDATE_PERSON", of: .personField),
        FamilyAction("REVOKE_DEVICE", of: .personField),
        FamilyAction("RECOVER", of: .personField),
    ]
}
