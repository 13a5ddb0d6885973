import RedoModel

/// A completed occurrence of a task with a recurrence, from which the next deadline is computed.
///
/// RedoCalendar owns rules of recurrence, time zones and the occurrences that follow from them; it alone uses
/// libical. It neither writes nodes nor reads the clock. Start reading here for deadlines, at ``RecurrenceRule`` for
/// rules, and at ``CalendarComponent`` for files of iCalendar.
///
/// ```swift
/// let occurrence = CompletedOccurrence(
///     of: recurrence, given: deadline, moved: nil, completed: now, count: 1)
/// if case .due(let next) = occurrence.next() { /* the deadline of the next to-do */ }
/// ```
package struct CompletedOccurrence: Equatable, Sendable {
    package let recurrence: Recurrence
    /// The deadline in CREATE_TODO.
    package let given: Instant?
    /// The present deadline; nil if it is still the first one.
    package let moved: Instant?
    package let completed: Instant
    /// The number of completed occurrences of the task, including this one.
    package let count: Int

    package init(
        of recurrence: Recurrence, given: Instant?, moved: Instant?, completed: Instant, count: Int
    ) {
        self.recurrence = recurrence
        self.given = given
        self.moved = moved
        self.completed = completed
        self.count = count
    }

    /// The next deadline, or the reason why there is none.
    package enum Next: Equatable, Sendable {
        case due(Instant)
        /// There is none.
        case none(reason: String)
        /// The rule exceeds a limit.
        case excessive(reason: String)
    }

    /// The maximum number of instances that are computed.
    package static let maximumStepCount = 10_000

    /// Returns the deadline of the next occurrence (docs/dates.md).
    ///
    /// The time has no bound, since libical computes the instances.
    package func next() -> Next {
        switch preparation {
        case .known(let next): next
        case .search(let rule, let zone): search(rule, zone)
        }
    }

    /// The answer, if it needs no computed instance; nil otherwise.
    package var knownNext: Next? {
        guard case .known(let next) = preparation else { return nil }
        return next
    }

    private enum Preparation {
        case known(Next)
        case search(RecurrenceRule, TimeZoneRules)
    }

    private var preparation: Preparation {
        var rule: RecurrenceRule
        do throws(RecurrenceRule.ParseError) {
            rule = try RecurrenceRule(recurrence.rule)
        } catch {
            return .known(.none(reason: "not a valid rule: \(error.reason)"))
        }
        guard let zone = NamedTimeZone(recurrence.zone) else {
            return .known(
                NamedTimeZone.databaseExists
                    ? .none(reason: "the time zone '\(recurrence.zone.prefix(64))' is not known")
                    : .excessive(reason: "/usr/share/zoneinfo is missing: install tzdata"))
        }
        guard rule.count == nil || rule.until == nil else {
            return .known(.none(reason: "the rule has both COUNT and UNTIL"))
        }
        if let limit = rule.count, count >= limit {
            return .known(.none(reason: "COUNT is reached"))
        }
        guard rule.interval <= RecurrenceRule.maximumInterval else {
            let maximum = RecurrenceRule.maximumInterval
            return .known(.excessive(reason: "the interval of the rule is over \(maximum)"))
        }
        // No clock shows a sixtieth second: it is shown as the first second of the next minute.
        if rule.seconds == [60] {
            return .known(.none(reason: "the rule has no further instance"))
        }
        rule.seconds.removeAll { $0 == 60 }
        return .search(rule, zone.rules)
    }

    // MARK: Instances

    private static let millisecondsPerDay: Int64 = 86_400_000

    private func search(_ rule: RecurrenceRule, _ zone: TimeZoneRules) -> Next {
        let start = recurrence.origin == .completion ? completed : given ?? completed
        var bound = max(start, completed)
        if let moved, recurrence.origin == .deadline { bound = max(bound, moved) }

        let clock = zone.clockReading(at: start)
        let second = Instant(milliseconds: clock.milliseconds.flooredQuotient(by: 1000) * 1000)
        let fraction = clock.milliseconds - second.milliseconds
        // Instances before this reading are in the past, even if clocks were put forward shortly before the bound.
        let dayBefore = Instant(milliseconds: bound.milliseconds - 2 * Self.millisecondsPerDay)
        let gain = max(0, zone.secondsFromUTC(at: bound) - zone.secondsFromUTC(at: dayBefore))
        let over = zone.clockReading(at: bound).milliseconds - Int64(gain) * 1000
        var walk = RuleWalk(rule, from: second, near: Instant(milliseconds: over))
        var found: (moment: Instant, reading: Instant)?
        while let instance = walk.next() {
            let reading = Instant(milliseconds: instance.milliseconds + fraction)
            // A later reading is an earlier moment only if the first one falls into a gap.
            if let found, reading >= zone.clockReading(at: found.moment) {
                return conclusion(found, rule.until)
            }
            let moment = zone.instant(ofClockReading: reading)
            guard moment > bound else { continue }
            if found.map({ moment < $0.moment }) ?? true { found = (moment, reading) }
            if zone.clockReading(at: moment) == reading {
                return conclusion((moment, reading), rule.until)
            }
        }
        guard !walk.isExhausted else {
            return .excessive(
                reason:
                    "the rule takes more than \(Self.maximumStepCount) steps to its next instance")
        }
        guard let found else { return .none(reason: "the rule has no further instance") }
        return conclusion(found, rule.until)
    }

    /// Compares an instance with UNTIL, in whole seconds.
    private func conclusion(
        _ found: (moment: Instant, reading: Instant), _ until: RecurrenceRule.Until?
    ) -> Next {
        func second(_ instant: Instant) -> Int64 { instant.milliseconds.flooredQuotient(by: 1000) }
        let isOver: Bool
        switch until {
        case .day(let day)?:
            let end = Instant(day).map { second($0) + 86_400 } ?? 0
            isOver = second(found.reading) >= end
        case .clock(let last)?: isOver = second(found.reading) > second(last)
        case .moment(let last)?: isOver = second(found.moment) > second(last)
        case nil: isOver = false
        }
        guard !isOver, found.moment <= .latest else {
            return .none(reason: isOver ? "UNTIL is over" : "it would be after the year 9999")
        }
        return .due(found.moment)
    }
}
