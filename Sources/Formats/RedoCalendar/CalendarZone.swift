import RedoModel
import RedoSystem

/// A time zone that a calendar defines by a `VTIMEZONE`.
package struct CalendarZone: Sendable {
    /// A change of the clocks.
    private struct Transition {
        let second: Int64
        let offset: Int
    }

    private let transitions: [Transition]
    private let firstOffset: Int

    /// The years whose changes are computed; before and after them clocks do not change.
    private static let years = 1900...2200
    /// The maximum number of changes of one observance.
    private static let maximumCount = 1000
    /// The maximum number of observances; no zone in use has as many.
    package static let maximumObservanceCount = 300

    /// Computes the changes of some observances; nil without any, or with too many.
    package init?(_ observances: [ZoneObservance]) {
        guard let first = observances.min(by: { $0.start < $1.start }),
            observances.count <= Self.maximumObservanceCount
        else { return nil }
        firstOffset = first.before
        var transitions: [Transition] = []
        for observance in observances {
            for reading in Self.readings(of: observance) {
                let second =
                    reading.milliseconds.flooredQuotient(by: 1000) - Int64(observance.before)
                transitions.append(Transition(second: second, offset: observance.after))
            }
        }
        self.transitions = transitions.sorted { $0.second < $1.second }
    }

    /// When clocks change, as they show it before.
    private static func readings(of observance: ZoneObservance) -> [Instant] {
        var readings = [observance.start] + observance.dates.prefix(maximumCount)
        guard let rule = observance.rule, rule.frequency >= .monthly,
            let first = Instant(Instant.Components(year: years.lowerBound, month: 1, day: 1)),
            let last = Instant(Instant.Components(year: years.upperBound, month: 1, day: 1))
        else { return readings }
        // A count begins with the start.
        let near = rule.count == nil ? max(first, observance.start) : observance.start
        var walk = RuleWalk(rule, from: observance.start, near: near)
        let limit = min(rule.count ?? maximumCount, maximumCount)
        while readings.count < limit, let next = walk.next(), next <= last,
            !isOver(next, rule.until, observance)
        {
            if next > observance.start { readings.append(next) }
        }
        return readings
    }

    private static func isOver(
        _ reading: Instant, _ until: RecurrenceRule.Until?, _ observance: ZoneObservance
    ) -> Bool {
        let moment = Instant(
            milliseconds: reading.milliseconds - Int64(observance.before) * 1000)
        return until?.isOver(reading: reading, moment: moment) ?? false
    }

    /// Seconds by which clocks are ahead of UTC at a second since 1970. O(log n).
    private func secondsFromUTC(at second: Int64) -> Int {
        let index = transitions.partitioningIndex { $0.second > second }
        return index == 0 ? firstOffset : transitions[index - 1].offset
    }

    package var rules: TimeZoneRules {
        TimeZoneRules { secondsFromUTC(at: $0) }
    }
}
