import RedoCalendar
import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// Options that say how often a task comes again.
package struct RecurrenceOptions: Sendable {
    package static let every = OptionSpecification.value(
        "every", takes: "frequency", words: WordSpelling.all(of: .every),
        "repeat it: 2w, mon,thu, 'last friday 9:00', 1st, year, FREQ=...; 7 or '7 days after done'; none"
    )
    package static let from = OptionSpecification.value(
        "from", takes: "origin", oneOf: Recurrence.Origin.allCases.map(\.rawValue),
        isExpert: true, "count from the deadline, or from each completion")
    static let until = OptionSpecification.value(
        "until", takes: "date", words: [WordSpelling("until", beside: "every")],
        "the last day on which it recurs")
    static let count = OptionSpecification.value(
        "count", takes: "number", isExpert: true,
        "how many times it is done in all")
    package static let zone = OptionSpecification.value(
        "time-zone", takes: "zone",
        isExpert: true, "the zone of its times, such as Europe/Berlin")

    package static let all = [every, from, until, count, zone]
    package static let constraints: [OptionConstraint] = [.exclusive([until, count])]

    /// The end of a recurrence.
    fileprivate enum End {
        /// The last day, as it was given.
        case day(String)
        case count(Int)

        var option: OptionSpecification {
            switch self {
            case .day: RecurrenceOptions.until
            case .count: RecurrenceOptions.count
            }
        }
    }

    /// The frequency as it was given.
    package let every: String?
    package let origin: Recurrence.Origin?
    /// The name of the time zone as it was given.
    package let zone: String?
    fileprivate let end: End?

    /// No options.
    package init() {
        (every, origin, zone, end) = (nil, nil, nil, nil)
    }

    /// - Throws: wrong usage for a count or an origin of the wrong form.
    package init(_ arguments: Arguments) throws(RedoError) {
        every = arguments.value(Self.every)
        origin = try arguments.value(Self.from).map { name throws(RedoError) in
            try choice(of: "origin", named: name, among: Recurrence.Origin.allCases)
        }
        zone = arguments.value(Self.zone)
        if let text = arguments.value(Self.count) {
            guard let count = Int(text), (1...999_999_999).contains(count) else {
                throw .usage("--count takes a number from 1, not '\(text)'")
            }
            end = .count(count)
        } else {
            end = arguments.value(Self.until).map(End.day)
        }
    }

    /// True if no option is given.
    package var isEmpty: Bool { every == nil && origin == nil && zone == nil && end == nil }
}

