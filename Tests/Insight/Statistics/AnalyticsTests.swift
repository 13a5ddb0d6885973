import RedoJSON
import Testing

@testable import RedoInsight
@testable import RedoModel

/// Every figure of docs/analytics.md, on examples that were worked out by hand.
@Suite struct AnalyticsTests {
    static let now = "2025-11-16T12:00:00Z"  // A Sunday.

    /// A to-do: when it was made, due and completed.
    private struct Todo {
        var made = "2025-11-01T08:00:00Z"
        var due: String?
        var done: String?
        var notes = ""
    }

    private func task(
        _ todos: [Todo], number: Int = 1, priority: Int = 3, points: Double = 1,
        archived: Bool = false, completedAt: String? = nil
    ) throws -> TaskState {
        let owner = UserID(text: Array(repeating: UInt8(ascii: "a"), count: 32).span)
        let made = try instant("2025-11-01T08:00:00Z")
        var task = TaskState(
            id: try #require(TaskID("c0ffee11-1111-4111-8111-00000000000\(number)")),
            owner: try #require(owner), created: made, lastUpdated: made,
            fields: TaskFieldTable())
        task.fields["priority"] = .number(Double(priority))
        task.fields["storyPoints"] = .number(points)
        task.isArchived = archived
        task.completedAt = completedAt.map { JSONString($0) }
        for (place, todo) in todos.enumerated() {
            let id = try #require(
                NodeID("sha256:\(number)\(place)" + String(repeating: "0", count: 62)))
            let position = ReplayPosition(
                timestamp: Timestamp(lamport: place + 2, wall: try instant(todo.made)), id: id)
            task.todos.append(
                TodoState(
                    id: TodoID(unnamedTodoOf: id), task: task.id,
                    deadline: todo.due.map { JSONString($0) }, notes: JSONString(todo.notes),
                    title: nil, completed: todo.done.map { JSONString($0) }, madeBy: position))
        }
        return task
    }

    private func analytics(
        _ tasks: [TaskState], now: String = AnalyticsTests.now, zone: String = "UTC"
    ) throws -> Analytics {
        Analytics(tasks, at: try instant(now), try calendar(zone))
    }

    /// A task each of whose to-dos was completed at a time.
    private func completed(_ times: String...) throws -> TaskState {
        try task(times.map { Todo(made: "2020-01-01T00:00:00Z", done: $0) })
    }

    // MARK: What counts

    @Test func aTodoIsCompletedPendingOrLeft() throws {
        let todos = [
            Todo(done: "2025-11-02T08:00:00Z"), Todo(), Todo(made: "2025-11-03T08:00:00Z"),
        ]
        let open = try analytics([try task(todos)])
        #expect(
            open.items.map(\.status) == [
                .completed(try instant("2025-11-02T08:00:00Z")), .left, .pending,
            ])
        let archived = try analytics([try task(todos, archived: true)])
        #expect(archived.items.map(\.isPending) == [false, false, false])
        #expect(archived.completionRate == .init(completed: 1, total: 3))
    }

    @Test func aCompletedTaskCompletesItsCurrentTodo() throws {
        let time = "2025-11-05T08:00:00Z"
        let tasks = [
            try task([Todo(), Todo()], completedAt: time),
            try task([], number: 2, completedAt: time),
            try task([], number: 3),
        ]
        let items = try analytics(tasks).items
        #expect(
            items.map(\.status) == [
                .left, .completed(try instant(time)), .completed(try instant(time)),
            ])
        #expect(items.last?.todo == nil)
    }

    // MARK: What is to be done

    @Test func deadlinesAreCountedByLocalDays() throws {
        let dues = [
            "2025-11-15T23:00:00Z",  // 00:00 today in Berlin.
            "2025-11-15T22:59:59Z",  // Yesterday there.
            "2025-11-16T22:59:59Z",  // The last second of today there.
            "2025-11-16T23:00:00Z",  // Tomorrow there.
            "2025-11-23T12:00:00Z",  // In seven days to the moment.
            "2025-11-23T12:00:00.001Z",
        ]
        let tasks = try dues.enumerated().map { try task([Todo(due: $1)], number: $0 + 1) }
        let berlin = try analytics(tasks, zone: "Europe/Berlin")
        #expect(berlin.overdueCount == 2)
        #expect(berlin.dueTodayCount == 2)
        #expect(berlin.dueThisWeekCount == 5)
        #expect(try analytics(tasks).dueTodayCount == 2)
        // At the deadline itself nothing is overdue.
        #expect(try analytics(tasks, now: dues[1]).overdueCount == 0)
    }

    @Test func aWeekAcrossAChangeOfTheClocksEndsAtTheSameTimeOfDay() throws {
        // 13:00 in Berlin on both days; 167 hours lie between.
        let tasks = [try task([Todo(due: "2025-04-04T11:00:00Z")])]
        let now = "2025-03-28T12:00:00Z"
        #expect(try analytics(tasks, now: now, zone: "Europe/Berlin").dueThisWeekCount == 1)
        let later = [try task([Todo(due: "2025-04-04T11:00:00.001Z")])]
        #expect(try analytics(later, now: now, zone: "Europe/Berlin").dueThisWeekCount == 0)
    }

    @Test func pendingOnesAreSortedByDeadline() throws {
        let dues: [String?] = [nil, "2025-11-20T08:00:00Z", "2025-11-19T08:00:00Z", nil]
        let tasks = try dues.enumerated().map { try task([Todo(due: $1)], number: $0 + 1) }
        #expect(
            try analytics(tasks).pending.map(\.task.id)
                == [tasks[2].id, tasks[1].id, tasks[0].id, tasks[3].id])
    }

    @Test func notesAreCountedWhereTheyAreNotEmpty() throws {
        let todos = [Todo(done: Self.now, notes: "x"), Todo(), Todo(notes: " ")]
        #expect(try analytics([try task(todos)]).withNotesCount == 2)
    }

    // MARK: Rates

    @Test func ratesByPriorityAndTask() throws {
        let tasks = [
            try task([Todo(done: Self.now), Todo()], priority: 5),
            try task([Todo(done: Self.now)], number: 2, priority: 5),
            try task([Todo()], number: 3, priority: 1), try task([], number: 4, priority: 2),
        ]
        let figures = try analytics(tasks)
        #expect(figures.completionRate.value == 0.5)
        #expect(
            figures.completionRateByPriority.map(\.value) == [0, nil, nil, nil, 2.0 / 3])
        #expect(figures.completionRateByTask.map(\.task.id) == tasks.prefix(3).map(\.id))
        #expect(figures.completionRateByTask.map(\.rate.value) == [0.5, 1, 0])
    }

    @Test func withoutTodosThereIsNoRate() throws {
        let figures = try analytics([])
        #expect(figures.completionRate.value == nil)
        #expect(figures.daysToCompletion == nil)
        #expect(figures.streak == .init(current: 0, longest: 0))
        #expect(figures.mostProductiveHour == nil)
        #expect(figures.burndown.value == nil)
        #expect(figures.remainingPoints(lastDays: 3).map(\.points) == [0, 0, 0])
        #expect(figures.weeks(2).map(\.work.points) == [0, 0])
    }

    // MARK: Times

    @Test func daysToCompletionAreMeanAndMedian() throws {
        let todos = [
            Todo(made: "2025-11-01T00:00:00Z", done: "2025-11-02T00:00:00Z"),  // 1
            Todo(made: "2025-11-01T00:00:00Z", done: "2025-11-01T12:00:00Z"),  // 0.5
            Todo(made: "2025-11-01T00:00:00Z", done: "2025-11-07T00:00:00Z"),  // 6
            // Entered after it was done.
            Todo(made: "2025-11-05T00:00:00Z", done: "2025-11-04T00:00:00Z"),  // 0
            Todo(),
        ]
        let days = try #require(try analytics([try task(todos)]).daysToCompletion)
        #expect(days.mean == 7.5 / 4)
        #expect(days.median == 0.75)
        let odd = try #require(try analytics([try task(Array(todos.prefix(3)))]).daysToCompletion)
        #expect(odd.median == 1)
    }

    @Test func daysAreOf24HoursAcrossAChangeOfTheClocks() throws {
        // From midnight to midnight in Berlin, but 23 hours.
        let todo = Todo(made: "2025-03-29T23:00:00Z", done: "2025-03-30T22:00:00Z")
        let figures = try analytics([try task([todo])], zone: "Europe/Berlin")
        #expect(figures.daysToCompletion?.mean == 23.0 / 24)
    }

    // MARK: Streak

    @Test func aStreakEndsTodayOrYesterday() throws {
        let days = try completed(
            "2025-11-16T00:00:00Z", "2025-11-15T23:59:59Z", "2025-11-15T01:00:00Z",
            "2025-11-14T12:00:00Z", "2025-11-10T12:00:00Z")
        #expect(try analytics([days]).streak == .init(current: 3, longest: 3))
        let tomorrow = try analytics([days], now: "2025-11-17T23:59:59Z")
        #expect(tomorrow.streak == .init(current: 3, longest: 3))
        let later = try analytics([days], now: "2025-11-18T00:00:00Z")
        #expect(later.streak == .init(current: 0, longest: 3))
    }

    @Test func aStreakGoesByLocalDays() throws {
        // Around midnight: two days in UTC, one and the same in New York, two in Berlin.
        let task = try completed("2025-11-16T04:30:00Z", "2025-11-15T23:30:00Z")
        #expect(try analytics([task]).streak.longest == 2)
        #expect(try analytics([task], zone: "America/New_York").streak.longest == 1)
        #expect(try analytics([task], zone: "Europe/Berlin").streak.longest == 1)
        // The day of the change has 25 hours.
        let change = try completed(
            "2025-10-25T22:10:00Z", "2025-10-26T22:50:00Z", "2025-10-26T23:10:00Z")
        #expect(
            try analytics([change], now: "2025-10-27T12:00:00Z", zone: "Europe/Berlin").streak
                == .init(current: 2, longest: 2))
    }

    @Test func whatIsCompletedInTheFutureIsNotYet() throws {
        let figures = try analytics([try completed("2025-11-17T08:00:00Z")])
        #expect(figures.streak == .init(current: 0, longest: 0))
        #expect(figures.completionsByHour.max() == 0)
        #expect(figures.work(inLastDays: 7).completions == 0)
        #expect(figures.completionRate.value == 1)
    }

    // MARK: Hours

    @Test func hoursAreLocalAndTheEarliestOfTheBestIsNamed() throws {
        let task = try completed(
            "2025-11-16T08:59:59Z", "2025-11-15T08:00:00Z", "2025-11-14T07:10:00Z",
            "2025-11-13T07:20:00Z", "2025-07-01T06:30:00Z")
        let utc = try analytics([task])
        #expect(utc.completionsByHour[6...8] == [1, 2, 2])
        #expect(utc.mostProductiveHour == 7)
        #expect(try analytics([try completed("2025-11-16T08:00:00Z")]).mostProductiveHour == 8)
        // In July clocks are two hours ahead, else one.
        let berlin = try analytics([task], zone: "Europe/Berlin")
        #expect(berlin.completionsByHour[8...9] == [3, 2])
        #expect(berlin.mostProductiveHour == 8)
    }

    // MARK: Velocity

    @Test func recentWorkReachesBackToTheSameTimeOfDay() throws {
        let todos = ["2025-11-09T12:00:00Z", "2025-11-09T11:59:59.999Z", "2025-11-16T12:00:00Z"]
            .map { Todo(made: "2020-01-01T00:00:00Z", done: $0) }
        let figures = try analytics([try task(todos, points: 2.5)])
        #expect(figures.work(inLastDays: 7) == .init(completions: 2, points: 5))
        #expect(figures.work(inLastDays: 8) == .init(completions: 3, points: 7.5))
    }

    @Test func weeksGoFromMondayToSunday() throws {
        let task = try completed(
            "2025-11-16T11:00:00Z", "2025-11-10T00:00:00Z", "2025-11-09T23:59:59Z",
            "2025-11-03T00:00:00Z", "2025-11-02T23:59:59Z")
        let weeks = try analytics([task]).weeks(2)
        #expect(weeks.map(\.monday.description) == ["2025-11-03", "2025-11-10"])
        #expect(weeks.map(\.work.completions) == [2, 2])
        // In Berlin Monday starts an hour earlier.
        let berlin = try analytics([task], zone: "Europe/Berlin").weeks(2)
        #expect(berlin.map(\.work.completions) == [2, 3])
    }

    // MARK: Burndown

    @Test func burndownCountsWhatIsDoneAndPending() throws {
        let tasks = [
            try task([Todo(done: Self.now), Todo(done: Self.now), Todo()], points: 3),
            try task([Todo(), Todo()], number: 2, points: 5),
            try task([Todo()], number: 3, points: 100, archived: true),
        ]
        let burndown = try analytics(tasks).burndown
        #expect(burndown == .init(completed: 6, remaining: 8))
        #expect(burndown.total == 14)
        #expect(burndown.value == 6.0 / 14)
    }

    @Test func pointsAreOpenAtTheEndOfALocalDay() throws {
        let todos = [
            // Made and completed around midnight in Berlin.
            Todo(made: "2025-11-13T22:59:59Z", done: "2025-11-14T23:00:00Z"),
            Todo(made: "2025-11-13T23:00:00Z", done: "2025-11-15T22:59:59Z"),
            Todo(made: Self.now, due: nil),
            Todo(made: "2025-11-16T12:00:00.001Z"),
        ]
        let figures = try analytics([try task(todos, points: 2)], zone: "Europe/Berlin")
        // The third one was left for the fourth.
        let points = figures.remainingPoints(lastDays: 4)
        #expect(points.map(\.day.description).first == "2025-11-13")
        #expect(points.map(\.points) == [2, 4, 0, 0])
        let earlier = try analytics([try task(Array(todos.prefix(3)), points: 2)])
        #expect(earlier.remainingPoints(lastDays: 2).map(\.points) == [0, 2])
    }

    @Test func pointsBeyondMeasureCanBeAddedUp() throws {
        let tasks = try (1...9).map { try task([Todo()], number: $0, points: 1e308) }
        let figures = try analytics(tasks)
        #expect(figures.burndown.remaining == 9e9)
        #expect(figures.remainingPoints(lastDays: 1)[0].points == 9e9)
    }
}
