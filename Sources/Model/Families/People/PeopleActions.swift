import RedoJSON

extension Action {
    /// Whether the action belongs to the family `people`.
    package var isOfPeople: Bool { !isKnown && PeopleActions.all.contains { isNamed($0.name) } }
}

/// The actions of the family `people` (docs/extensions.md).
enum PeopleActions {
    private typealias Field = ActionForm.Field

    static let all: [FamilyAction] = [
        action(
            "CREATE_PERSON", of: .newPerson,
            [
                Field(name: "name", form: .nonEmptyText, isRequired: true), email, recovery,
            ], showing: "name"),
        action(
            "ADD_DEVICE", of: .personField,
            [person, key, Field(name: "name", form: .nonEmptyText)], showing: "name"),
        action("JOIN_PERSON", of: .personField, [person]),
        action(
            "UPDATE_PERSON", of: .personField,
            [person, Field(name: "name", form: .nonEmptyText), email], showing: "name"
        ) { $0.count > 1 ? nil : "UPDATE_PERSON needs name or email" },
        action("REVOKE_DEVICE", of: .personField, [person, key, keeps], showing: "key") {
            tooMany($0["keeps"]?.count ?? 0)
        },
        action(
            "KEEP_NODES", of: .nothing,
            [Field(name: "revocation", form: .nodeID, isRequired: true), keeps]
        ) { fields in
            let count = fields["keeps"]?.count ?? 0
            return count == 0 ? "KEEP_NODES needs an id in keeps" : tooMany(count)
        },
        action(
            "RECOVER", of: .personField,
            [
                person, recovery, key,
                Field(name: "revokes", form: .entries(.revocations), isRequired: true),
            ], showing: "key"
        ) { fields in
            tooMany(
                fields["revokes"]?.elements.reduce(0) { $0 + ($1["keeps"]?.count ?? 0) } ?? 0)
        },
    ]

    private static let person = Field(name: "person", form: .nodeID, isRequired: true)
    private static let key = Field(name: "key", form: .digits64, isRequired: true)
    private static let recovery = Field(name: "recovery", form: .digits64, isRequired: true)
    private static let keeps = Field(name: "keeps", form: .nodeIDs, isRequired: true)
    private static let email = Field(name: "email", form: .nonEmptyText)

    private static func tooMany(_ count: Int) -> String? {
        let maximum = RevocationPlan.maximumKeepCount
        return count > maximum ? "keeps has \(count) ids, more than \(maximum)" : nil
    }

    private static func action(
        _ name: StaticString, of subject: SubjectSource, _ fields: [Field],
        showing shown: StaticString? = nil,
        mistake: @escaping @Sendable (JSONElement) -> String? = { _ in nil }
    ) -> FamilyAction {
        FamilyAction(name, of: subject, fields, showing: shown, isSigned: true, mistake: mistake)
    }
}

extension Action {
    package static let createPerson = Action(family: "CREATE_PERSON")
    package static let addDevice = Action(family: "ADD_DEVICE")
    package static let joinPerson = Action(family: "JOIN_PERSON")
    package static let updatePerson = Action(family: "UPDATE_PERSON")
    package static let revokeDevice = Action(family: "REVOKE_DEVICE")
    package static let keepNodes = Action(family: "KEEP_NODES")
    package static let recover = Action(family: "RECOVER")
}
