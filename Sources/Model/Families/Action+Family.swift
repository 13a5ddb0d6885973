/// A group of actions by what they are about (docs/extensions.md).
package enum ActionFamily: String, CaseIterable, Sendable {
    case tasks, organisation, people, sharing, claims, rooms

    /// The actions of the family that are not among those of ``TaskActions``.
    var further: [FamilyAction] {
        switch self {
        case .tasks: []
        case .organisation: OrganisationActions.all
        case .people: PeopleActions.all
        case .sharing: SharingActions.all
        case .claims: ClaimActions.all
        case .rooms: RoomActions.all
        }
    }

    /// Whether an action is of the family.
    package func contains(_ action: Action) -> Bool {
        self == .tasks ? action.isKnown : further.contains { action.isNamed($0.name) }
    }
}

extension Action {
    /// The family of the action; nil for one that this version does not define.
    package var family: ActionFamily? {
        ActionFamily.allCases.first { $0.contains(self) }
    }
}
