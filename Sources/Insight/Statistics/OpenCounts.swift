import RedoModel

/// The numbers of open tasks, as all commands count them: without those that are hidden until later.
package struct OpenCounts: Sendable {
    package private(set) var open = 0
    /// The number of open tasks that are hidden until later.
    package private(set) var hidden = 0
    package private(set) var overdue = 0
    /// The number of open tasks that are due on the present local day, whether or not their time has passed.
    package private(set) var dueToday = 0
    /// The number of open tasks that are due by this time of day in seven days, including overdue ones.
    package private(set) var dueThisWeek = 0

    private let now: Instant
    private let today: Range<Instant>
    private let endOfWeek: Instant

    package init(at now: Instant, _ calendar: LocalCalendar) {
        self.now = now
        let day = calendar.day(of: now)
        today = calendar.start(of: day)..<calendar.start(of: day.advanced(by: 1))
        endOfWeek = calendar.instant(7, daysAfter: now)
    }

    /// Counts a task, if it is open.
    package mutating func add(_ task: TaskState) {
        guard task.isOpen else { return }
        guard !task.isHidden(at: now) else { return hidden += 1 }
        open += 1
        guard let due = task.due else { return }
        if due < now { overdue += 1 }
        if today.contains(due) { dueToday += 1 }
        if due <= endOfWeek { dueThisWeek += 1 }
    }

    /// Adds the counts of other tasks.
    package mutating func add(_ others: OpenCounts) {
        open += others.open
        hidden += others.hidden
        overdue += others.overdue
        dueToday += others.dueToday
        dueThisWeek += others.dueThisWeek
    }
}
