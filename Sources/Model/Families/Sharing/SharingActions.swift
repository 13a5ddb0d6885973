/// The actions of sharing (docs/extensions.md).
enum SharingActions {
    static let all: [FamilyAction] = [
        FamilyAction(
            "SHARE", of: .taskOrCategoryField,
            [
                category,
                ActionForm.Field(name: "grants", form: .entries(.grants), isRequired: true),
            ], isSigned: true, inverse: .stays(Inverse.noField)),
        FamilyAction(
            "UNSHARE", of: .taskOrCategoryField,
            [
                category,
                ActionForm.Field(name: "grantees", form: .principals, isRequired: true),
            ], isSigned: true, inverse: .stays(Inverse.noField)),
    ]

    /// The definition of SHARE or UNSHARE; nil for any other action.
    static func definition(of action: Action) -> FamilyAction? {
        action.isKnown ? nil : all.first { action.isNamed($0.name) }
    }

    private static let category = ActionForm.Field(name: "categoryId", form: .uuid)
}

extension Action {
    package static let share = Action(family: "SHARE")
    package static let unshare = Action(family: "UNSHARE")
}

extension Action {
    /// Whether it is SHARE or UNSHARE.
    package var isSharing: Bool { SharingActions.definition(of: self) != nil }

    /// Whether its nodes decide who may do what: it belongs to people or sharing.
    package var decidesAuthority: Bool { isSharing || isOfPeople }
}
