import RedoLog

/// Figures about to-dos at a moment (docs/analytics.md defines each of them).
///
/// All are functions of the state, the moment and the local calendar; each takes O(n) unless it says
/// otherwise.
package struct Analytics {
    package let items: [Item]
    let now: Instant
    let calendar: LocalCalendar

    /// - Parameter tasks: those that count; archived ones do too.
    package init(_ tasks: [TaskState], at now: Instant, _ calendar: LocalCalendar) {
        items = tasks.flatMap { Self.items(of: $0) }
        self.now = now
        self.calendar = calendar
    }

    /// A to-do as the figures see it.
    package struct Item: Sendable {
        package let task: TaskState
        /// Nil for a task that was completed without ever having a to-do.
        package let todo: TodoState?
        package let created: Instant
        package let status: Status

        package enum Status: Equatable, Sendable {
            case completed(Instant)
            /// The current one of a task that is to be done.
            case pending
            /// It was never completed and need not be any more: another one took its place, or its
            /// task was archived.
            case left
        }

        package var completed: Instant? {
            if case .completed(let time) = status { return time }
            return nil
        }

        package var isPending: Bool { status == .pending }

        /// The task's story points, within what can be added up.
        package var points: Double { min(max(task.storyPoints, 0), 1e9) }
    }

    private static func items(of task: TaskState) -> [Item] {
        let taskCompleted = task.completedAt.flatMap { time in Instant(iso8601: time.utf8.span) }
        if task.todos.isEmpty {
            guard let taskCompleted else { return [] }
            return [
                Item(
                    task: task, todo: nil, created: task.created, status: .completed(taskCompleted))
            ]
        }
        let current = task.currentTodo?.id
        var items: [Item] = []
        for todo in task.todos {
            var status = Item.Status.left
            if let completed = todo.completed.flatMap({ time in Instant(iso8601: time.utf8.span) })
            {
                status = .completed(completed)
            } else if todo.id == current, let taskCompleted {
                status = .completed(taskCompleted)
            } else if todo.id == current, !task.isArchived {
                status = .pending
            }
            items.append(Item(task: task, todo: todo, created: todo.created, status: status))
        }
        return items
    }

    // MARK: What is to be done

    /// The pending to-dos, the one that is due first before the others, those without a deadline last,
    /// and then by id. O(n log n).
    package var pending: [Item] {
        let pending = items.filter { $0.isPending }
        let dues: [Instant] = pending.map { $0.todo?.due ?? .latest }
        let places = pending.indices.sorted { (left: Int, right: Int) -> Bool in
            dues[left] == dues[right]
                ? pending[left].task.id < pending[right].task.id : dues[left] < dues[right]
        }
        return places.map { pending[$0] }
    }

    /// How many pending to-dos have a deadline that has passed.
    package var overdueCount: Int { dueCount { $0 < now } }

    /// How many are due on the local day of now, whether or not their time has passed.
    package var dueTodayCount: Int {
        let today = calendar.day(of: now)
        let (start, end) = (calendar.start(of: today), calendar.start(of: today.advanced(by: 1)))
        return dueCount { $0 >= start && $0 < end }
    }

    /// How many are due by this time of day in seven days, overdue ones included.
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

    /// How many to-dos have notes.
    package var withNotesCount: Int { items.count { $0.todo.map { $0.notes != "" } == true } }

    // MARK: What was done

    /// How many of some to-dos are completed.
    package struct Rate: Equatable, Sendable {
        package var completed = 0
        package var total = 0

        /// 0 to 1; nil where there are none.
        package var value: Double? { total == 0 ? nil : Double(completed) / Double(total) }

        fileprivate mutating func count(_ item: Item) {
            total += 1
            if item.completed != nil { completed += 1 }
        }
    }

    package var completionRate: Rate { items.reduce(into: Rate()) { $0.count($1) } }

    /// The rate of each priority from 1 to 5, at the places 0 to 4.
    package var completionRateByPriority: [Rate] {
        var rates = Array(repeating: Rate(), count: 5)
        for item in items where (1...5).contains(item.task.priority) {
            rates[item.task.priority - 1].count(item)
        }
        return rates
    }

    /// The rate of each task that has to-dos, in the order of the tasks.
    package var completionRateByTask: [(task: TaskState, rate: Rate)] {
        var rates: [(task: TaskState, rate: Rate)] = []
        for item in items {
            if rates.last?.task.id != item.task.id { rates.append((item.task, Rate())) }
            rates[rates.count - 1].rate.count(item)
        }
        return rates
    }

    /// Days from making to completing, ascending; 0 where the times are the other way round.
    /// O(n log n).
    private var completionDays: [Double] {
        var days: [Double] = []
        for item in items {
            if let completed = item.completed {
                days.append(max(0, item.created.days(to: completed)))
            }
        }
        return days.sorted()
    }

    /// Mean and median of the days, of 24 hours each, from making a to-do to completing it; nil where
    /// none is completed. O(n log n).
    package var daysToCompletion: (mean: Double, median: Double)? {
        let days: [Double] = completionDays
        if days.isEmpty { return nil }
        let middle = days.count / 2
        let median =
            days.count.isMultiple(of: 2) ? (days[middle - 1] + days[middle]) / 2 : days[middle]
        return (days.reduce(0, +) / Double(days.count), median)
    }

    /// Days in a row, each with a completion.
    package struct Streak: Equatable, Sendable {
        /// Ends today, or yesterday while nothing is completed today.
        package var current = 0
        package var longest = 0
    }

    /// O(n log n).
    package var streak: Streak {
        let today = calendar.day(of: now)
        let days = Set(completions.map { calendar.day(of: $0.time) }).sorted()
        var streak = Streak()
        var length = 0
        for (place, day) in days.enumerated() {
            length = place > 0 && days[place - 1].advanced(by: 1) == day ? length + 1 : 1
            streak.longest = max(streak.longest, length)
        }
        if let last = days.last, last.advanced(by: 1) >= today { streak.current = length }
        return streak
    }

    /// The completions up to now: a clock that is ahead somewhere makes no future.
    private var completions: [(item: Item, time: Instant)] {
        var completions: [(item: Item, time: Instant)] = []
        for item in items {
            if let time = item.completed, time <= now { completions.append((item, time)) }
        }
        return completions
    }

    /// How many completions fall into each hour of the local day.
    package var completionsByHour: [Int] {
        completions.reduce(into: Array(repeating: 0, count: 24)) {
            $0[calendar.hour(of: $1.time)] += 1
        }
    }

    /// The hour with the most completions, of several the earliest; nil where there are none.
    package var mostProductiveHour: Int? {
        let counts = completionsByHour
        guard let most = counts.max(), most > 0 else { return nil }
        return counts.firstIndex(of: most)
    }

    // MARK: How fast

    /// What was completed in a span of time.
    package struct Work: Equatable, Sendable {
        package var completions = 0
        package var points = 0.0

        fileprivate mutating func count(_ item: Item) {
            completions += 1
            points += item.points
        }
    }

    /// What was completed since this time of day some days ago.
    package func work(inLastDays days: Int) -> Work {
        let start = calendar.instant(-days, daysAfter: now)
        return completions.reduce(into: Work()) { if $1.time >= start { $0.count($1.item) } }
    }

    /// What was completed in each of the last weeks, from Monday to Sunday by local days, the earliest
    /// first; the last one is the week of now.
    package func weeks(_ count: Int) -> [(monday: LocalCalendar.Day, work: Work)] {
        let last = calendar.day(of: now).startOfWeek
        let first = last.advanced(by: -7 * (count - 1))
        var weeks = (0..<count).map { (monday: first.advanced(by: 7 * $0), work: Work()) }
        for (item, time) in completions {
            let place = (calendar.day(of: time).number - first.number)
            if place >= 0, place < 7 * count { weeks[place / 7].work.count(item) }
        }
        return weeks
    }

    /// Story points: what is done, and what is pending. What was left counts as neither.
    package struct Burndown: Equatable, Sendable {
        package var completed = 0.0
        package var remaining = 0.0

        package var total: Double { completed + remaining }
        /// 0 to 1; nil where there are no points.
        package var value: Double? { total == 0 ? nil : completed / total }
    }

    package var burndown: Burndown {
        items.reduce(into: Burndown()) { burndown, item in
            switch item.status {
            case .completed: burndown.completed += item.points
            case .pending: burndown.remaining += item.points
            case .left: break
            }
        }
    }

    /// The story points that were open at the end of each of the last local days, the earliest first;
    /// the last one is now. O(n log n + days).
    package func remainingPoints(
        lastDays count: Int
    ) -> [(day: LocalCalendar.Day, points: Double)] {
        let today = calendar.day(of: now)
        let counted = items.filter { $0.status != .left }
        var changes: [(time: Instant, points: Double)] = []
        for item in counted {
            changes.append((item.created, item.points))
            // Completed before it was made: it was never open.
            if let completed = item.completed {
                changes.append((max(completed, item.created), -item.points))
            }
        }
        changes.sort { $0.time < $1.time }
        var open = 0.0
        var next = 0
        var points: [(day: LocalCalendar.Day, points: Double)] = []
        for place in 0..<count {
            let day = today.advanced(by: place - count + 1)
            let end = day == today ? nil : calendar.start(of: day.advanced(by: 1))
            while next < changes.count,
                end.map({ changes[next].time < $0 }) ?? (changes[next].time <= now)
            {
                open += changes[next].points
                next += 1
            }
            // Fractions may not cancel out exactly.
            points.append((day, max(0, open)))
        }
        return points
    }
}

extension LocalCalendar.Day: CustomStringConvertible {
    /// `2026-01-31`.
    package var description: String {
        String(Instant(milliseconds: Int64(number) * 86_400_000).wallText.prefix(10))
    }
}
