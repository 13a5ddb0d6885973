import RedoJSON
import RedoModel

/// The tasks of a tag or a project: how many there are, as lists count them, and when the next one is due.
package struct TaskGroup: Sendable {
    /// The members by which tasks are grouped.
    package enum Kind: String, Sendable {
        case tag, project

        /// The groups of a task: its tags, or its project and those that contain it.
        fileprivate func names(of task: TaskState) -> [String] {
            switch self {
            case .tag: return task.tags.map(\.description)
            case .project:
                guard let project = task.project?.description else { return [] }
                var names: [String] = []
                for part in project.split(separator: ".") {
                    names.append(names.last.map { "\($0).\(part)" } ?? String(part))
                }
                return names
            }
        }
    }

    package let name: String
    /// How many tasks a list shows.
    package private(set) var open = 0
    /// How many tasks are hidden until later.
    package private(set) var hidden = 0
    package private(set) var done = 0
    /// The earliest deadline of the open tasks; nil for none.
    package private(set) var nextDue: Instant?

    private init(name: String) { self.name = name }

    private mutating func add(_ task: TaskState, at now: Instant) {
        if task.isDone { return done += 1 }
        guard task.isOpen else { return }
        guard !task.isHidden(at: now) else { return hidden += 1 }
        open += 1
        if let due = task.due { nextDue = min(nextDue ?? due, due) }
    }

    /// The groups of some tasks without those in the trash, by name. Names that differ only in the encoding of accents
    /// are one.
    ///
    /// - Complexity: O(t) for t tasks.
    package static func all(
        _ kind: Kind, of tasks: [TaskState], at now: Instant,
        where isWanted: (TaskState) -> Bool = { _ in true }
    ) -> [TaskGroup] {
        var groups: [String: TaskGroup] = [:]
        for task in tasks where task.fields.hasExtraMembers && !task.isInTrash && isWanted(task) {
            // A task can have a tag twice.
            for name in Set(kind.names(of: task)) {
                groups[name, default: TaskGroup(name: name)].add(task, at: now)
            }
        }
        return groups.values.sorted { $0.name < $1.name }
    }
}
