/// Which tasks are parts of which, and how far their wholes are (extensions, section 2, `parent`).
package struct TaskHierarchy: Sendable {
    /// The numbers of parts of a task, and of those that are done.
    package struct Progress: Equatable, Sendable {
        package fileprivate(set) var done = 0
        package fileprivate(set) var total = 0

        /// Whether no part is left to do.
        package var isComplete: Bool { done == total }
    }

    /// What is a part of what, without parents that do not exist and without circles.
    private let forest: Forest<TaskID>
    private var progresses: [TaskID: Progress] = [:]
    private let standings: [TaskID: TaskPart.Standing]

    /// A hierarchy without parts.
    package init() {
        forest = Forest()
        standings = [:]
    }

    /// - Parameters:
    ///   - parts: all tasks of a log that name a parent.
    ///   - exists: whether a task exists.
    /// - Complexity: O(p) for p parts.
    package init(_ parts: [TaskPart], where exists: (TaskID) -> Bool) {
        forest = Forest(parts.lazy.map { (part: $0.id, parent: $0.parent) }, where: exists)
        standings = Dictionary(
            parts.lazy.map { ($0.id, $0.standing) }, uniquingKeysWith: { first, _ in first })
        for (part, parent) in forest.parts {
            switch standings[part] {
            case .done?:
                progresses[parent, default: Progress()].done += 1
                progresses[parent, default: Progress()].total += 1
            case .open?: progresses[parent, default: Progress()].total += 1
            case .left?, nil: break
            }
        }
    }

    /// The hierarchy of the tasks of a state.
    ///
    /// - Complexity: O(t) for t tasks.
    package init(_ state: State) { self.init(state.parts) { state[$0] != nil } }

    package var isEmpty: Bool { forest.isEmpty }

    /// The task that another one is a part of; nil for none.
    package func parent(of task: TaskID) -> TaskID? { forest.parent(of: task) }

    /// How many parts of a task are done; nil for a task without parts that count.
    package func progress(of task: TaskID) -> Progress? {
        progresses.isEmpty ? nil : progresses[task]
    }

    /// The lines of a list in which parts are beneath what they belong to; see ``Forest/nested(_:)``.
    ///
    /// Here the compiler specialises it, which makes a long list some times faster.
    package func nested(_ tasks: [TaskID]) -> [Forest<TaskID>.Line]? { forest.nested(tasks) }

    /// The direct parts of a task, sorted by id.
    ///
    /// - Complexity: O(p) for p parts.
    package func parts(of task: TaskID) -> [TaskID] {
        forest.parts.lazy.filter { $0.parent == task }.map(\.part).sorted()
    }

    /// The open tasks that are parts of some tasks, directly or through other parts, without these tasks themselves.
    /// Each comes before what it is a part of.
    ///
    /// - Complexity: O(p) for p parts.
    package func openParts(of tasks: [TaskID]) -> [TaskID] {
        if isEmpty { return [] }
        var children: [TaskID: [TaskID]] = [:]
        for (part, parent) in forest.parts { children[parent, default: []].append(part) }
        var seen = Set(tasks)
        var (next, found) = (tasks, [TaskID]())
        while let task = next.popLast() {
            for part in (children[task] ?? []).sorted() where seen.insert(part).inserted {
                next.append(part)
                if standings[part] == .open { found.append(part) }
            }
        }
        return found.reversed()
    }

    /// The tasks that some parts belong to, directly or through other parts.
    ///
    /// - Complexity: O(p) for p parts.
    package func wholes(of parts: [TaskID]) -> Set<TaskID> {
        var wholes: Set<TaskID> = []
        for part in parts {
            var next = parent(of: part)
            while let whole = next, wholes.insert(whole).inserted { next = parent(of: whole) }
        }
        return wholes
    }
}
