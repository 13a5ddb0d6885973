import RedoCalendar
import TestSupport
import Testing

@testable import RedoCommandLine

/// How often a task comes again, as people write it (docs/dates.md).
@Suite struct FrequencyExpressionTests {
    private static func text(_ frequency: FrequencyExpression) -> String {
        switch frequency {
        case .days(let days): "\(days)"
        case .rule(let rule): rule.text
        case .afterCompletion(let rule): "\(rule.text) after completion"
        }
    }

    @Test(arguments: [
        ("0", "0"), ("7", "7"), ("none", "0"), ("Never", "0"), ("3 days after done", "3"),
        ("3d", "FREQ=DAILY;INTERVAL=3"), ("3 days", "FREQ=DAILY;INTERVAL=3"),
        ("a day", "FREQ=DAILY"), ("every 3 days", "FREQ=DAILY;INTERVAL=3"),
        ("every 3 days after it is done", "3"), ("a week after completion", "7"),
        ("2 weeks after each completion", "14"),
        ("2 months after done", "FREQ=MONTHLY;INTERVAL=2 after completion"),
        ("friday after done", "FREQ=WEEKLY;BYDAY=FR after completion"), ("daily", "FREQ=DAILY"),
        ("every day", "FREQ=DAILY"),
        ("every 3 days at 9am", "FREQ=DAILY;INTERVAL=3;BYHOUR=9;BYMINUTE=0"),
        ("weekly", "FREQ=WEEKLY"), ("WEEKLY", "FREQ=WEEKLY"), ("2w", "FREQ=WEEKLY;INTERVAL=2"),
        ("every other week", "FREQ=WEEKLY;INTERVAL=2"), ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"),
        ("biweekly", "FREQ=WEEKLY;INTERVAL=2"), ("quarterly", "FREQ=MONTHLY;INTERVAL=3"),
        ("every 2 quarters", "FREQ=MONTHLY;INTERVAL=6"),
        ("every other friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("every other fri at 9:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=9;BYMINUTE=0"),
        ("every 2 weeks on mon,thu", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
        (
            "every 2 months on the last friday 9am",
            "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;BYHOUR=9;BYMINUTE=0"
        ),
        ("last workday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
        (
            "2nd last workday 17:00",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=17;BYMINUTE=0;BYSETPOS=-2"
        ),
        ("mon-fri", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("weekends", "FREQ=WEEKLY;BYDAY=SA,SU"),
        ("mondays", "FREQ=WEEKLY;BYDAY=MO"), ("2nd last day", "FREQ=MONTHLY;BYMONTHDAY=-2"),
        ("every morning", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0"),
        ("a month", "FREQ=MONTHLY"), ("monthly", "FREQ=MONTHLY"),
        ("2mo", "FREQ=MONTHLY;INTERVAL=2"),
        ("yearly", "FREQ=YEARLY"), ("2y", "FREQ=YEARLY;INTERVAL=2"), ("a year", "FREQ=YEARLY"),
        ("mon,thu", "FREQ=WEEKLY;BYDAY=MO,TH"), ("thu and monday", "FREQ=WEEKLY;BYDAY=MO,TH"),
        ("mon 9:00", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0"),
        ("weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("last friday", "FREQ=MONTHLY;BYDAY=-1FR"), ("2nd tue", "FREQ=MONTHLY;BYDAY=2TU"),
        ("first mon, third mon", "FREQ=MONTHLY;BYDAY=1MO,3MO"),
        ("1st", "FREQ=MONTHLY;BYMONTHDAY=1"), ("the 15th, 1st", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("last day", "FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("1st 9am", "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0"),
        ("24 dec", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24"),
        ("dec 24", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24"),
        ("the 24th of december", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24"),
        ("29 feb", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"),
        ("freq=daily;interval=2", "FREQ=DAILY;INTERVAL=2"),
    ])
    func aTextMeansDaysOrARule(_ text: String, _ meaning: String) throws {
        #expect(Self.text(try FrequencyExpression(text)) == meaning)
    }

    @Test(arguments: [
        ("1st of", "'1st' is not understood"), ("30 feb", "'30' is not understood"),
        ("mon banana", "'banana' is not understood"),
        ("last", "'last' is not understood"), ("6th mon", "'mon' is not understood"),
        ("FREQ=OFTEN", "FREQ=OFTEN is not known"), ("40000w", "40000 is too many"),
        ("mon 25:00", "'25:00' is not understood"),
        ("every 2 weeks on", "a day is missing after 'on'"),
        ("every 2 weeks on 1st", "'1st' is not understood"),
        ("other 2w", "'other' stands before a unit or a weekday"),
        ("3 days after", "'after' is not understood"),
    ])
    func whatIsNoRuleIsNamed(_ text: String, _ reason: String) throws {
        let error = #expect(throws: TimeExpression.ParseError.self) {
            try FrequencyExpression(text)
        }
        #expect(error?.reason == reason)
    }

    @Test(arguments: [
        ("", "it is empty"), ("often", "'often' is not understood"),
        ("-1", "'-1' is not understood"),
        ("2 hours", "a task repeats after a day at the earliest"),
        ("weekly weekly", "'weekly' is not understood"),
        ("every", "a number is missing after 'every'"), ("2 often", "'2' is not understood"),
        ("1.5", "'1.5' is not understood"),
    ])
    func whatIsNotUnderstoodIsNamed(_ text: String, _ reason: String) throws {
        let error = #expect(throws: TimeExpression.ParseError.self) {
            try FrequencyExpression(text)
        }
        #expect(error?.reason == reason)
    }

    @Test func minutesAndMonthsAreToldApart() throws {
        let error = #expect(throws: TimeExpression.ParseError.self) {
            try FrequencyExpression("1m")
        }
        #expect(error?.reason == "'1m' could be minutes or months")
        #expect(error?.hint == "write 1min for minutes, 1mo for months")
    }

    /// A rule of the forms that words have.
    private static func rule(_ random: inout SeededGenerator) -> RecurrenceRule {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let units: [RecurrenceRule.Frequency] = [.daily, .weekly, .monthly, .yearly]
        var rule = RecurrenceRule(units[number(0...3)], interval: max(1, number(-3...12)))
        let days = Set((0...number(0...3)).map { _ in number(0...6) }).sorted()
            .compactMap { RecurrenceRule.Weekday(rawValue: $0) }
        switch (rule.frequency, number(0...4)) {
        case (.weekly, 1...): rule.days = days.map { RecurrenceRule.Day($0) }
        case (.monthly, 1):
            rule.days = days.map {
                RecurrenceRule.Day($0, ordinal: [1, 2, 3, 4, 5, -1, -2][number(0...6)])
            }
        case (.monthly, 2):
            rule.monthDays = Set(
                (0...number(0...3)).map { _ in [number(1...31), -number(1...5)][number(0...1)] }
            )
            .sorted()
        case (.monthly, 3):
            rule.days = RecurrenceRule.Weekday.workdays.map { RecurrenceRule.Day($0) }
            rule.positions = [[1, 2, 3, 20, -1, -2][number(0...5)]]
        case (.yearly, 1...): (rule.months, rule.monthDays) = ([number(1...12)], [number(1...28)])
        default: break
        }
        if number(0...1) == 1 { (rule.hours, rule.minutes) = ([number(0...22)], [number(0...59)]) }
        return rule
    }

    /// What is printed about a rule can be typed, and means the rule.
    @Test func theWordsOfARuleAreUnderstood() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<2000 {
            // The reader of rules sorts days.
            let rule = try RecurrenceRule(Self.rule(&random).text)
            for origin in Recurrence.Origin.allCases {
                let words = Recurrence(rule: rule.text, origin: origin, zone: "UTC").words
                #expect(!words.contains("="), "\(words): \(seed.replay)")
                let meaning = try Self.text(FrequencyExpression(words))
                var expected = rule.text
                if origin == .completion {
                    expected += " after completion"
                    if rule == RecurrenceRule(.daily, interval: rule.interval) {
                        expected = "\(rule.interval)"
                    }
                    if rule == RecurrenceRule(.weekly, interval: rule.interval) {
                        expected = "\(7 * rule.interval)"
                    }
                }
                #expect(meaning == expected, "\(words): \(seed.replay)")
            }
        }
    }

    /// Each row of the page says how many days its texts mean, or which rule.
    @Test func thePageSaysWhatTextsMean() throws {
        let texts = try TimeExpressionTests.rows(below: "How often")
        #expect(texts.count >= 8)
        for (texts, meaning) in texts {
            for text in texts {
                #expect(Self.text(try FrequencyExpression(text)) == meaning, "\(text)")
            }
        }
    }
}
