import RedoJSON

/// What is known of a task at a moment beside its own state.
package struct TaskFacts: Sendable {
    /// Yes or no answers about a task, in one byte.
    package struct Marks: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let inTrash = Marks(rawValue: 1)
        /// Its field `wait` is later.
        package static let waiting = Marks(rawValue: 2)
        package static let snoozed = Marks(rawValue: 4)
        /// A task that it depends on is open.
        package static let blocked = Marks(rawValue: 8)
        /// It is open, and an open task depends on it.
        package static let blocking = Marks(rawValue: 16)
        /// Someone works on it.
        package static let active = Marks(rawValue: 32)
        /// A claim of it is in force.
        package static let claimed = Marks(rawValue: 64)
        /// Hidden until later.
        static let hidden = Marks(rawValue: 2 | 4)
    }

    package internal(set) var marks: Marks = []
    package internal(set) var commentCount = 0
    /// The names of its category and of what that is in, as ``OrganisationFacts/path(of:)`` has them; empty without a
    /// category.
    package internal(set) var categoryPath: [JSONString] = []
    /// The colour of its category as it was written; nil without a category.
    package internal(set) var categoryColor: JSONString?
}

/// What the family of organisation knows of tasks, and who has claimed them.
package struct OrganisationFacts: Equatable, Sendable {
    /// A category as lists and queries need it.
    package struct Category: Equatable, Sendable {
        package let name: JSONString
        package let parent: UUIDValue?
        /// As it was written: `#RRGGBB`, or anything.
        package let color: JSONString

        package init(name: JSONString, parent: UUIDValue?, color: JSONString = "") {
            self.name = name
            self.parent = parent
            self.color = color
        }
    }

    /// The categories that are not deleted.
    package let categories: [UUIDValue: Category]
    package let commentCounts: [TaskID: Int]
    /// The tasks with an interval of work that has not ended.
    package let activeTasks: Set<TaskID>
    /// The claims in force when the facts were read.
    package var claims: [TaskID: HeldClaim]

    package init(
        categories: [UUIDValue: Category] = [:], commentCounts: [TaskID: Int] = [:],
        activeTasks: Set<TaskID> = [], claims: [TaskID: HeldClaim] = [:]
    ) {
        self.categories = categories
        self.commentCounts = commentCounts
        self.activeTasks = activeTasks
        self.claims = claims
    }

    /// - Parameter claims: those in force.
    package init(_ organisation: Organisation, claims: [TaskID: HeldClaim] = [:]) {
        var counts: [TaskID: Int] = [:]
        for comment in organisation.comments { counts[comment.task, default: 0] += 1 }
        self.init(
            categories: Dictionary(
                uniqueKeysWithValues: organisation.categories.map {
                    ($0.id, Category(name: $0.name, parent: $0.parent, color: $0.color))
                }),
            commentCounts: counts, activeTasks: Set(organisation.running.map(\.task)),
            claims: claims)
    }

    /// The maximum number of names in a path.
    package static let maximumPathCount = 16
    /// The maximum size of a name in a path, in bytes.
    static let maximumPathNameByteCount = 256
    /// What a path has in the place of outer names, and a name of its end, if there is more of them.
    package static let ellipsis: JSONString = "…"

    /// The names of a category and of what it is in, the outermost first; empty for one that is not there.
    ///
    /// Anyone can write categories that are deep, in a circle, or of long names. A path is bounded, so that the
    /// size of all paths together grows with that of the log: outer names and the ends of names are left out.
    ///
    /// - Complexity: O(1).
    package func path(of category: UUIDValue) -> [JSONString] {
        var names: [JSONString] = []
        var seen: [UUIDValue] = []
        var next: UUIDValue? = category
        // Two devices can put two categories into each other.
        while let id = next, !seen.contains(id), let category = categories[id] {
            if seen.count == Self.maximumPathCount {
                names.append(Self.ellipsis)
                break
            }
            seen.append(id)
            names.append(Self.pathName(category.name))
            next = category.parent
        }
        return names.reversed()
    }

    /// A name as paths have it.
    static func pathName(_ name: JSONString) -> JSONString {
        let bytes = name.utf8
        guard bytes.count > maximumPathNameByteCount else { return name }
        var end = maximumPathNameByteCount - ellipsis.utf8.count
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return JSONString(validated: Array(bytes[..<end]) + ellipsis.utf8)
    }
}

/// The facts of all tasks of a state.
package struct StateFacts: Sendable {
    package let now: Instant
    package let organisation: OrganisationFacts
    /// Of the tasks that depend on others or that others depend on.
    private var dependencyMarks: [TaskID: TaskFacts.Marks] = [:]

    /// - Complexity: O(t + d) for t tasks with d dependencies.
    package init(
        _ state: State, at now: Instant, _ organisation: OrganisationFacts = OrganisationFacts()
    ) {
        self.now = now
        self.organisation = organisation
        let tasks = state.tasks
        // Tasks are looked at where they are: copying one touches everything that it has.
        for place in tasks.indices where tasks[place].fields.hasExtraMembers {
            addDependencies(of: tasks[place]) { state[$0]?.isOpen == true }
        }
    }

    /// The facts of listed tasks.
    ///
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    /// - Complexity: O(t + d log t) for t tasks with d dependencies.
    package init(
        _ tasks: ListedTasks, at now: Instant, _ organisation: OrganisationFacts
    ) throws(TaskDamage) {
        self.now = now
        self.organisation = organisation
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
        }
    }

    /// The facts of single tasks, without looking at others.
    package init(at now: Instant) { self.init(State(tasks: []), at: now) }

    /// The facts of a task of the state.
    package func facts(of task: TaskState) -> TaskFacts {
        var facts = TaskFacts()
        facts.marks = marks(of: task)
        facts.commentCount = organisation.commentCounts[task.id] ?? 0
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

    /// The marks among the facts of a task.
    package func marks(of task: TaskState) -> TaskFacts.Marks {
        var marks: TaskFacts.Marks = dependencyMarks[task.id] ?? []
        if task.isSnoozed(at: now) { marks.insert(.snoozed) }
        if organisation.activeTasks.contains(task.id) { marks.insert(.active) }
        if claim(of: task.id) != nil { marks.insert(.claimed) }
        guard task.fields.hasExtraMembers else { return marks }
        if task.isInTrash { marks.insert(.inTrash) }
        if task.isWaiting(at: now) { marks.insert(.waiting) }
        return marks
    }
}

extension TaskState {
    /// Whether the task is hidden by `snoozedUntil` until later.
    package func isSnoozed(at now: Instant) -> Bool {
        snoozedUntil.flatMap { Instant(iso8601: $0.utf8.span) }.map { $0 > now } ?? false
    }

    /// Whether the task is hidden by `wait` until later.
    package func isWaiting(at now: Instant) -> Bool { date(.wait).map { $0 > now } ?? false }
}
