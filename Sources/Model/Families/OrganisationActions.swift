import RedoJSON

/// The actions of the family `organisation` (docs/extensions.md).
package enum OrganisationActions {
    private typealias Field = ActionForm.Field

    /// What a node does to the thing that it names.
    package enum Verb: Sendable { case make, change, remove }

    /// An action, and what it does to which kind of thing.
    private typealias Row = (kind: OwnedKind, verb: Verb, definition: FamilyAction)

    private static let table: [Row] = [
        row(
            "CREATE_CATEGORY", .make, .category,
            [
                Field(name: "name", form: .nonEmptyText, isRequired: true),
                Field(name: "color", form: .color, isRequired: true), parent, nonce,
            ], showing: "name"),
        row(
            "UPDATE_CATEGORY", .change, .category,
            [
                Field(name: "name", form: .nonEmptyText), Field(name: "color", form: .color),
                parent,
            ], showing: "name",
            mistake: { fields in
                fields.count > 1 ? nil : "UPDATE_CATEGORY needs name, color or parentCategory"
            }),
        row("DELETE_CATEGORY", .remove, .category, []),
        row("ADD_COMMENT", .make, .comment, [text, nonce], showing: "text"),
        row("EDIT_COMMENT", .change, .comment, [text], showing: "text"),
        row("DELETE_COMMENT", .remove, .comment, []),
        row("START_WORK", .make, .work, [moment, nonce], showing: "at"),
        row("STOP_WORK", .change, .work, [moment], showing: "at"),
    ]

    private static let text = Field(name: "text", form: .nonEmptyText, isRequired: true)
    private static let moment = Field(name: "at", form: .time)
    private static let parent = Field(name: "parentCategory", form: .uuidOrNull)
    private static let nonce = Field(name: "nonce", form: .nonce)

    private static func row(
        _ name: StaticString, _ verb: Verb, _ kind: OwnedKind, _ fields: [Field],
        showing shown: StaticString? = nil,
        mistake: @escaping @Sendable (JSONElement) -> String? = { _ in nil }
    ) -> Row {
        let id = Field(name: kind.idName, form: .uuid, isRequired: true)
        let subject: SubjectSource = kind == .category ? .categoryField : .task
        return (
            kind, verb,
            FamilyAction(name, of: subject, [id] + fields, showing: shown, mistake: mistake)
        )
    }

    static let all = table.map(\.definition)

    /// What an action does; nil for one of another family.
    static func effect(
        of action: Action
    ) -> (kind: OwnedKind, verb: Verb, definition: FamilyAction)? {
        table.first { action.isNamed($0.definition.name) }
    }
}

extension Action {
    package static let createCategory = Action(family: "CREATE_CATEGORY")
    package static let updateCategory = Action(family: "UPDATE_CATEGORY")
    package static let deleteCategory = Action(family: "DELETE_CATEGORY")
    package static let addComment = Action(family: "ADD_COMMENT")
    package static let editComment = Action(family: "EDIT_COMMENT")
    package static let deleteComment = Action(family: "DELETE_COMMENT")
    package static let startWork = Action(family: "START_WORK")
    package static let stopWork = Action(family: "STOP_WORK")
}

extension Action {
    /// Whether it is about a category.
    var isOfCategory: Bool { OrganisationActions.effect(of: self)?.kind == .category }
}
