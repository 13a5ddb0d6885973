import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The dependencies of tasks after changes. Cycles are detected here and nowhere else.
package struct DependencyChanges {
    /// A change of what a task waits for. Tasks are named as everywhere.
    package enum Step {
        case add(String)
        case remove(String)
        case removeAll

        /// Parses a value of `--depends-on`: `-NAME` removes a dependency, `none` removes all, and any other name adds
        /// one.
        init(_ word: String) {
            if word == "none" {
                self = .removeAll
            } else if word.hasPrefix("-") {
                self = .remove(String(word.dropFirst()))
            } else {
                self = .add(word.hasPrefix("+") ? String(word.dropFirst()) : word)
            }
        }
    }

    /// All tasks that are not deleted.
    let state: State
    private let ids: [TaskID]
    private let nameRule: NameRule

    package init(_ repository: Repository) throws(RedoError) {
        let tasks = try repository.tasks()
        state = tasks.state
        ids = tasks.ids
        nameRule = repository.options.nameRule
    }

    /// The dependencies of a task after some steps, each task once.
    ///
    /// - Parameter task: nil for a new one.
    /// - Throws: wrong usage for a circle; NAME_001 and NAME_002 for a name of a task.
    package func dependencies(
        of task: TaskState?, after steps: [Step]
    ) throws(RedoError) -> [TaskID] {
        var dependencies = task?.dependencies ?? []
        var added: [TaskID] = []
        for step in steps {
            switch step {
            case .removeAll: dependencies = []
            case .remove(let name):
                // What is not in this log can be waited for.
                let id = try id(named: name, besides: dependencies)
                dependencies.removeAll { $0 == id }
            case .add(let name):
                // What is not in this log keeps its place.
                let known = task?.dependencies ?? []
                let id = try id(named: name, besides: known)
                guard state[id] != nil || known.contains(id) else {
                    throw RedoError(
                        .unknownName, "the task \(id) is deleted",
                        hints: ["'redo log --task \(id)' shows its history"])
                }
                guard !dependencies.contains(id) else { continue }
                dependencies.append(id)
                added.append(id)
            }
        }
        if let task { try check(task, added.filter(dependencies.contains)) }
        return dependencies
    }

    /// The value of the field.
    package static func json(_ dependencies: [TaskID]) -> JSONValue {
        .array(dependencies.map { .string(JSONString($0.description)) })
    }

    /// The text for people that names a task.
    package func title(of task: TaskID) -> String {
        state[task]?.title.printable ?? task.description
    }

    private func id(named name: String, besides others: [TaskID]) throws(RedoError) -> TaskID {
        try TaskNames(ids + others, nameRule) { state.tasks }.id(named: name)
    }

    /// - Throws: wrong usage if a task would wait for itself, with the tasks through which it would.
    private func check(_ task: TaskState, _ added: [TaskID]) throws(RedoError) {
        guard let way = state.wayOfWaiting(from: added, to: task.id) else { return }
        throw .circle([task.id] + way, titled: { title(of: $0) })
    }
}

extension RedoError {
    /// - Parameter tasks: each waits for the next, and the first is the last.
    package static func circle(_ tasks: [TaskID], titled title: (TaskID) -> String) -> RedoError {
        .usage(
            "a task cannot depend on itself: \(tasks.map(title).joined(separator: " -> "))",
            hints: ["an arrow points to what must be done first"])
    }
}
