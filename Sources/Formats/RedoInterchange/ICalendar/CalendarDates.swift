import RedoCalendar
import RedoModel

/// DTSTART, DUE, RRULE and EXDATE of a task: all are dates, or all are times (RFC 5545, sections 3.8.2.3 and 3.8.5.1).
///
/// Times of a rule are in its zone: a rule in UTC would give other clock times, and other days.
struct CalendarDates {
    let task: ForeignTask
    private let clock: InterchangeSettings
    /// The name of the zone of the times; nil for UTC.
    let zoneName: String?
    /// What DTSTART says: the instance of the rule, or the start of a task without a rule.
    let start: Instant?
    let isOfDays: Bool
    /// The rule as the file has it; nil for a task without one, or without a date at which it begins.
    private let rule: RecurrenceRule?
    /// Whether the start is a deadline.
    private let startsWithDeadline: Bool

    init(_ task: ForeignTask, _ settings: InterchangeSettings) {
        self.task = task
        let clock = Self.clock(of: task, settings)
        self.clock = clock
        let isOfZone = task.rule != nil && clock.zoneName == task.recurrence?.zone
        zoneName = isOfZone && clock.zoneName != NamedTimeZone.utc.name ? clock.zoneName : nil
        let startsWithDeadline = task.rule != nil && task.recurrence?.subject == .deadline
        self.startsWithDeadline = startsWithDeadline
        var start =
            startsWithDeadline
            ? task.given?.due ?? task.due : task.given?.scheduled ?? task.scheduled
        // A DTSTART is not later than its DUE.
        if let first = start, let due = task.due, first > due {
            start = startsWithDeadline ? due : nil
        }
        self.start = start
        let rule = start.flatMap { start in
            task.rule?.withoutTime(of: start, clock.zone)
        }
        self.rule = rule
        let isWhole = [(start, startsWithDeadline), (task.due, true)].allSatisfy { time, endsDay in
            time.map { clock.clock($0, endsDay: endsDay).time == nil } ?? true
        }
        isOfDays = isWhole && (rule?.isOfDays ?? true)
    }

    /// The clocks of the rule; the user's for a task without one.
    private static func clock(
        of task: ForeignTask, _ settings: InterchangeSettings
    ) -> InterchangeSettings {
        guard task.rule != nil, let name = task.recurrence?.zone else { return settings }
        // Most rules are in the user's zone, whose file need not be read for each.
        if name == settings.zoneName, name != NamedTimeZone.utc.name { return settings }
        return NamedTimeZone(name).map(settings.settings) ?? settings
    }

    var startLine: [CalendarLine] {
        start.map { [line("DTSTART", $0)] } ?? []
    }

    var dueLine: [CalendarLine] { task.due.map { [line("DUE", $0)] } ?? [] }

    /// RRULE and EXDATE.
    var ruleLines: [CalendarLine] {
        guard var rule, let start, let recurrence = task.recurrence else { return [] }
        let first = clock.zone.day(of: start)
        if let count = rule.count {
            // DTSTART counts as the first occurrence, and excluded ones count.
            let excluded = recurrence.exceptions.count { $0 >= first }
            rule.count = max(1, count - task.occurrences.count + excluded)
        }
        setEnd(of: &rule)
        return [CalendarLine(rule)] + exclusionLines(rule, start)
    }

    /// Whether DTSTART is when work on the task should begin.
    var hasScheduledStart: Bool { start == task.scheduled && !startsWithDeadline }

    /// Whether the recurrence has an RRULE.
    var hasRule: Bool { rule != nil }

    /// Converts UNTIL to the type of DTSTART: a date, or a moment (section 3.3.10).
    private func setEnd(of rule: inout RecurrenceRule) {
        switch rule.until {
        case .day(let day)? where !isOfDays:
            guard let first = Instant(day) else { return }
            let last = Instant(milliseconds: first.milliseconds + 86_399_000)
            rule.until = .moment(clock.zone.instant(ofClockReading: last))
        case .clock(let last)?:
            rule.until =
                isOfDays
                ? .day(last.components.date) : .moment(clock.zone.instant(ofClockReading: last))
        case .moment(let last)? where isOfDays:
            rule.until = .day(clock.zone.clock(at: last).date)
        default: break
        }
    }

    /// The excluded days, each with the times of day at which the rule has instances.
    private func exclusionLines(_ rule: RecurrenceRule, _ start: Instant) -> [CalendarLine] {
        let days = task.recurrence?.exceptions ?? []
        if isOfDays { return days.map { CalendarLine("EXDATE", date: $0) } }
        let time = clock.zone.clock(at: start)
        let hours = rule.hours.isEmpty ? [time.hour] : rule.hours
        let minutes = rule.minutes.isEmpty ? [time.minute] : rule.minutes
        return days.flatMap { day -> [CalendarLine] in
            guard let first = NamedTimeZone.utc.rules.day(day, endsDay: false) else { return [] }
            return hours.flatMap { hour in
                minutes.map { minute in
                    let second = Int64(hour * 3600 + minute * 60 + time.second)
                    let reading = Instant(milliseconds: first.milliseconds + second * 1000)
                    return line("EXDATE", clock.zone.instant(ofClockReading: reading), isDay: false)
                }
            }
        }
    }

    private func line(_ name: String, _ moment: Instant, isDay: Bool? = nil) -> CalendarLine {
        if isDay ?? isOfDays { return CalendarLine(name, date: clock.zone.day(of: moment)) }
        let reading = clock.zone.clockReading(at: moment)
        // A time that clocks show twice means the first; only UTC expresses the second.
        guard let zoneName, clock.zone.instant(ofClockReading: reading) == moment else {
            return CalendarLine(name, moment)
        }
        return CalendarLine(name, reading: reading, in: zoneName)
    }
}

extension Instant.Components {
    /// The date alone, without a time of day.
    var date: Instant.Components { Instant.Components(year: year, month: month, day: day) }
}

extension RecurrenceRule {
    /// The rule without a time of day that is DTSTART's.
    fileprivate func withoutTime(of start: Instant, _ zone: TimeZoneRules) -> RecurrenceRule {
        let clock = zone.clock(at: start)
        guard frequency >= .daily, hours == [clock.hour], minutes == [clock.minute],
            seconds.isEmpty || seconds == [clock.second]
        else { return self }
        var rule = self
        (rule.hours, rule.minutes, rule.seconds) = ([], [], [])
        return rule
    }

    /// Whether its instances are days: it has no times of day.
    fileprivate var isOfDays: Bool {
        frequency >= .daily && hours.isEmpty && minutes.isEmpty && seconds.isEmpty
    }
}
