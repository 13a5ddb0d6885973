import RedoCalendar
import RedoCommandLine
import RedoInterchange
import RedoModel
import RedoSystem

extension DateWords {
    /// The words that commands understand (docs/dates.md).
    package static let everyday = DateWords { text, endsDay, clock in
        let expression = TimeExpression(
            now: clock.now, zone: clock.zone, timeOfDay: endsDay ? .end : .start)
        return try? expression.moment(of: text)
    } frequency: { text in
        switch try? FrequencyExpression(text) {
        case .days(let days)?: .days(days)
        case .rule(let rule)?: .rule(rule)
        case .afterCompletion(let rule)?: .afterCompletion(rule)
        case nil: nil
        }
    } first: { rule, clock in
        let minute = clock.now.milliseconds.flooredQuotient(by: 60_000) * 60_000
        let next = try? CalendarProcess().next(
            after: CompletedOccurrence(
                of: Recurrence(rule: rule.text, origin: .deadline, zone: clock.zoneName),
                given: Instant(milliseconds: minute), moved: nil, completed: clock.now, count: 0))
        if case .due(let first)? = next { return first }
        return nil
    }
}
