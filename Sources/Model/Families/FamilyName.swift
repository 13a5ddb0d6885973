/// The families of actions that this version knows, by the names that users give them.
package enum FamilyName: String, CaseIterable, Sendable {
    case tasks, effective, organisation, people, rooms

    /// What reduces a log to the family's state; nil for those whose state is a fold of each task.
    package var reducer: (any FamilyReducer.Type)? {
        switch self {
        case .tasks, .effective: nil
        case .organisation: Organisation.self
        case .people: People.self
        case .rooms: Rooms.self
        }
    }

    /// What reduces a log to the state of the family that has an action; nil for an action that none of these has.
    package static func reducer(of action: Action) -> (any FamilyReducer.Type)? {
        allCases.lazy.compactMap(\.reducer).first { $0.has(action) }
    }
}
