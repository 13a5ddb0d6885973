import RedoModel
import TestSupport
import Testing

@testable import RedoCalendar

/// Random rules give what a literal evaluation gives.
@Suite struct RandomRecurrenceTests {
    private static let frequencies = ["MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
    private static let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private static func rule(_ frequency: String, _ generator: inout SeededGenerator) -> String {
        func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }
        func list(_ range: ClosedRange<Int>, _ count: Int, isSigned: Bool = false) -> String {
            (0..<Int.random(in: 1...count, using: &generator)).map { _ in
                let number = Int.random(in: range, using: &generator)
                return isSigned && chance(3) ? "-\(number)" : "\(number)"
            }.joined(separator: ",")
        }
        var parts = ["FREQ=\(frequency)"]
        let isYearly = frequency == "YEARLY"
        if chance(2) { parts.append("INTERVAL=\(Int.random(in: 1...4, using: &generator))") }
        if chance(4) { parts.append("WKST=\(days.randomElement(using: &generator) ?? "MO")") }
        var isSet = false
        let weeks = isYearly && chance(4)
        if weeks {
            parts.append("BYWEEKNO=\(list(1...53, 3, isSigned: true))")
            isSet = true
        } else if chance(3) {
            parts.append("BYMONTH=\(list(1...12, 4))")
        }
        if frequency != "WEEKLY", !weeks, chance(3) {
            parts.append("BYMONTHDAY=\(list(1...31, 4, isSigned: true))")
            isSet = true
        } else if isYearly, !weeks, chance(3) {
            parts.append("BYYEARDAY=\(list(1...366, 4, isSigned: true))")
            isSet = true
        }
        if chance(2) {
            let isOrdinal = (frequency == "MONTHLY" || isYearly) && !weeks && !isSet && chance(2)
            let names = days.filter { _ in chance(2) }.map { day in
                guard isOrdinal else { return day }
                let number = Int.random(in: 1...5, using: &generator)
                return chance(3) ? "-\(number)\(day)" : "\(number)\(day)"
            }
            if !names.isEmpty {
                parts.append("BYDAY=\(names.joined(separator: ","))")
                isSet = true
            }
        }
        if chance(3) { parts.append("BYHOUR=\(list(0...23, 3))") }
        if chance(4) { parts.append("BYMINUTE=\(list(0...59, 2))") }
        if isSet, frequency >= "MONTHLY", frequency != "WEEKLY", frequency != "MINUTELY", chance(3)
        {
            parts.append("BYSETPOS=\(list(1...3, 2, isSigned: true))")
        }
        return parts.joined(separator: ";")
    }

    @Test(arguments: frequencies) func aRuleGivesWhatALiteralEvaluationGives(_ frequency: String) {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<100 {
            let rule = Self.rule(frequency, &generator)
            // From 1990 to 2036; the completion up to 40 days, or up to two years, after the start.
            let start = Instant(
                milliseconds: .random(in: 10_519_200..<34_712_640, using: &generator) * 60_000)
            let isLong = frequency >= "MONTHLY" || frequency == "DAILY"
            let span = isLong && frequency != "MINUTELY" ? 1_051_200 : 57_600
            let completed = Instant(
                milliseconds: start.milliseconds
                    + .random(in: 0..<Int64(span), using: &generator) * 60_000)
            let days = isLong ? 20_000 : 60
            let expected = LiteralRecurrence(rule, from: start).first(
                after: completed, within: days)
            let next = CompletedOccurrence(
                of: Recurrence(rule: rule, origin: .deadline, zone: "UTC"), given: start,
                moved: nil,
                completed: completed, count: 1
            ).next()
            if case .due(let due) = next {
                if expected == nil, due >= completed.advanced(byDays: days) { continue }
                #expect(due == expected, "\(rule) from \(start), done \(completed); \(seed.replay)")
            } else {
                #expect(expected == nil, "\(rule) from \(start), done \(completed); \(seed.replay)")
            }
        }
    }
}
