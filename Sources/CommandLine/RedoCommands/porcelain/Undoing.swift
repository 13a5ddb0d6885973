import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// What takes nodes of a task back (docs/decisions.md, "What undo writes").
///
/// Every member that they set gets the value that it had before, by nodes that follow the task's heads;
/// but a member that was set since stays as it is.
final class Undoing {
    private let log: Log
    private let task: TaskID
    private let nodes: [Int]
    /// The nodes, and those that do not count as later changes.
    private let passed: Set<Int>
    private let now: TaskState?
    /// The state as it was when the nodes were written.
    private let before: TaskState?
    private var lines: [String] = []
    /// Whether all is as it was, once it is written.
    private(set) var isWhole = true

    /// - Parameters:
    ///   - nodes: of the task, those that are taken back.
    ///   - passed: nodes that were taken back before, and those that took them back.
    init(_ log: Log, _ task: TaskID, _ nodes: [Int], passed: Set<Int>) {
        self.log = log
        self.task = task
        self.nodes = nodes
        self.passed = passed.union(nodes)
        now = log.replay.task(task)
        let graph = log.replay.validation.graph
        let undone = Set(nodes)
        let parents = nodes.flatMap { graph.parents(of: $0) }.filter { !undone.contains($0) }
        before = parents.isEmpty ? nil : log.replay.task(task, among: parents)
    }

    /// Makes the nodes.
    ///
    /// - Returns: what was done, a line each.
    func write(_ writer: inout TaskWriter) throws(RedoError) -> String {
        guard let now else {
            isWhole = false
            let title = log.replay.lastState(of: task)?.title.printable ?? task.description
            return "\(title) was deleted, which is final; "
                + "'redo restore --copy \(task)' adds it as a new task\n"
        }
        guard let before else {
            // Nothing is deleted that could not be brought back.
            guard !now.isArchived else { return "unchanged \(now.title.printable)\n" }
            try writer.add(.archive, task, [])
            return "archived \(now.title.printable), which was added; "
                + "'redo restore' brings it back\n"
        }
        let assignments = log.replay.assignments(of: task)
        let undone = Set(nodes)
        var fields: [JSONMember] = []
        var names: Set<JSONString> = []
        var isOfTodos = false
        for change in assignments where undone.contains(change.node) {
            if change.member.todo != nil {
                isOfTodos = true
                continue
            }
            let name = change.member.name
            guard names.insert(name).inserted else { continue }
            if assignments.contains(where: {
                $0.member == change.member && $0.node > change.node && !passed.contains($0.node)
            }) {
                note("\(name.printable) was changed since and stays")
                continue
            }
            try undo(name, before, now, &fields, &writer)
        }
        if !fields.isEmpty { try writer.add(.update, task, fields) }
        let lastUndone = nodes.max() ?? 0
        let isOverwritten = assignments.contains {
            $0.member.todo != nil && $0.node > lastUndone && !passed.contains($0.node)
        }
        if isOfTodos, isOverwritten {
            note("its to-dos were changed since and stay")
        } else if isOfTodos {
            try undoTodos(before, now, &writer)
        }
        var head = "unchanged"
        if !names.isEmpty || isOfTodos {
            if case .redo = writer.operationKind {
                head = "brought back a change of"
            } else {
                head = "took back a change of"
            }
        }
        return "\(head) \(now.title.printable)\n" + lines.map { "  \($0)\n" }.joined()
    }

    /// Notes what is not as it was.
    private func note(_ line: String) {
        isWhole = false
        lines.append(line)
    }

    private func undo(
        _ name: JSONString, _ before: TaskState, _ now: TaskState,
        _ fields: inout [JSONMember], _ writer: inout TaskWriter
    ) throws(RedoError) {
        if name == "archived" {
            guard before.isArchived != now.isArchived else { return }
            try writer.add(before.isArchived ? .archive : .unarchive, task, [])
            lines.append(before.isArchived ? "archived again" : "no longer archived")
        } else if name == "completedAt" {
            note("a task that was completed as a whole cannot be opened again")
        } else if name == "snoozedUntil" {
            // A time that is over hides nothing.
            let time = before.snoozedUntil ?? JSONString(now.created.wallText)
            try writer.add(.snooze, task, [JSONMember("snoozeUntil", .string(time))])
            lines.append(before.snoozedUntil == nil ? "no longer hidden" : "hidden as before")
        } else if let value = before.fields[name] {
            fields.append(JSONMember(name, value))
            lines.append("\(name.printable): \(jsonText(value))")
        } else {
            // A field cannot be taken away; nothing stands for it.
            let nothing: JSONValue = name == "tags" ? .array([]) : .null
            fields.append(JSONMember(name, nothing))
            lines.append("\(name.printable): nothing")
        }
    }

    /// Makes the current to-do what it was, by its deadline or by another one that is like it, and lets
    /// completions count as they did before.
    private func undoTodos(
        _ before: TaskState, _ now: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) {
        try undoCurrentTodo(before, now, &writer)
        let (settled, counted) = completions(before, now)
        try writer.settle(settled, of: task)
        for todo in counted {
            guard let completed = todo.completed else { continue }
            try writer.add(
                .completeTodo, task,
                [
                    JSONMember("todoTaskId", .string(JSONString(todo.id.description))),
                    JSONMember("completed", .string(completed)),
                ])
        }
    }

    private func undoCurrentTodo(
        _ before: TaskState, _ now: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) {
        guard let todo = before.currentTodo else {
            if now.currentTodo != nil {
                try writer.settle(now.openTodos, of: task)
                lines.append("nothing to be done")
            }
            return
        }
        if let current = now.currentTodo, current.id == todo.id, current.notes == todo.notes {
            if current.deadline == todo.deadline { return }
            if let deadline = todo.deadline {
                try writer.add(
                    .snooze, task,
                    [
                        JSONMember("todoTaskId", .string(JSONString(todo.id.description))),
                        JSONMember("newDeadline", .string(deadline)),
                    ])
                return addLine(of: todo)
            }
        }
        guard todo.deadline != nil || writer.dialect == .fields else {
            return note("a deadline cannot be taken away in the payload dialect")
        }
        try writer.add(.createTodo, task, todo.copiedFields(writer.dialect))
        try writer.settle(now.openTodos, of: task)
        addLine(of: todo)
    }

    private func addLine(of todo: TodoState) {
        lines.append(todo.due.map { "due \(localText($0))" } ?? "to be done, without a deadline")
    }

    /// The to-dos whose completion was taken back and must not count any more, and those whose completion
    /// counted before and does not now.
    private func completions(
        _ before: TaskState, _ now: TaskState
    ) -> (settled: [TodoState], counted: [TodoState]) {
        var settled: [TodoState] = []
        var counted: [TodoState] = []
        for todo in now.todos where todo.completed != nil {
            let earlier = before.todos.last { $0.id == todo.id }
            let countedBefore = earlier.map { $0.completed != nil && !$0.isSuperseded } ?? false
            if countedBefore, todo.isSuperseded, let earlier {
                counted.append(earlier)
            } else if !countedBefore, !todo.isSuperseded, isCompletedHere(todo) {
                settled.append(todo)
            }
        }
        return (settled, counted)
    }

    /// Whether one of the nodes completed a to-do.
    private func isCompletedHere(_ todo: TodoState) -> Bool {
        nodes.contains { number in
            guard case .completeTodo(let completion) = log.nodes[number].payload else {
                return false
            }
            return completion.todo == todo.id
        }
    }
}
