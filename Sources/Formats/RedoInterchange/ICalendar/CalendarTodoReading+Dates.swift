import RedoCalendar
import RedoJSON
import RedoModel

/// What a VTODO says: a task, or an occurrence of one that recurs.
struct CalendarEntry: Sendable {
    /// The occurrence of the rule that a VTODO with a RECURRENCE-ID describes.
    struct Occurrence: Sendable {
        let time: CalendarTime
        /// Whether it also describes those after it: `RANGE=THISANDFUTURE`.
        let isWithFollowing: Bool
    }

    var task: ForeignTask
    let occurrence: Occurrence?
    /// The zone of the rule; the user's for a task without one.
    let zone: TimeZoneRules
    /// The days `YYYY-MM-DD` that EXDATE excludes, in the zone of the rule.
    let exclusions: [String]
    /// The excluded days on which the rule has other times than those that EXDATE names.
    let partialDays: Set<String>
}

extension RecurrenceRule {
    /// The number of its instances on a day; nil if days differ.
    var countPerDay: Int? {
        guard frequency >= .daily else { return nil }
        return [hours, minutes, seconds].map { max(1, $0.count) }.reduce(1, *)
    }
}

extension CalendarTodoReading {
    /// The zone of DATEs.
    var days: TimeZoneRules { dayZone?.rules ?? settings.zone }

    /// The time of a property.
    func time(_ property: CalendarProperty) throws(ForeignMistake) -> CalendarTime? {
        try times(property).first
    }

    /// The times of a property.
    func times(_ property: CalendarProperty) throws(ForeignMistake) -> [CalendarTime] {
        try CalendarTime.values(of: property, zones, settings, days: days)
    }

    /// Sets the start and the deadline. DTSTART and DURATION stand for a DUE (RFC 5545, section 3.6.2).
    mutating func setDates() {
        if due != nil, duration != nil {
            task.remarks.append("DURATION left out: there is a DUE")
        } else if let duration {
            if let start {
                due = start.later(by: duration, start.zone.flatMap(zones.rules) ?? days)
            } else {
                task.remarks.append("DURATION left out: there is no DTSTART")
            }
        }
        task.due = due?.deadline(days)
    }

    /// The days of which EXDATE names times, and not all that the rule gives.
    ///
    /// - Parameter zone: that of the rule.
    func partialDays(_ zone: TimeZoneRules) -> Set<String> {
        // Exceptions are days here, so a file of this suite excludes whole ones.
        guard !isOurs, let rule = task.rule, rule.countPerDay != 1 else { return [] }
        let times = exclusions.filter { $0.day == nil }.map(\.moment)
        let days = Dictionary(grouping: Set(times)) { zone.day(of: $0) }
        let whole = rule.countPerDay ?? Int.max
        return Set(days.filter { $0.value.count < whole }.keys)
    }

    /// Whether this suite has written the rule: then the file says what it gives.
    private var isOurs: Bool { dayZone != nil }

    /// Whether DTSTART equals DUE, or is missing.
    private var startsWithDeadline: Bool {
        guard let start else { return true }
        return due.map { $0.moment == start.moment && $0.day == start.day } ?? false
    }

    /// Sets the recurrence and the start. The rule gives starts, from which the deadlines keep their distance (section
    /// 3.8.5.3); if DTSTART equals DUE, it only says where the rule begins, and the rule gives deadlines.
    ///
    /// - Parameter text: the rule; nil without one.
    mutating func setRecurrence(_ text: String?) {
        let apart = task.scheduled
        task.scheduled = apart ?? start?.moment
        guard let text else {
            // Members of a rule that another program has removed.
            if task.recurrence?.rule.isEmpty == true { task.recurrence = nil }
            return
        }
        let known = task.recurrence
        do throws(RecurrenceRule.ParseError) {
            var rule = try RecurrenceRule(text)
            try rule.checkEnd()
            let zone = known?.zone ?? ruleZone()
            if rule.until != nil {
                normalizeEnd(of: &rule, NamedTimeZone(zone)?.rules ?? settings.zone)
            }
            let subject: Recurrence.Subject =
                isOurs ? known?.subject ?? .deadline : startsWithDeadline ? .deadline : .scheduled
            task.recurrence = Recurrence(
                rule: rule.text, origin: known?.origin ?? .deadline, zone: zone, of: subject)
            if isOurs ? subject == .deadline : startsWithDeadline { task.scheduled = apart }
        } catch {
            task.recurrence = nil
            task.setField("rrule", .text(text))
            task.remarks.append(
                "the rule '\(text.prefix(100))' is kept as the field 'rrule': \(error.reason)")
        }
    }

    /// The zone of the rule's clock times: that of DTSTART, else of DUE, else the user's.
    private mutating func ruleZone() -> String {
        guard let name = start?.zone ?? due?.zone else { return settings.zoneName }
        if let zone = zones.databaseZone(name) { return zone.name }
        task.remarks.append(
            "no zone of the database has the rules of '\(name.prefix(60))': the rule is read in "
                + settings.zoneName)
        return settings.zoneName
    }

    /// Gives the end of a rule the type of DTSTART, and reads the end of a day as the day.
    private func normalizeEnd(of rule: inout RecurrenceRule, _ zone: TimeZoneRules) {
        switch rule.until {
        case .moment(let last)?:
            // A day in UTC is what many programs write for days.
            let isOfDays = start?.day != nil
            let reading = isOfDays ? last : zone.clockReading(at: last)
            let parts = reading.components
            if isOfDays || (parts.hour, parts.minute) == (23, 59) {
                rule.until = .day(parts.date)
            }
        case .clock(let last)? where start?.day != nil:
            rule.until = .day(last.components.date)
        default: break
        }
    }
}
