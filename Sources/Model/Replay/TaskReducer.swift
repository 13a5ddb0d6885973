import RedoJSON

/// Folds a task's nodes, in replay order, into its state (protocol, section 6).
struct TaskReducer {
    /// Nil before the CREATE.
    private(set) var state: TaskState?

    /// Applies a node.
    ///
    /// - Parameters:
    ///   - change: one of the task's, accepted and known.
    ///   - merged: what a MERGE of the payload dialect sets.
    mutating func apply(_ change: Change, merged: MergedFields?) {
        if case .create(let fields) = change.payload, let id = change.taskID, state == nil {
            var table = TaskFieldTable()
            table.apply(fields)
            state = TaskState(
                id: id, owner: change.user, created: change.timestamp.wall,
                lastUpdated: change.timestamp.wall, fields: table)
            return
        }
        // A node before the CREATE has no effect.
        state?.apply(change, merged: merged)
    }
}

extension TaskState {
    fileprivate mutating func apply(_ change: Change, merged: MergedFields?) {
        lastUpdated = change.timestamp.wall
        switch change.payload {
        case .create, .unknown, .delete: break
        case .update(let fields): self.fields.apply(fields)
        case .createTodo(let todo): add(todo, change)
        case .completeTodo(let completion):
            update(completion.todo) {
                $0.completed = completion.completed
                $0.isSuperseded = completion.isSuperseded
                if let notes = completion.notes { $0.notes = notes }
            }
        case .complete(let time): completedAt = time ?? JSONString(change.timestamp.wall.wallText)
        case .snooze(.extend(let todo, let days)):
            update(todo) {
                let start = $0.due ?? change.timestamp.wall
                $0.deadline = JSONString(start.advanced(byDays: days).wallText)
            }
        case .snooze(.move(let todo, let deadline)): update(todo) { $0.deadline = deadline }
        case .snooze(.task(let time)): snoozedUntil = time
        case .archive: isArchived = true
        case .unarchive: isArchived = false
        case .merge(.values(let fields)):
            self.fields.apply(fields)
            if let time = fields["completedAt"]?.string { completedAt = time }
        case .merge(.decision): if let merged { apply(merged) }
        }
    }

    private mutating func add(_ todo: NewTodo, _ change: Change) {
        // The fold goes up the order, so appending keeps the to-dos in it.
        guard place(of: todo.id) == nil else { return }
        todos.append(
            TodoState(
                id: todo.id, task: id, deadline: todo.deadline, notes: todo.notes ?? "",
                title: todo.title, completed: nil, madeBy: change.position))
    }

    mutating func update(_ id: TodoID, _ body: (inout TodoState) -> Void) {
        guard let place = place(of: id) else { return }
        body(&todos[place])
    }

    /// Looks at to-dos where they are: copying one takes longer than comparing many.
    private func place(of id: TodoID) -> Int? {
        // To-dos that are worked on are among the latest.
        var place = todos.count - 1
        while place >= 0, todos[place].id != id { place -= 1 }
        return place < 0 ? nil : place
    }
}
