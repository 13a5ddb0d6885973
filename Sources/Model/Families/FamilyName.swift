/// The families of actions that this version supports, by the names that users write.
package enum FamilyName: String, CaseIterable, Sendable {
    case tasks, effective, organisation, people, rooms

    /// The reducer of the family; nil for families whose state is a fold of each task.
    package var reducer: (any FamilyReducer.Type)? {
        switch self {
        case .tasks, .effective: nil
        case .organisation: Organisation.self
        case .people: People.self
        case .rooms: Rooms.self
        }
    }

    /// The reducer of the family of an action; nil if none of these families has the action.
    package static func reducer(of action: Action) -> (any FamilyReducer.Type)? {
        allCases.lazy.compactMap(\.reducer).first { $0.has(action) }
    }
}
