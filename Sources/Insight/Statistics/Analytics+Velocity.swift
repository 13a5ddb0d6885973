import RedoModel
import RedoSystem

/// Figures about the speed of completion.
extension Analytics {
    /// The work that was completed in a period.
    package struct Work: Equatable, Sendable {
        package var completions = 0
        package var points = 0.0

        mutating func count(_ item: Item) {
            completions += 1
            points += item.points
        }
    }

    /// The work that was completed since this time of day some days ago.
    package func work(inLastDays days: Int) -> Work {
        let start = calendar.instant(-days, daysAfter: now)
        return completions.reduce(into: Work()) { if $1.time >= start { $0.count($1.item) } }
    }

    /// The work that was completed in each of the last weeks, from Monday to Sunday by local days, the earliest first;
    /// the last one is the present week.
    package func weeks(_ count: Int) -> [(monday: LocalCalendar.Day, work: Work)] {
        let last = calendar.day(of: now).startOfWeek
        let first = last.advanced(by: -7 * (count - 1))
        var weeks = (0..<count).map { (monday: first.advanced(by: 7 * $0), work: Work()) }
        for (item, time) in completions {
            let index = (calendar.day(of: time).number - first.number)
            if index >= 0, index < 7 * count { weeks[index / 7].work.count(item) }
        }
        return weeks
    }

    /// Story points that are completed, and those that are pending. Dropped to-dos count as neither.
    package struct Burndown: Equatable, Sendable {
        package var completed = 0.0
        package var remaining = 0.0

        package var total: Double { completed + remaining }
        /// 0 to 1; nil if there are no points.
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

    /// The story points that were open at the end of each of the last local days, the earliest first; the last value is
    /// the present one. O(n log n + days).
    package func remainingPoints(
        lastDays count: Int
    ) -> [(day: LocalCalendar.Day, points: Double)] {
        let today = calendar.day(of: now)
        let counted = items.filter { $0.status != .left }
        var changes: [(time: Instant, points: Double)] = []
        for item in counted {
            changes.append((item.created, item.points))
            // A to-do that was completed before its creation was never open.
            if let completed = item.completed {
                changes.append((max(completed, item.created), -item.points))
            }
        }
        changes.sort { $0.time < $1.time }
        var open = 0.0
        var next = 0
        var points: [(day: LocalCalendar.Day, points: Double)] = []
        for index in 0..<count {
            let day = today.advanced(by: index - count + 1)
            let end = day == today ? nil : calendar.start(of: day.advanced(by: 1))
            while next < changes.count,
                end.map({ changes[next].time < $0 }) ?? (changes[next].time <= now)
            {
                open += changes[next].points
                next += 1
            }
            // Sums of fractions may not cancel out exactly.
            points.append((day, max(0, open)))
        }
        return points
    }
}
