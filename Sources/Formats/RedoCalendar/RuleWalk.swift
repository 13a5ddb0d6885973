import RedoModel

/// The instances of a rule in order, as clocks show them.
///
/// libical steps through days, or hours, minutes and seconds, and expands times of day; ``RuleDays`` selects among
/// the days, and BYSETPOS among the instances of a period. Days that do not match are skipped.
struct RuleWalk: ~Copyable {
    /// The rule, with the times of day that it takes from DTSTART filled in.
    private let rule: RecurrenceRule
    private let start: Instant
    private let days: RuleDays
    /// The rule that libical steps by.
    private let pattern: String
    /// DTSTART, at the start of its day, hour, minute or second.
    private let origin: Instant
    /// Milliseconds between two steps of the walk.
    private let step: Int64
    private var instances: RuleInstances?
    /// Milliseconds that were added for libical, whose last year is 2582.
    private var shift: Int64 = 0
    /// The number of instances that libical has computed.
    private var stepCount = 0
    /// Whether the maximum number of steps was reached.
    var isExhausted: Bool { stepCount >= CompletedOccurrence.maximumStepCount }

    /// The instances of a period, for BYSETPOS.
    private var set: [Instant] = []
    private var setPeriod = Int.min
    /// The chosen instances of the previous period, the last one first.
    private var chosen: [Instant] = []

    /// - Parameters:
    ///   - start: DTSTART in whole seconds.
    ///   - time: instances before this time may be left out.
    init(_ rule: RecurrenceRule, from start: Instant, near time: Instant) {
        var rule = rule
        let parts = start.components
        if rule.frequency > .secondly, rule.seconds.isEmpty { rule.seconds = [parts.second] }
        if rule.frequency > .minutely, rule.minutes.isEmpty { rule.minutes = [parts.minute] }
        if rule.frequency > .hourly, rule.hours.isEmpty { rule.hours = [parts.hour] }
        var walk = RecurrenceRule(min(rule.frequency, .daily))
        walk.interval = rule.frequency <= .daily ? rule.interval : 1
        if walk.frequency > .secondly { walk.seconds = rule.seconds }
        if walk.frequency > .minutely { walk.minutes = rule.minutes }
        if walk.frequency > .hourly { walk.hours = rule.hours }
        let unit: Int64
        switch walk.frequency {
        case .secondly: unit = 1000
        case .minutely: unit = 60_000
        case .hourly: unit = 3_600_000
        default: unit = 86_400_000
        }
        self.rule = rule
        self.start = start
        days = RuleDays(rule, start: CalendarDay(of: start))
        pattern = walk.text
        step = unit * Int64(walk.interval)
        origin = Instant(milliseconds: start.milliseconds.flooredQuotient(by: unit) * unit)
        // A set begins with its period, the longest of which is a year of 53 weeks.
        let isLong = rule.frequency > .daily && !rule.positions.isEmpty
        let first = max(time, start).milliseconds - (isLong ? 380 * 86_400_000 : step)
        restart(at: Instant(milliseconds: isLong ? first : max(first, origin.milliseconds)))
    }

    /// Returns the next instance; nil if there is none within 400 years, or after too many steps.
    mutating func next() -> Instant? {
        while true {
            if let instance = chosen.popLast() {
                if instance >= start { return instance }
                continue
            }
            guard let candidate = nextCandidate() else {
                // A set that the limit cut off is incomplete.
                guard !set.isEmpty, !isExhausted else { return nil }
                choose()
                continue
            }
            guard !rule.positions.isEmpty else {
                if candidate >= start { return candidate }
                continue
            }
            let period = period(of: candidate)
            if period != setPeriod {
                choose()
                setPeriod = period
            }
            set.append(candidate)
        }
    }

    // MARK: Sets

    private func period(of instance: Instant) -> Int {
        rule.frequency <= .daily
            ? Int((instance.milliseconds - origin.milliseconds).flooredQuotient(by: step))
            : days.period(of: CalendarDay(of: instance))
    }

    /// Selects the instances of a whole set that BYSETPOS names.
    private mutating func choose() {
        let indices = rule.positions.map { $0 > 0 ? $0 - 1 : set.count + $0 }
        chosen = set.indices.filter(indices.contains).map { set[$0] }.reversed()
        set = []
    }

    // MARK: Walking

    private mutating func nextCandidate() -> Instant? {
        while !isExhausted, let instance = instances?.next() {
            stepCount += 1
            let candidate = Instant(milliseconds: instance.milliseconds - shift)
            guard let later = timeAfterMismatch(candidate) else { return candidate }
            if later > Instant(milliseconds: candidate.milliseconds + step) { restart(at: later) }
        }
        return nil
    }

    /// Returns the time before which no instance can match; nil if the candidate itself matches.
    private mutating func timeAfterMismatch(_ candidate: Instant) -> Instant? {
        let day = CalendarDay(of: candidate)
        guard days.matches(day) else {
            guard let next = days.first(from: day.number + 1) else {
                instances = nil
                return candidate
            }
            return Instant(milliseconds: Int64(next) * 86_400_000)
        }
        func end(of unit: Int64) -> Instant {
            Instant(milliseconds: (candidate.milliseconds.flooredQuotient(by: unit) + 1) * unit)
        }
        let parts = candidate.components
        if !rule.hours.isEmpty, !rule.hours.contains(parts.hour) { return end(of: 3_600_000) }
        if !rule.minutes.isEmpty, !rule.minutes.contains(parts.minute) { return end(of: 60_000) }
        if !rule.seconds.isEmpty, !rule.seconds.contains(parts.second) { return end(of: 1000) }
        return nil
    }

    /// Lets libical continue at the first step of the walk from a time on.
    private mutating func restart(at time: Instant) {
        let steps = -(origin.milliseconds - time.milliseconds).flooredQuotient(by: step)
        let first = Instant(milliseconds: origin.milliseconds + steps * step)
        guard (Instant.earliest...Instant.latest).contains(first) else {
            instances = nil
            return
        }
        // The calendar repeats after 400 years, weekdays included.
        let cycles = -(first.components.year - Self.firstComputableYear).flooredQuotient(by: 400)
        shift = Int64(cycles * RuleDays.maximumDistance) * 86_400_000
        instances = RuleInstances(pattern, from: Instant(milliseconds: first.milliseconds + shift))
    }

    /// The first year from which libical computes at least 400 more.
    private static let firstComputableYear = 1782
}
