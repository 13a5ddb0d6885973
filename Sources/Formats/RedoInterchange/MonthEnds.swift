import RedoCalendar
import RedoModel

/// Months without a day of the rule. In iCalendar such a month has no instance; Taskwarrior and todo.txt take its last
/// day: 31 January, 28 February.
extension RecurrenceRule {
    private static let lastCommonDay = 28

    /// The rule that takes the last day of months that lack the day of a deadline.
    func clippingMonths(_ due: Instant?, _ zone: TimeZoneRules) -> RecurrenceRule {
        guard isBare, let due else { return self }
        let date = zone.clock(at: due)
        guard date.day > Self.lastCommonDay else { return self }
        var rule = self
        if frequency == .yearly {
            guard date.month == 2 else { return self }
            rule.months = [2]
        } else if frequency != .monthly {
            return self
        }
        rule.monthDays = Array(Self.lastCommonDay...date.day)
        rule.positions = [-1]
        return rule
    }

    /// The rule of which ``clippingMonths(_:_:)`` makes this one; the rule itself otherwise.
    var withoutClippedMonths: RecurrenceRule {
        guard positions == [-1], let last = monthDays.last, last > Self.lastCommonDay, last <= 31,
            monthDays == Array(Self.lastCommonDay...last),
            frequency == .monthly && months.isEmpty || frequency == .yearly && months == [2]
        else { return self }
        var rule = self
        (rule.monthDays, rule.positions, rule.months) = ([], [], [])
        return rule.isBare ? rule : self
    }

    /// Whether the rule only steps.
    private var isBare: Bool { self == RecurrenceRule(frequency, interval: interval) }
}
