import RedoModel

/// Figures about completed to-dos.
extension Analytics {
    /// The completed part of some to-dos.
    package struct Rate: Equatable, Sendable {
        package var completed = 0
        package var total = 0

        /// The part from 0 to 1; nil if there are no to-dos.
        package var value: Double? { total == 0 ? nil : Double(completed) / Double(total) }

        mutating func count(_ item: Item) {
            total += 1
            if item.completed != nil { completed += 1 }
        }
    }

    package var completionRate: Rate { items.reduce(into: Rate()) { $0.count($1) } }

    /// The rate of each priority from 1 to 5, at the indexes 0 to 4.
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

    /// The days from creation to completion, ascending; 0 if the completion is earlier. O(n log n).
    private var completionDays: [Double] {
        var days: [Double] = []
        for item in items {
            if let completed = item.completed {
                days.append(max(0, item.created.days(to: completed)))
            }
        }
        return days.sorted()
    }

    /// Mean and median of the days, of 24 hours each, from the creation of a to-do to its completion; nil if none is
    /// completed. O(n log n).
    package var daysToCompletion: (mean: Double, median: Double)? {
        let days: [Double] = completionDays
        if days.isEmpty { return nil }
        let middle = days.count / 2
        let median =
            days.count.isMultiple(of: 2) ? (days[middle - 1] + days[middle]) / 2 : days[middle]
        return (days.reduce(0, +) / Double(days.count), median)
    }

    /// A series of days with a completion each.
    package struct Streak: Equatable, Sendable {
        /// The series that ends today, or yesterday while nothing is completed today.
        package var current = 0
        package var longest = 0
    }

    /// - Complexity: O(n log n).
    package var streak: Streak {
        let today = calendar.day(of: now)
        let days = Set(completions.map { calendar.day(of: $0.time) }).sorted()
        var streak = Streak()
        var length = 0
        for (index, day) in days.enumerated() {
            length = index > 0 && days[index - 1].advanced(by: 1) == day ? length + 1 : 1
            streak.longest = max(streak.longest, length)
        }
        if let last = days.last, last.advanced(by: 1) >= today { streak.current = length }
        return streak
    }

    /// The completions up to now. A node of a clock that is ahead does not count.
    var completions: [(item: Item, time: Instant)] {
        var completions: [(item: Item, time: Instant)] = []
        for item in items {
            if let time = item.completed, time <= now { completions.append((item, time)) }
        }
        return completions
    }

    /// The number of completions in each hour of the local day.
    package var completionsByHour: [Int] {
        completions.reduce(into: Array(repeating: 0, count: 24)) {
            $0[calendar.hour(of: $1.time)] += 1
        }
    }

    /// The hour with the maximum number of completions, the earliest of several; nil if there are none.
    package var mostProductiveHour: Int? {
        let counts = completionsByHour
        guard let most = counts.max(), most > 0 else { return nil }
        return counts.firstIndex(of: most)
    }
}
