import RedoInterchange
import RedoJSON
import RedoModel

/// Which tasks of the log came from other programs, and which tasks of other programs are known.
struct ForeignOrigins {
    private let ids: Set<TaskID>
    private var known: [JSONString: TaskID] = [:]
    private var states: [TaskID: Int] = [:]
    private let tasks: [TaskState]

    /// Collects the origins of the tasks of a state. Anyone can write any origin. So among several tasks with one
    /// origin those of the user come first, and the earliest of these counts.
    ///
    /// - Parameter users: the users whose tasks are the user's own.
    /// - Complexity: O(n) for n tasks.
    init(_ state: State, own users: Set<UserID> = []) {
        tasks = state.tasks
        ids = Set(tasks.map(\.id))
        for (index, task) in tasks.enumerated() {
            states[task.id] = index
            guard let name = task.origin else { continue }
            if let other = known[name].flatMap({ states[$0] }),
                !Self.precedes(task, tasks[other], users)
            {
                continue
            }
            known[name] = task.id
        }
    }

    private static func precedes(
        _ task: TaskState, _ other: TaskState, _ users: Set<UserID>
    ) -> Bool {
        let (isOwn, isOtherOwn) = (users.contains(task.owner), users.contains(other.owner))
        if isOwn != isOtherOwn { return isOwn }
        return (task.created, task.id) < (other.created, other.id)
    }

    subscript(id: TaskID) -> TaskState? { states[id].map { tasks[$0] } }

    /// The task that a uid of a format means.
    func task(_ uid: String, of format: InterchangeFormat) -> TaskID? {
        if let id = TaskID(uid), ids.contains(id) { return id }
        return known[Self.name(uid, of: format)]
    }

    /// The id under which the program of a format knows a task: the one that it came with, unless the task is not the
    /// one that counts for it, or that is the id of another task here.
    ///
    /// - Returns: nil for a task that came from elsewhere, or was made here.
    func uid(of task: TaskState, in format: InterchangeFormat) -> String? {
        guard let uid = foreignUID(of: task, in: format),
            known[Self.name(uid, of: format)] == task.id
        else { return nil }
        guard !uid.isEmpty, TaskID(uid).map({ !ids.contains($0) }) ?? true else { return nil }
        // Taskwarrior accepts nothing else.
        if format == .taskwarrior, UUIDValue(text: Array(uid.utf8).span) == nil { return nil }
        return uid
    }

    /// A task as the program of a format is told of it: under the ids by which the program knows it and those that it
    /// names, without fields of other formats.
    func foreignForm(
        _ state: TaskState, _ comments: [Organisation.Comment], in format: InterchangeFormat
    ) -> ForeignTask {
        func uid(_ name: String) -> String {
            TaskID(name).flatMap { self[$0] }.flatMap { self.uid(of: $0, in: format) } ?? name
        }
        var task = ForeignTask(state, comments).withoutFields(besideThoseOf: format)
        task.uid = task.uid.map(uid)
        task.dependsOn = task.dependsOn.map(uid)
        task.parent = task.parent.map(uid)
        return task
    }

    /// True if another task counts for the origin of a task.
    func isDoubled(_ task: TaskState, in format: InterchangeFormat) -> Bool {
        foreignUID(of: task, in: format) != nil && uid(of: task, in: format) == nil
    }

    /// The id with which a task came from the program of a format; nil if it did not.
    private func foreignUID(of task: TaskState, in format: InterchangeFormat) -> String? {
        let prefix = Self.name("", of: format).utf8
        guard format.hasIDs, let origin = task.origin, origin.utf8.starts(with: prefix) else {
            return nil
        }
        return String(decoding: origin.utf8.dropFirst(prefix.count), as: UTF8.self)
    }

    /// What a task from elsewhere keeps of it.
    static func name(_ uid: String, of format: InterchangeFormat) -> JSONString {
        JSONString("\(format.rawValue):\(uid)")
    }
}

extension TaskState {
    /// `FORMAT:UID` of the program that it was imported from.
    fileprivate var origin: JSONString? { fields[ImportedField.origin]?.string }
}
