import RedoInterchange
import RedoJSON
import RedoModel

/// Which tasks of the log came from other programs, and which tasks of other programs are known.
struct ForeignOrigins {
    private let ids: Set<TaskID>
    private var known: [String: TaskID] = [:]
    private var states: [TaskID: Int] = [:]
    private let tasks: [TaskState]

    /// - Complexity: O(n) for n tasks.
    init(_ state: State) {
        tasks = state.tasks
        ids = Set(tasks.map(\.id))
        for (place, task) in tasks.enumerated() {
            states[task.id] = place
            guard let origin = task.fields[ForeignField.origin]?.string else { continue }
            // Of several the one that was made first.
            let name = origin.description
            if let other = known[name].flatMap({ states[$0] }),
                tasks[other].created <= task.created
            {
                continue
            }
            known[name] = task.id
        }
    }

    subscript(id: TaskID) -> TaskState? { states[id].map { tasks[$0] } }

    /// The task that a uid of a format means.
    func task(_ uid: String, of format: InterchangeFormat) -> TaskID? {
        if let id = TaskID(uid), ids.contains(id) { return id }
        return known[Self.name(uid, of: format)]
    }

    /// The task with an origin.
    func task(from origin: String) -> TaskID? { known[origin] }

    /// What a task from elsewhere keeps of it.
    static func name(_ uid: String, of format: InterchangeFormat) -> String {
        "\(format.rawValue):\(uid)"
    }
}
