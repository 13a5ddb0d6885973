import RedoJSON

/// The actions of the family `organisation` (docs/extensions.md).
package enum OrganisationActions {
    private typealias Field = ActionForm.Field

    /// The effect of a node on the thing that it names.
    package enum Verb: Sendable { case make, change, remove }

    /// An action, with its kind of thing and its effect.
    private typealias Row = (kind: OwnedKind, verb: Verb, definition: FamilyAction)

    private static let table: [Row] = [
        row(
            "CREATE_CATEGORY", .make, .category,
            [
                Field(name: "name", form: .nonEmptyText, isRequired: true),
                Field(name: "color", form: .color, isRequired: true), parent, nonce,
            ], showing: "name"
        ) { thing, _ in (.deleteCategory, [thing.member]) },
        row(
            "UPDATE_CATEGORY", .change, .category,
            [
                Field(name: "name", form: .nonEmptyText), Field(name: "color", form: .color),
                parent,
            ], showing: "name",
            mistake: { fields in
                fields.count > 1 ? nil : "UPDATE_CATEGORY needs name, color or parentCategory"
            }
        ) { thing, before in (.updateCategory, [thing.member] + before) },
        row("DELETE_CATEGORY", .remove, .category, []) { _, before in (.createCategory, before) },
        row("ADD_COMMENT", .make, .comment, [text, nonce], showing: "text") { thing, _ in
            (.deleteComment, [thing.member])
        },
        row("EDIT_COMMENT", .change, .comment, [text], showing: "text") { thing, before in
            (.editComment, [thing.member] + before)
        },
        row("DELETE_COMMENT", .remove, .comment, []) { _, before in (.addComment, before) },
        row("START_WORK", .make, .work, [moment, nonce], showing: "at") { thing, _ in
            (.deleteWork, [thing.member])
        },
        row("STOP_WORK", .change, .work, [moment], showing: "at") { thing, before in
            (.editWork, [thing.member] + before)
        },
        row(
            "EDIT_WORK", .change, .work,
            [Field(name: "start", form: .time), Field(name: "end", form: .timeOrNull)],
            mistake: { $0.count > 1 ? nil : "EDIT_WORK needs start or end" }
        ) { thing, before in (.editWork, [thing.member] + before) },
        row("DELETE_WORK", .remove, .work, []) { _, before in (.startWork, before) },
    ]

    private static let text = Field(name: "text", form: .nonEmptyText, isRequired: true)
    private static let moment = Field(name: "at", form: .time)
    private static let parent = Field(name: "parentCategory", form: .uuidOrNull)
    private static let nonce = Field(name: "nonce", form: .nonce)

    private static func row(
        _ name: StaticString, _ verb: Verb, _ kind: OwnedKind, _ fields: [Field],
        showing shown: StaticString? = nil,
        mistake: @escaping @Sendable (JSONElement) -> String? = { _ in nil },
        inverse: @escaping @Sendable (OwnedThing, [JSONMember]) -> (Action, [JSONMember])
    ) -> Row {
        let id = Field(name: kind.idName, form: .uuid, isRequired: true)
        let subject: SubjectSource = kind == .category ? .categoryField : .task
        return (
            kind, verb,
            FamilyAction(
                name, of: subject, [id] + fields, showing: shown, inverse: .node(inverse),
                mistake: mistake)
        )
    }

    static let all = table.map(\.definition)

    /// The effect of an action; nil for one of another family.
    package static func effect(
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
    package static let editWork = Action(family: "EDIT_WORK")
    package static let deleteWork = Action(family: "DELETE_WORK")
}

extension Action {
    /// The members of a thing that its nodes set.
    package var organisationMembers: [StaticString] {
        guard let (kind, _, definition) = OrganisationActions.effect(of: self) else { return [] }
        return definition.fieldNames.filter { "\($0)" != "\(kind.idName)" }
    }

    /// Whether it is about a category.
    var isOfCategory: Bool { OrganisationActions.effect(of: self)?.kind == .category }
}
