/// The actions that state who works on a task (docs/extensions.md, section 6, "Claims"). They have no canonical state.
enum ClaimActions {
    private typealias Field = ActionForm.Field

    private static let id = Field(name: "claimId", form: .uuid, isRequired: true)

    static let all = [
        FamilyAction(
            "CLAIM", of: .task, [id, Field(name: "until", form: .time, isRequired: true)],
            showing: "until", isSigned: true),
        FamilyAction("RELEASE", of: .task, [id], showing: "claimId", isSigned: true),
    ]
}

extension Action {
    package static let claim = Action(family: "CLAIM")
    package static let release = Action(family: "RELEASE")

    /// Whether its nodes state who works on a task.
    package var isOfClaim: Bool { self == .claim || self == .release }
}
