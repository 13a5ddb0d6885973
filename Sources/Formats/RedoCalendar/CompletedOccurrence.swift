import RedoModel

/// A completed to-do of a task with a rule: what determines the next to-do.
package struct CompletedOccurrence: Equatable, Sendable {
    package let recurrence: Recurrence
    /// The deadline in CREATE_TODO.
    package let given: Instant?
    /// The present deadline; nil if it is still the first one.
    package let moved: Instant?
    package let completed: Instant
    /// The number of completed occurrences of the task, including this one.
    package let count: Int
    /// The start of a to-do whose rule gives starts: that of its CREATE_TODO, else the task's.
    package let start: Instant?
    /// Seconds on the wall clock from the start to the deadline, as CREATE_TODO gave them.
    package let span: Int?

    package init(
        of recurrence: Recurrence, given: Instant?, moved: Instant?, completed: Instant, count: Int,
        start: Instant? = nil, span: Int? = nil
    ) {
        self.recurrence = recurrence
        self.given = given
        self.moved = moved
        self.completed = completed
        self.count = count
        let isOfStarts = recurrence.subject == .scheduled
        self.start = isOfStarts ? start : nil
        self.span = isOfStarts ? span : nil
    }

    /// The next to-do, or the reason why there is none.
    package enum Next: Equatable, Sendable {
        /// The deadline of one whose rule gives deadlines.
        case due(Instant)
        /// One whose rule gives starts; without a span it has no deadline.
        case begins(Instant, due: Instant?, span: Int?)
        /// There is none.
        case none(reason: String)
        /// The rule exceeds a limit.
        case excessive(reason: String)
    }

    /// The maximum number of instances that are computed.
    package static let maximumStepCount = 10_000
    /// The maximum number of exceptions that can be ahead; those of past days do not count.
    static let maximumExceptionCount = 2000

    /// Returns the next to-do (docs/dates.md).
    ///
    /// The time has no bound, since libical computes the instances.
    package func next() -> Next {
        switch preparation {
        case .known(let next): next
        case .search(let rule, let zone, let range): search(rule, zone, range)
        }
    }

    /// The answer, if it needs no computed instance; nil otherwise.
    package var knownNext: Next? {
        guard case .known(let next) = preparation else { return nil }
        return next
    }

    /// The exceptions that determine the next to-do and those after it, at least: without those of past days if there
    /// are many, so that a question is short.
    var neededExceptions: [String] {
        guard recurrence.exceptions.count > Self.maximumExceptionCount,
            case .search(_, _, let range) = preparation
        else { return recurrence.exceptions }
        return range.exceptions.sorted()
    }

    private enum Preparation {
        case known(Next)
        case search(RecurrenceRule, TimeZoneRules, SearchRange)
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
        guard recurrence.subject == .deadline || start != nil else {
            return .known(.none(reason: "the rule gives starts, and the task is not scheduled"))
        }
        guard rule.interval <= RecurrenceRule.maximumInterval else {
            let maximum = RecurrenceRule.maximumInterval
            return .known(.excessive(reason: "the interval of the rule is over \(maximum)"))
        }
        let range = searchRange(zone.rules)
        guard range.exceptions.count <= Self.maximumExceptionCount else {
            return .known(
                .excessive(reason: "there are more than \(Self.maximumExceptionCount) exceptions"))
        }
        // No clock shows a sixtieth second: it is shown as the first second of the next minute.
        if rule.seconds == [60] {
            return .known(.none(reason: "the rule has no further instance"))
        }
        rule.seconds.removeAll { $0 == 60 }
        return .search(rule, zone.rules, range)
    }

    // MARK: Instances

    /// An instance, as the clock shows it, and what it gives: the moment of the start or of the deadline.
    private struct Found {
        let instance: Instant
        /// The reading of the moment, before a gap moves it.
        let reading: Instant
        let moment: Instant
    }

    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The part of the rule's instances among which the next one is.
    private struct SearchRange {
        /// The moment with which the rule begins.
        let origin: Instant
        /// The moment after which the deadline is, or the start of a task without deadlines.
        let bound: Instant
        /// Instances before this reading are in the past.
        let first: Instant
        /// Seconds on the wall clock from the instances to the deadlines; nil if the rule gives the deadlines, or there
        /// are none.
        let span: Int?
        /// The exceptions that an instance may have.
        let exceptions: Set<String>
    }

    private func searchRange(_ zone: TimeZoneRules) -> SearchRange {
        let origin = start ?? (recurrence.origin == .completion ? completed : given ?? completed)
        let span = spanOfDeadline(zone)
        var bound = max(given ?? origin, origin, completed)
        if recurrence.origin == .completion { bound = completed }
        if let moved, recurrence.origin == .deadline, start == nil || given != nil {
            bound = max(bound, moved)
        }
        // Clocks may have been put forward shortly before the bound.
        let dayBefore = Instant(milliseconds: bound.milliseconds - 2 * Self.millisecondsPerDay)
        let gain = max(0, zone.secondsFromUTC(at: bound) - zone.secondsFromUTC(at: dayBefore))
        let first = Instant(
            milliseconds: zone.clockReading(at: bound).milliseconds
                - Int64(gain + (span ?? 0)) * 1000)
        let firstDay = Instant(milliseconds: first.milliseconds - Self.millisecondsPerDay)
            .wallText.prefix(10)
        return SearchRange(
            origin: origin, bound: bound, first: first, span: span,
            exceptions: Set(recurrence.exceptions.drop { $0 < firstDay }))
    }

    private func search(
        _ rule: RecurrenceRule, _ zone: TimeZoneRules, _ range: SearchRange
    ) -> Next {
        let (origin, bound, span) = (range.origin, range.bound, range.span)
        let clock = zone.clockReading(at: origin)
        let second = Instant(milliseconds: clock.milliseconds.flooredQuotient(by: 1000) * 1000)
        let fraction = clock.milliseconds - second.milliseconds
        let distance = Int64(span ?? 0) * 1000
        var walk = RuleWalk(rule, from: second, near: range.first)
        var found: Found?
        while let next = walk.next() {
            let instance = Instant(milliseconds: next.milliseconds + fraction)
            let reading = Instant(milliseconds: instance.milliseconds + distance)
            // A later reading is an earlier moment only if the first one falls into a gap.
            if let found, reading >= zone.clockReading(at: found.moment) {
                return conclusion(found, rule.until, zone, span)
            }
            let moment = zone.instant(ofClockReading: reading)
            guard moment > bound, start == nil || zone.instant(ofClockReading: instance) > origin,
                range.exceptions.isEmpty
                    || !range.exceptions.contains(String(instance.wallText.prefix(10)))
            else { continue }
            let candidate = Found(instance: instance, reading: reading, moment: moment)
            if found.map({ moment < $0.moment }) ?? true { found = candidate }
            if zone.clockReading(at: moment) == reading {
                return conclusion(candidate, rule.until, zone, span)
            }
        }
        guard !walk.isExhausted else {
            return .excessive(
                reason:
                    "the rule takes more than \(Self.maximumStepCount) steps to its next instance")
        }
        guard let found else { return .none(reason: "the rule has no further instance") }
        return conclusion(found, rule.until, zone, span)
    }

    /// The distance of the deadlines from the instances; nil if the rule gives the deadlines, or there are none.
    private func spanOfDeadline(_ zone: TimeZoneRules) -> Int? {
        guard let start, let given else { return nil }
        return span ?? zone.wallSeconds(from: start, to: given)
    }

    /// What an instance gives, unless UNTIL is before it.
    private func conclusion(
        _ found: Found, _ until: RecurrenceRule.Until?, _ zone: TimeZoneRules, _ span: Int?
    ) -> Next {
        let moment =
            span == nil ? found.moment : zone.instant(ofClockReading: found.instance)
        let isOver = until?.isOver(reading: found.instance, moment: moment) ?? false
        guard !isOver, max(found.moment, moment) <= .latest, moment >= .earliest else {
            return .none(reason: isOver ? "UNTIL is over" : "it would be after the year 9999")
        }
        guard start != nil else { return .due(moment) }
        return .begins(moment, due: span.map { _ in found.moment }, span: span)
    }
}

extension TimeZoneRules {
    /// The seconds on the wall clock between two moments.
    package func wallSeconds(from first: Instant, to second: Instant) -> Int {
        let distance = clockReading(at: second).milliseconds - clockReading(at: first).milliseconds
        return Int(distance.flooredQuotient(by: 1000))
    }

    /// The moment that is some seconds of the wall clock later.
    package func instant(_ first: Instant, wallSecondsLater seconds: Int) -> Instant {
        instant(
            ofClockReading: Instant(
                milliseconds: clockReading(at: first).milliseconds + Int64(seconds) * 1000))
    }
}
