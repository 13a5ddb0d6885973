import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The parents that tasks get. Circles of parents are detected here and nowhere else.
package struct ParentChange {
    private let state: State
    private let names: TaskNames

    /// - Throws: ``RedoError`` if the log cannot be read.
    package init(_ repository: Repository) throws(RedoError) {
        let state = try repository.tasks().state
        self.state = state
        names = try TaskNames(repository)
    }

    /// The value of the field for the task that a name means; `none` clears it.
    ///
    /// - Parameter task: the part; nil for a new one.
    /// - Throws: wrong usage for a circle; NAME_001 and NAME_002 for a name of a task.
    package func json(
        named name: String, of task: TaskState?
    ) throws(RedoError) -> JSONValue {
        if name == "none" { return .null }
        let parent = try names.id(named: name)
        guard state[parent] != nil || task?.parent == parent else {
            throw RedoError(
                .unknownName, "the task \(parent) is deleted",
                hints: ["'redo log --task \(parent)' shows its history"])
        }
        if let task {
            try Self.check(task.id, under: parent, titled: title) { state[$0]?.parent }
        }
        return Self.json(parent)
    }

    private func title(of task: TaskID) -> String {
        state[task]?.title.printable ?? task.description
    }

    /// The value of the field.
    package static func json(_ parent: TaskID) -> JSONValue {
        .string(JSONString(parent.description))
    }

    /// Refuses a circle.
    ///
    /// - Parameter known: what a task is a part of before the change.
    /// - Throws: wrong usage with the tasks of the circle.
    package static func check(
        _ task: TaskID, under parent: TaskID, titled title: (TaskID) -> String,
        _ known: (TaskID) -> TaskID?
    ) throws(RedoError) {
        var path = [task, parent]
        var seen: Set<TaskID> = [parent]
        while let last = path.last, last != task {
            // Two devices can have made a circle that the task is not on.
            guard let next = known(last), seen.insert(next).inserted else { return }
            path.append(next)
        }
        throw .usage(
            "a task cannot be a part of itself: \(path.map(title).joined(separator: " -> "))",
            hints: ["an arrow points to what the task is a part of"])
    }
}
