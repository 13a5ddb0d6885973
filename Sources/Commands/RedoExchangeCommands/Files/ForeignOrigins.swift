import RedoInterchange
import RedoJSON
import RedoModel

/// Which tasks of the log came from other programs, and which tasks of other programs are known.
struct ForeignOrigins {
    private let ids: Set<TaskID>
    private var known: [String: TaskID] = [:]
    private var states: [TaskID: Int] = [:]
    private let tasks: [TaskState]

    /// Anyone can write any origin, so of several tasks with one origin the user's own counts, and the earliest of these.
    ///
    /// - Parameter users: the users whose tasks are the user's own.
    /// - Complexity: O(n) for n tasks.
    init(_ state: State, own users: Set<UserID> = []) {
        tasks = state.tasks
        ids = Set(tasks.map(\.id))
        for (place, task) in tasks.enumerated() {
            states[task.id] = place
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
        let prefix = Self.name("", of: format)
        guard format.hasIDs, let origin = task.origin, origin.hasPrefix(prefix),
            known[origin] == task.id
        else { return nil }
        let uid = String(origin.dropFirst(prefix.utf8.count))
        guard !uid.isEmpty, TaskID(uid).map({ !ids.contains($0) }) ?? true else { return nil }
        // Taskwarrior accepts nothing else.
        if format == .taskwarrior, UUIDValue(text: Array(uid.utf8).span) == nil { return nil }
        return uid
    }

    /// Whether another task counts for the origin of a task.
    func isDoubled(_ task: TaskState, in format: InterchangeFormat) -> Bool {
        guard format.hasIDs, let origin = task.origin,
            origin.hasPrefix(Self.name("", of: format))
        else { return false }
        return uid(of: task, in: format) == nil
    }

    /// The task with an origin.
    func task(from origin: String) -> TaskID? { known[origin] }

    /// What a task from elsewhere keeps of it.
    static func name(_ uid: String, of format: InterchangeFormat) -> String {
        "\(format.rawValue):\(uid)"
    }
}

extension TaskState {
    /// `FORMAT:UID` of the program that it was imported from.
    fileprivate var origin: String? { fields[ImportedField.origin]?.string?.description }
}
