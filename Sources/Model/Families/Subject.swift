import RedoJSON

/// The subject of a node, which the actions of a family change.
package enum Subject: Hashable, Sendable {
    case task(TaskID)
    case category(UUIDValue)
    /// The id of the node that created the person.
    case person(NodeID)
    /// The id of the node that opened the room.
    case room(NodeID)
}

/// The source of the subject of a node, by its family's action.
enum SubjectSource {
    /// The node's task.
    case task
    case categoryField, personField, roomField
    /// The node's task, or else a field.
    case taskOrCategoryField
    /// The node names another node, which alone has a subject.
    case nothing
    /// The node creates its subject, whose id is that of the node.
    case newPerson, newRoom

    /// Whether the node must have a task.
    var isTask: Bool { self == .task }

    /// The mistake in how a node names its subject; nil if there is none.
    func mistake(in node: Node, _ fields: JSONElement?, of action: StaticString) -> String? {
        switch self {
        case .task: node.taskID == nil ? "\(action) needs taskId" : nil
        case .taskOrCategoryField:
            (node.taskID == nil) == (fields?["categoryId"] == nil)
                ? "\(action) needs either taskId or categoryId" : nil
        default: node.taskID == nil ? nil : "\(action) has no taskId"
        }
    }

    /// Reads the subject of a node without a task; nil if the node names none.
    fileprivate func subject(of id: NodeID, _ fields: JSONElement) -> Subject? {
        switch self {
        case .task, .nothing: nil
        case .categoryField, .taskOrCategoryField:
            fields["categoryId"]?.withCharacters { UUIDValue(text: $0) }.map { .category($0) }
        case .personField: fields["person"]?.nodeID.map { .person($0) }
        case .roomField: fields["room"]?.nodeID.map { .room($0) }
        case .newPerson: .person(id)
        case .newRoom: .room(id)
        }
    }
}

extension Node {
    /// The subject of the node: its task, or else what its action names; nil if it names nothing.
    ///
    /// - Complexity: O(1) for a node with a task; otherwise the node's body may be parsed.
    package var subject: Subject? {
        if let taskID { return .task(taskID) }
        guard let source = FamilyAction.definition(of: action)?.subject, !source.isTask,
            let fields
        else { return nil }
        return source.subject(of: id, fields)
    }
}
