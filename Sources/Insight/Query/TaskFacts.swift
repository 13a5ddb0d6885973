import RedoJSON
import RedoModel

/// The facts of a task at a moment that are not part of its state.
package struct TaskFacts: Sendable {
    /// Facts about a task that are true or false, in one byte.
    package struct Marks: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let inTrash = Marks(rawValue: 1)
        /// Its field `wait` is in the future.
        package static let waiting = Marks(rawValue: 2)
        package static let snoozed = Marks(rawValue: 4)
        /// A task that it depends on is open.
        package static let blocked = Marks(rawValue: 8)
        /// It is open, and an open task depends on it.
        package static let blocking = Marks(rawValue: 16)
        /// Someone is working on it.
        package static let active = Marks(rawValue: 32)
        /// A claim of it is in force.
        package static let claimed = Marks(rawValue: 64)
        /// It is a part of another task.
        package static let part = Marks(rawValue: 128)
        /// It is hidden until later.
        static let hidden = Marks(rawValue: 2 | 4)
    }

    package internal(set) var marks: Marks = []
    package internal(set) var commentCount = 0
    /// The texts of its comments, if the facts of the organisation have them.
    package internal(set) var comments: [JSONString] = []
    /// The claim that is in force; nil without one.
    package internal(set) var claim: HeldClaim?
    /// The names of its category and of those that contain it, as in ``OrganisationFacts/path(of:)``; empty without a
    /// category.
    package internal(set) var categoryPath: [JSONString] = []
    /// The colour of its category as it was written; nil without a category.
    package internal(set) var categoryColor: JSONString?
}

/// The facts of all tasks of a state.
package struct StateFacts: Sendable {
    package let now: Instant
    package let organisation: OrganisationFacts
    /// The hierarchy of the tasks.
    package let hierarchy: TaskHierarchy
    /// The marks of the tasks that depend on others or on which others depend.
    private var dependencyMarks: [TaskID: TaskFacts.Marks] = [:]
    /// The open tasks on which open tasks depend.
    private(set) var blockers: [TaskID: [TaskID]] = [:]

    /// - Complexity: O(t + d) for t tasks with d dependencies.
    package init(
        _ state: State, at now: Instant, _ organisation: OrganisationFacts = OrganisationFacts()
    ) {
        self.now = now
        self.organisation = organisation
        hierarchy = TaskHierarchy(state)
        let tasks = state.tasks
        // Tasks are read in their array: copying one touches everything in it.
        for index in tasks.indices where tasks[index].fields.hasExtraMembers {
            addDependencies(of: tasks[index]) { state[$0]?.isOpen == true }
        }
    }

    /// Creates the facts of listed tasks.
    ///
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    /// - Complexity: O(t + d log t) for t tasks with d dependencies.
    package init(
        _ tasks: ListedTasks, at now: Instant, _ organisation: OrganisationFacts
    ) throws(TaskDamage) {
        self.now = now
        self.organisation = organisation
        hierarchy = TaskHierarchy(tasks.parts, where: tasks.exists)
        try tasks.forEachDependent { task throws(TaskDamage) in
            addDependencies(of: task) { tasks.isOpen($0) }
        }
    }

    private mutating func addDependencies(
        of task: TaskState, ifOpen isOpen: (TaskID) -> Bool
    ) {
        guard task.isOpen else { return }
        for id in task.dependencies where isOpen(id) {
            dependencyMarks[task.id, default: []].insert(.blocked)
            dependencyMarks[id, default: []].insert(.blocking)
            blockers[task.id, default: []].append(id)
        }
    }

    /// Creates facts for single tasks, without other tasks.
    package init(at now: Instant) { self.init(State(tasks: []), at: now) }

    /// The facts of a task of the state.
    package func facts(of task: TaskState) -> TaskFacts {
        var facts = TaskFacts()
        facts.marks = marks(of: task)
        facts.commentCount = organisation.commentCounts[task.id] ?? 0
        if facts.marks.contains(.claimed) { facts.claim = claim(of: task.id) }
        if facts.commentCount > 0 { facts.comments = organisation.comments[task.id] ?? [] }
        guard task.fields.hasExtraMembers else { return facts }
        if case .uuid(let category)? = TaskField.category.value(of: task) {
            facts.categoryPath = organisation.path(of: category)
            facts.categoryColor = organisation.categories[category]?.color
        }
        return facts
    }

    /// The claim of a task that is in force now; nil if there is none.
    package func claim(of task: TaskID) -> HeldClaim? {
        organisation.claims[task].flatMap { now < $0.until ? $0 : nil }
    }

    /// True if someone works on a task.
    package func isActive(_ task: TaskID) -> Bool { organisation.activeTasks.contains(task) }

    /// True if a task depends on open ones, or open ones depend on it.
    func hasDependencies(_ task: TaskID) -> Bool { dependencyMarks[task] != nil }

    /// The marks among the facts of a task.
    package func marks(of task: TaskState) -> TaskFacts.Marks {
        var marks: TaskFacts.Marks = dependencyMarks[task.id] ?? []
        if task.isSnoozed(at: now) { marks.insert(.snoozed) }
        if organisation.activeTasks.contains(task.id) { marks.insert(.active) }
        if claim(of: task.id) != nil { marks.insert(.claimed) }
        guard task.fields.hasExtraMembers else { return marks }
        if task.isInTrash { marks.insert(.inTrash) }
        if task.isWaiting(at: now) { marks.insert(.waiting) }
        if hierarchy.parent(of: task.id) != nil { marks.insert(.part) }
        return marks
    }
}

extension TaskState {
    /// True if the task is hidden by `snoozedUntil` until later.
    package func isSnoozed(at now: Instant) -> Bool {
        snoozedUntil?.instant.map { $0 > now } ?? false
    }

    /// The later moment of `snoozedUntil` and `wait`, whether it has passed or not; nil without both.
    package var hiddenUntil: Instant? {
        [snoozedUntil?.instant, date(.wait)].compactMap(\.self).max()
    }

    /// True if the task is hidden by `wait` until later.
    package func isWaiting(at now: Instant) -> Bool { date(.wait).map { $0 > now } ?? false }
}

extension TaskState {
    /// True if `snoozedUntil` or `wait` hides the task from lists at a moment.
    package func isHidden(at moment: Instant) -> Bool {
        isSnoozed(at: moment) || fields.hasExtraMembers && isWaiting(at: moment)
    }
}
