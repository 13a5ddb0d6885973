import RedoJSON

/// What a node is about: what the actions of a family change.
package enum Subject: Hashable, Sendable {
    case task(TaskID)
    case category(UUIDValue)
    /// The id of the node that made the person.
    case person(NodeID)
    /// The id of the node that opened the room.
    case room(NodeID)
}

/// Where a node without a task names its subject.
enum SubjectSource {
    case categoryField, personField, roomField
    /// The node makes its subject, which has the node's id.
    case newPerson, newRoom

    /// An action, and where its nodes name their subject.
    typealias Entry = (action: StaticString, source: SubjectSource)

    /// Every action of a family whose nodes have another subject than a task.
    private static let entries =
        OrganisationActions.subjects + SharingActions.subjects + PeopleActions.subjects
        + RoomActions.subjects

    /// Finds an action's entry; nil for an action that has none.
    static func source(of action: Action) -> SubjectSource? {
        guard let name = action.undefinedName else { return nil }
        return entries.first { name == $0.action }?.source
    }

    /// Reads the subject; nil if the node does not name one.
    fileprivate func subject(of id: NodeID, _ fields: JSONElement) -> Subject? {
        switch self {
        case .categoryField:
            fields["categoryId"]?.withCharacters { UUIDValue(text: $0) }.map { .category($0) }
        case .personField: fields["person"]?.nodeID.map { .person($0) }
        case .roomField: fields["room"]?.nodeID.map { .room($0) }
        case .newPerson: .person(id)
        case .newRoom: .room(id)
        }
    }
}

extension Node {
    /// What the node is about: its task or else what its action names; nil if it names nothing.
    ///
    /// - Complexity: O(1) for a node with a task; otherwise the node's body may be parsed.
    package var subject: Subject? {
        if let taskID { return .task(taskID) }
        guard let source = SubjectSource.source(of: action),
            let body = try? JSONDocument(encoding.body),
            let fields = body.root["data"]?["fields"]
        else { return nil }
        return source.subject(of: id, fields)
    }
}
