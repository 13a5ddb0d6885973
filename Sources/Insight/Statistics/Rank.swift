import Glibc
import RedoModel
import RedoSystem

/// The rule for the urgency of a task: the higher its rank, the sooner it should be done (protocol, section 9).
///
/// ```
/// let urgent = state.ranked(by: .classic, at: now).first?.task
/// ```
package enum Rank: String, CaseIterable, Sendable {
    /// Doubles with each day overdue.
    case classic
    /// Grows along a logistic curve around the deadline.
    case sigmoid

    /// A moment, with what local clocks show then.
    package struct Now: Sendable {
        package let instant: Instant
        /// The seconds by which local time is ahead of UTC.
        package let secondsFromUTC: Int

        package init(instant: Instant, secondsFromUTC: Int) {
            self.instant = instant
            self.secondsFromUTC = secondsFromUTC
            let local = Instant(milliseconds: instant.milliseconds + Int64(secondsFromUTC) * 1000)
            localHour = local.components.hour
        }

        package init(_ instant: Instant, in zone: TimeZoneRules) {
            self.init(instant: instant, secondsFromUTC: zone.secondsFromUTC(at: instant))
        }

        /// 0 to 23.
        let localHour: Int
    }

    /// The rank of a task; 0 for one without a current to-do, archived or completed.
    package func value(of task: TaskState, at now: Now) -> Double {
        value(of: task, due: task.due, at: now)
    }

    /// The rank of a task whose current to-do has the given deadline; 0 for a task without a current to-do, archived or
    /// completed.
    func value(of task: TaskState, due: Instant?, at now: Now) -> Double {
        guard !task.isPutAway, !task.isCompleted, task.hasCurrentTodo else { return 0 }
        let daysLeft = due.map { now.instant.days(to: $0) }
        switch self {
        case .classic:
            // By the wall time of the CREATE (protocol, section 9), whatever `createdAt` is: all clients rank alike.
            return Self.classic(
                priority: task.priority, daysLeft: daysLeft, hour: now.localHour,
                age: max(0, task.created.days(to: now.instant)))
        case .sigmoid:
            return Self.sigmoid(
                priority: task.priority, daysLeft: daysLeft, storyPoints: task.storyPoints)
        }
    }

    /// - Parameters:
    ///   - daysLeft: the days until the deadline, negative if it has passed, nil without one.
    ///   - hour: the hour of the day, by local time.
    ///   - age: the days since the task was created.
    static func classic(priority: Int, daysLeft: Double?, hour: Int, age: Double) -> Double {
        var rank = Double(priority)
        if let daysLeft, daysLeft < 0 { rank *= exp2(min(-daysLeft, 10)) }
        switch hour {
        case 5..<12: rank *= 1.1
        case 12..<20: rank *= 1.2
        default: rank *= 0.9
        }
        return rank * max(1.0, 1.2 - 0.01 * age)
    }

    static func sigmoid(priority: Int, daysLeft: Double?, storyPoints: Double) -> Double {
        Double(priority) * dueTerm(daysLeft) * pointsTerm(storyPoints)
    }

    /// The factor of the rank that depends on the deadline.
    static func dueTerm(_ daysLeft: Double?) -> Double {
        daysLeft.map { 1 + 10 / (1 + exp(0.4 * $0)) } ?? 1
    }

    /// The factor of the rank that depends on story points.
    static func pointsTerm(_ storyPoints: Double) -> Double { max(1, storyPoints).squareRoot() }
}

extension State {
    /// The tasks with their ranks, the most urgent first. Ties are ordered by priority, the higher first, then by
    /// deadline, the earlier first and none last, then by id.
    ///
    /// - Parameter isWanted: whether to include a task.
    package func ranked(
        by rank: Rank, at now: Rank.Now,
        where isWanted: @Sendable (TaskState) -> Bool = { _ in true }
    ) -> [RankedTask] {
        ranked(where: isWanted) { task, position in
            let due = task.due
            return RankKey(
                of: task, rank: rank.value(of: task, due: due, at: now), due: due,
                position: position)
        }
    }

    /// - Parameters:
    ///   - limit: the maximum number of tasks; nil for all.
    ///   - facts: the facts by which tasks come after those that block them; nil if only the keys count.
    ///   - key: returns the key of a task at a position.
    func ranked(
        where isWanted: @Sendable (TaskState) -> Bool, limit: Int? = nil, facts: StateFacts? = nil,
        _ key: @Sendable (TaskState, Int) -> RankKey
    ) -> [RankedTask] {
        // Keys are small, and tasks are not moved.
        let parts = Parallel.map(count: tasks.count, smallestShare: 1024) { range in
            var keys: [RankKey] = []
            keys.reserveCapacity(range.count)
            for position in range {
                let task = tasks[position]
                guard isWanted(task) else { continue }
                keys.append(key(task, position))
            }
            return [keys]
        }
        let keys = RankKey.sorted(parts, facts, limit: limit) { tasks[$0.position].id }
        return Parallel.array(count: keys.count) {
            let task = tasks[keys[$0].position]
            return RankedTask(task: task, rank: keys[$0].rank, due: task.due)
        }
    }
}

/// A task with its rank.
package struct RankedTask: Sendable {
    package let task: TaskState
    package let rank: Double
    /// The deadline of its current to-do.
    package let due: Instant?
    /// How many tasks of its list it is beneath, as a part of a part.
    package var depth = 0
}
