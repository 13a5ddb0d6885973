import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The dependencies and the parents of tasks while a batch runs, so that no operation creates a cycle.
struct BatchDependencies {
    private let repository: Repository
    /// The tasks of the store, once they were requested.
    private var state: State?
    /// The dependencies that operations have added.
    private var changed: [TaskID: [TaskID]] = [:]
    /// The parents that operations have given tasks; nil for none.
    private var parents: [TaskID: TaskID?] = [:]
    private var titles: [TaskID: JSONString] = [:]

    init(_ repository: Repository) { self.repository = repository }

    /// Notes what a task waits for and what it is a part of, if some fields say so.
    ///
    /// - Throws: wrong usage if the task would wait for itself or be a part of itself, with the tasks through which it
    ///   would.
    mutating func note(
        _ fields: [JSONMember], of task: TaskID, titled title: JSONString
    ) throws(RedoError) {
        try noteParent(fields, of: task, titled: title)
        guard let member = fields.first(where: { $0.name == TaskField.dependsOn.name }) else {
            return
        }
        titles[task] = title
        guard case .tasks(let goals)? = TaskField.dependsOn.form.value(member.value) else {
            changed[task] = []
            return
        }
        if state == nil { state = try repository.tasks().state }
        let known = Set(dependencies(of: task))
        let added = goals.filter { !known.contains($0) }
        if let way = State.wayOfWaiting(from: added, to: task, by: { dependencies(of: $0) }) {
            throw .circle([task] + way, titled: { self.title(of: $0) })
        }
        changed[task] = goals
    }

    private mutating func noteParent(
        _ fields: [JSONMember], of task: TaskID, titled title: JSONString
    ) throws(RedoError) {
        guard let member = fields.first(where: { $0.name == TaskField.parent.name }) else {
            return
        }
        titles[task] = title
        guard case .task(let parent)? = TaskField.parent.form.value(member.value) else {
            parents[task] = .some(nil)
            return
        }
        if state == nil { state = try repository.tasks().state }
        try ParentChange.check(task, under: parent, titled: { self.title(of: $0) }) {
            parents[$0] ?? state?[$0]?.parent
        }
        parents[task] = parent
    }

    private func dependencies(of task: TaskID) -> [TaskID] {
        changed[task] ?? state?[task]?.dependencies ?? []
    }

    private func title(of task: TaskID) -> String {
        (titles[task] ?? state?[task]?.title)?.printable ?? task.description
    }
}
