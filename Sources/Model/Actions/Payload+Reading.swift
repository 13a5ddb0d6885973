import RedoJSON

extension Payload {
    /// What the data of a valid node says.
    ///
    /// - Parameters:
    ///   - fields: what `payload` or `fields` holds.
    ///   - decision: of a MERGE of the payload dialect.
    ///   - id: of the node.
    init(
        _ action: Action, _ dialect: Dialect, _ fields: JSONElement, _ decision: MergeDecision?,
        id: NodeID
    ) {
        self =
            switch action {
            case .create: .create(TaskFields(fields))
            case .update: .update(TaskFields(fields))
            case .createTodo, .addTodo:
                .createTodo(
                    NewTodo(
                        id: fields["todoTaskId"]?.todoID ?? TodoID(unnamedTodoOf: id),
                        deadline: fields["deadline"]?.string, notes: fields["notes"]?.string,
                        title: dialect == .fields ? fields["title"]?.string : nil))
            case .completeTodo:
                TodoCompletion(fields).map { .completeTodo($0) } ?? .unknown
            case .complete: .complete(at: fields["completedAt"]?.string)
            case .snooze: Snooze(fields).map { .snooze($0) } ?? .unknown
            case .archive: .archive
            case .unarchive: .unarchive
            case .delete:
                .delete(chain: fields["deletedChain"].map { $0.elements.compactMap(\.nodeID) })
            case .merge: .merge(decision.map { .decision($0) } ?? .values(TaskFields(fields)))
            case .other: .unknown
            }
    }
}

extension TodoCompletion {
    fileprivate init?(_ fields: JSONElement) {
        guard let todo = fields["todoTaskId"]?.todoID, let completed = fields["completed"]?.string
        else { return nil }
        self.init(
            todo: todo, completed: completed, notes: fields["notes"]?.string,
            isSuperseded: fields["superseded"]?.bool == true)
    }
}

extension Snooze {
    fileprivate init?(_ fields: JSONElement) {
        if let todo = fields["todoTaskId"]?.todoID {
            if let days = fields["daysToExtend"]?.integer {
                self = .extend(todo, days: days)
            } else if let deadline = fields["newDeadline"]?.string {
                self = .move(todo, deadline: deadline)
            } else {
                return nil
            }
        } else if let time = fields["snoozeUntil"]?.string {
            self = .task(until: time)
        } else {
            return nil
        }
    }
}
