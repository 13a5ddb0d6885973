import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel

/// The figures of `redo stats`, each computed once.
package struct Statistics {
    package let taskCount: Int
    package let open: OpenCounts
    package let now: Instant
    package let pending: [(item: Analytics.Item, rank: Double)]
    package let overdue: Int
    package let dueToday: Int
    package let dueThisWeek: Int
    package let withNotes: Int
    package let rate: Analytics.Rate
    package let byPriority: [Analytics.Rate]
    package let byTask: [(task: TaskState, rate: Analytics.Rate)]
    package let daysToCompletion: (mean: Double, median: Double)?
    package let streak: Analytics.Streak
    package let byHour: [Int]
    package let bestHour: Int?
    package let recentDays: Int
    package let recent: Analytics.Work
    package let weeks: [(monday: LocalCalendar.Day, work: Analytics.Work)]
    package let burndown: Analytics.Burndown
    package let remaining: [(day: LocalCalendar.Day, points: Double)]

    package static let weekCount = 12
    package static let burndownDays = 28

    package init(
        _ analytics: Analytics, of tasks: [TaskState], at now: Rank.Now, by rank: Rank,
        recentDays: Int
    ) {
        taskCount = tasks.count
        var open = OpenCounts(at: now.instant, LocalCalendar(.local))
        for task in tasks { open.add(task) }
        self.open = open
        self.now = now.instant
        self.recentDays = recentDays
        pending = analytics.pending.map { ($0, rank.value(of: $0.task, at: now)) }
        overdue = analytics.overdueCount
        dueToday = analytics.dueTodayCount
        dueThisWeek = analytics.dueThisWeekCount
        withNotes = analytics.withNotesCount
        rate = analytics.completionRate
        byPriority = analytics.completionRateByPriority
        byTask = analytics.completionRateByTask
        daysToCompletion = analytics.daysToCompletion
        streak = analytics.streak
        byHour = analytics.completionsByHour
        bestHour = analytics.mostProductiveHour
        recent = analytics.work(inLastDays: recentDays)
        weeks = analytics.weeks(Self.weekCount)
        burndown = analytics.burndown
        remaining = analytics.remainingPoints(lastDays: Self.burndownDays)
    }

    /// Story points a week, over the weeks that are over.
    package var averageVelocity: Double {
        weeks.dropLast().reduce(0) { $0 + $1.work.points } / Double(Self.weekCount - 1)
    }

    /// All figures under stable names (docs/analytics.md).
    package var json: JSONValue {
        .object([
            JSONMember("now", .string(JSONString(now.wallText))),
            JSONMember("tasks", number(taskCount)),
            JSONMember(
                "open",
                [
                    "tasks": number(open.open), "hidden": number(open.hidden),
                    "overdue": number(open.overdue), "dueToday": number(open.dueToday),
                    "dueThisWeek": number(open.dueThisWeek),
                ]),
            JSONMember(
                "todos",
                [
                    "total": number(rate.total), "completed": number(rate.completed),
                    "pending": number(pending.count),
                    "left": number(rate.total - rate.completed - pending.count),
                    "overdue": number(overdue), "dueToday": number(dueToday),
                    "dueThisWeek": number(dueThisWeek), "withNotes": number(withNotes),
                ]),
            JSONMember("completionRate", optional(rate.value)),
            JSONMember(
                "completionRateByPriority",
                .array(
                    byPriority.enumerated().map { index, rate in
                        .object([JSONMember("priority", number(index + 1))] + members(rate))
                    })),
            JSONMember(
                "completionRateByTask",
                .array(
                    byTask.map { task, rate in
                        .object(
                            [
                                JSONMember("task", text(task.id)),
                                JSONMember("title", .string(task.title)),
                            ] + members(rate))
                    })),
            JSONMember("meanDaysToCompletion", optional(daysToCompletion?.mean)),
            JSONMember("medianDaysToCompletion", optional(daysToCompletion?.median)),
            JSONMember(
                "streak",
                ["current": number(streak.current), "longest": number(streak.longest)]),
            JSONMember("completionsByHour", .array(byHour.map { number($0) })),
            JSONMember("mostProductiveHour", optional(bestHour.map { Double($0) })),
            JSONMember(
                "recent",
                [
                    "days": number(recentDays), "completions": number(recent.completions),
                    "points": .number(recent.points),
                ]),
            JSONMember("velocity", velocityJSON),
            JSONMember("burndown", burndownJSON),
            JSONMember("pending", .array(pending.map { pendingJSON($0.item, $0.rank) })),
            JSONMember(
                "pendingByRank",
                .array(
                    pending.indices.sorted {
                        pending[$0].rank == pending[$1].rank
                            ? $0 < $1 : pending[$0].rank > pending[$1].rank
                    }.map { text(pending[$0].item.task.id) })),
        ])
    }

    private var velocityJSON: JSONValue {
        [
            "average": .number(averageVelocity),
            "weeks": .array(
                weeks.map { monday, work in
                    [
                        "monday": text(monday), "completions": number(work.completions),
                        "points": .number(work.points),
                    ]
                }),
        ]
    }

    private var burndownJSON: JSONValue {
        [
            "total": .number(burndown.total), "completed": .number(burndown.completed),
            "remaining": .number(burndown.remaining), "rate": optional(burndown.value),
            "days": .array(
                remaining.map { ["day": text($0.day), "remaining": .number($0.points)] }),
        ]
    }

    private func pendingJSON(_ item: Analytics.Item, _ rank: Double) -> JSONValue {
        [
            "task": text(item.task.id), "todo": item.todo.map { text($0.id) } ?? .null,
            "title": .string(item.task.title),
            "deadline": item.todo?.deadline.map { .string($0) } ?? .null, "rank": .number(rank),
        ]
    }

    private func members(_ rate: Analytics.Rate) -> [JSONMember] {
        [
            JSONMember("total", number(rate.total)),
            JSONMember("completed", number(rate.completed)),
            JSONMember("rate", optional(rate.value)),
        ]
    }

    private func number(_ count: Int) -> JSONValue { .number(Double(count)) }

    private func optional(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }

    private func text(_ value: some CustomStringConvertible) -> JSONValue {
        .string(JSONString(value.description))
    }
}

/// A share as people read it: `67%`, or a dash where there is none.
package func percent(_ share: Double?) -> String {
    share.map { "\(Int(($0 * 100).rounded()))%" } ?? "–"
}

/// A number of story points: without decimals where it is whole.
package func pointText(_ points: Double) -> String {
    points == points.rounded() && points < 1e15 ? String(Int(points)) : oneDecimal(points)
}

/// `1 story point`, `2.5 story points`.
package func countedPoints(_ points: Double) -> String {
    "\(pointText(points)) story point\(points == 1 ? "" : "s")"
}

/// `09–10`.
package func hourText(_ hour: Int) -> String {
    let end = (hour + 1) % 24
    return "\(hour < 10 ? "0" : "")\(hour):00–\(end < 10 ? "0" : "")\(end):00"
}