/// A change of how often a task comes again.
package struct RecurrenceChange {
    package let fields: [JSONMember]
    /// Its recurrence, for people: `every week`, `7 days after it is done`; nil for a task that is done once.
    package let words: String?
    /// The first deadline by the rule, of a task without one.
    package let firstDeadline: Instant?

    /// The change that options request, and what is in their place in a form.
    ///
    /// - Parameters:
    ///   - frequency: how often; nil if nothing says so.
    ///   - name: what gave it, for errors.
    ///   - origin: what a form has in the place of `--from`.
    ///   - zone: what a form has in the place of `--time-zone`.
    ///   - options: those that say more than the frequency.
    ///   - task: nil for a new one.
    ///   - deadline: of the current occurrence; nil if it has none.
    ///   - calendar: tries the rule; one for all tasks of a command.
    /// - Returns: nil if nothing is requested.
    /// - Throws: wrong usage for a value of the wrong form, CALENDAR_001 for a rule that exceeds a limit.
    package static func requested(
        _ frequency: String?, by name: String = "--every", from origin: String? = nil,
        zone: String? = nil, beside options: RecurrenceOptions = RecurrenceOptions(),
        of task: TaskState?, due deadline: Instant?, _ dialect: Dialect,
        calendar: CalendarProcess = CalendarProcess(), _ context: borrowing CommandContext
    ) throws(RedoError) -> RecurrenceChange? {
        let zone = zone ?? options.zone
        var origin = origin ?? options.origin?.rawValue
        let others =
            (origin == nil ? [] : [RecurrenceOptions.from])
            + (options.end.map { [$0.option] } ?? [])
            + (zone == nil ? [] : [RecurrenceOptions.zone])
        guard frequency != nil || !others.isEmpty else { return nil }
        var asked: FrequencyExpression?
        if let frequency { asked = try FrequencyExpression.asked(frequency, by: name) }
        if case .days(let days)? = asked, others.isEmpty || days == 0 {
            guard others.isEmpty else { throw .usage("--\(others[0].name) needs another --every") }
            return RecurrenceChange(days: days, of: task)
        }
        guard dialect == .fields else {
            throw .usage(
                "with redo.dialect = payload there are only days after each completion, no rules",
                hints: ["'--every 7' is a number of days; '--dialect fields' writes a rule"])
        }
        var rule: RecurrenceRule
        switch asked {
        case .rule(let written)?: rule = written
        case .afterCompletion(let written)?:
            guard origin != Recurrence.Origin.deadline.rawValue else {
                throw .usage("'after it is done' and --from deadline do not go together")
            }
            rule = written
            origin = Recurrence.Origin.completion.rawValue
        case .days(let days)?: rule = RecurrenceRule(.daily, interval: days)
        case nil:
            guard let text = task?.recurrence?.rule, let known = try? RecurrenceRule(text) else {
                throw .usage("--\(others[0].name) needs --every")
            }
            rule = known
        }
        try bound(&rule, options.end, now: try context.now())
        return try RecurrenceChange(
            rule, from: origin, zone: zone, of: task, due: deadline, calendar, context)
    }

    /// Days after each completion, instead of a rule.
    private init(days: Int, of task: TaskState?) {
        let cleared = Recurrence.Field.all.filter { task?.fields[$0] != nil }
        fields =
            [JSONMember("frequencyDays", .number(Double(days)))]
            + cleared.map { JSONMember($0, .null) }
        words = days > 0 ? "\(counted(days, "day")) after it is done" : nil
        firstDeadline = nil
    }

    private init(
        _ asked: RecurrenceRule, from name: String?, zone: String?, of task: TaskState?,
        due deadline: Instant?, _ calendar: CalendarProcess,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let known = task?.recurrence
        var origin = known?.origin ?? .deadline
        if let name {
            origin = try choice(of: "origin", named: name, among: Recurrence.Origin.allCases)
        }
        let zone = try Self.zone(zone, context, known)
        var rule = asked
        if origin == .deadline { rule.fillTime(zone.rules, deadline) }
        guard rule.interval <= RecurrenceRule.maximumInterval else {
            throw .usage("an interval is at most \(RecurrenceRule.maximumInterval)")
        }
        let now = try context.now()
        // The rule is tried in any case: it has to have an instance.
        let minute = now.milliseconds.flooredQuotient(by: 60_000) * 60_000
        let next = try calendar.next(
            after: CompletedOccurrence(
                of: Recurrence(
                    rule: deadline == nil ? rule.text : rule.pattern, origin: .deadline,
                    zone: zone.name),
                given: deadline ?? Instant(milliseconds: minute), moved: nil,
                completed: deadline ?? now, count: 0))
        if case .none(let reason) = next {
            throw .usage(
                "'\(rule.text)' gives no \(deadline == nil ? "first" : "next") deadline: \(reason)")
        }
        if deadline == nil, case .due(let first) = next {
            firstDeadline = first
        } else {
            firstDeadline = nil
        }
        words = Recurrence(rule: rule.text, origin: origin, zone: zone.name).words
        var fields = [
            JSONMember(Recurrence.Field.rule, .string(JSONString(rule.text))),
            JSONMember(Recurrence.Field.zone, .string(JSONString(zone.name))),
            JSONMember("frequencyDays", 0),
        ]
        if origin != .deadline || task?.fields[Recurrence.Field.origin] != nil {
            fields.append(JSONMember(Recurrence.Field.origin, .string(JSONString(origin.rawValue))))
        }
        // The rule of these options gives deadlines.
        if known?.subject == .scheduled {
            fields.append(JSONMember(Recurrence.Field.subject, .null))
        }
        // An unchanged value is not written: it would win over a change made elsewhere.
        self.fields = fields.filter { task?.fields[$0.name] != $0.value }
    }

    /// The zone that is requested, else that of the task, else the user's.
    private static func zone(
        _ name: String?, _ context: borrowing CommandContext, _ known: Recurrence?
    ) throws(RedoError) -> NamedTimeZone {
        if let name {
            guard let zone = NamedTimeZone(name) else {
                throw .usage(
                    "--time-zone: there is no time zone '\(name.prefix(64).description.printable)'",
                    hints: ["for example: Europe/Berlin; /usr/share/zoneinfo has all of them"])
            }
            return zone
        }
        if let zone = known.flatMap({ NamedTimeZone($0.zone) }) { return zone }
        let variable = context.surroundings.variables.rawValue(of: "TZ")
        if let zone = NamedTimeZone.local(variable: variable) {
            if NamedTimeZone.hasRules(variable: variable) {
                context.note(
                    "the local time zone has no name: the rule follows \(zone.name), which has the same clock; "
                        + "see --time-zone")
            }
            return zone
        }
        context.note("the local time zone has no name: the rule has times in UTC; see --time-zone")
        return .utc
    }

    /// Adds `--until` and `--count` to a rule.
    private static func bound(
        _ rule: inout RecurrenceRule, _ end: RecurrenceOptions.End?, now: Instant
    ) throws(RedoError) {
        switch end {
        case nil: break
        case .count(let count): rule.count = count
        case .day(let text):
            let last = try DueDate.instant(text, now: now)
            var day = TimeZoneRules.local.clock(at: last)
            (day.hour, day.minute, day.second, day.millisecond) = (0, 0, 0, 0)
            rule.until = .day(day)
        }
        guard rule.count == nil || rule.until == nil else {
            throw .usage("a rule has a last day or a count, not both")
        }
    }
}

extension RecurrenceRule {
    /// Gives a rule the time of day of a deadline, so that a day on which clocks skip it moves no later instance.
    ///
    /// - Parameter deadline: without one the time is the end of the day.
    package mutating func fillTime(_ zone: TimeZoneRules, _ deadline: Instant?) {
        guard frequency >= .daily else { return }
        let time = deadline.map { zone.clock(at: $0) }
        if minutes.isEmpty { minutes = [hours.isEmpty ? time?.minute ?? 59 : 0] }
        if hours.isEmpty { hours = [time?.hour ?? 23] }
    }
}
