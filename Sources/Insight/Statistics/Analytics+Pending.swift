import RedoModel

/// Figures about open to-dos.
extension Analytics {
    /// The pending to-dos, the earliest deadline first, those without a deadline last, and then by id. O(n log n).
    package var pending: [Item] {
        let pending = items.filter { $0.isPending }
        let dues: [Instant] = pending.map { $0.todo?.due ?? .latest }
        let indices = pending.indices.sorted { (left: Int, right: Int) -> Bool in
            dues[left] == dues[right]
                ? pending[left].task.id < pending[right].task.id : dues[left] < dues[right]
        }
        return indices.map { pending[$0] }
    }

    /// The number of pending to-dos whose deadline has passed.
    package var overdueCount: Int { dueCount { $0 < now } }

    /// The number of those that are due on the present local day, whether or not their time has passed.
    package var dueTodayCount: Int {
        let today = calendar.day(of: now)
        let (start, end) = (calendar.start(of: today), calendar.start(of: today.advanced(by: 1)))
        return dueCount { $0 >= start && $0 < end }
    }

    /// The number of those that are due by this time of day in seven days, including overdue ones.
    package var dueThisWeekCount: Int {
        let end = calendar.instant(7, daysAfter: now)
        return dueCount { $0 <= end }
    }

    private func dueCount(_ isDue: (Instant) -> Bool) -> Int {
        items.count { item in
            guard item.isPending, let due = item.todo?.due else { return false }
            return isDue(due)
        }
    }

    /// The number of to-dos with notes.
    package var withNotesCount: Int { items.count { $0.todo.map { $0.notes != "" } == true } }
}
