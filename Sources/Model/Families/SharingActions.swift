/// The actions of sharing (docs/extensions.md), as far as this version knows them.
enum SharingActions {
    static let all: [FamilyAction] = [
        FamilyAction("SHARE", of: .taskOrCategoryField),
        FamilyAction("UNSHARE", of: .taskOrCategoryField),
    ]
}

extension Action {
    package static let share = Action(family: "SHARE")
    package static let unshare = Action(family: "UNSHARE")
}
