import TestSupport
import Testing

@testable import RedoCommandLine

/// How often a task comes again, as people write it (docs/dates.md).
@Suite struct FrequencyExpressionTests {
    private static func text(_ frequency: FrequencyExpression) -> String {
        switch frequency {
        case .days(let days): "\(days)"
        case .rule(let rule): rule.text
        }
    }

    @Test(arguments: [
        ("0", "0"), ("7", "7"), ("none", "0"), ("Never", "0"), ("3 days", "3"), ("3d", "3"),
        ("a day", "1"), ("every 3 days", "3"), ("daily", "FREQ=DAILY"), ("every day", "FREQ=DAILY"),
        ("every 3 days at 9am", "FREQ=DAILY;INTERVAL=3;BYHOUR=9;BYMINUTE=0"),
        ("weekly", "FREQ=WEEKLY"), ("WEEKLY", "FREQ=WEEKLY"), ("2w", "FREQ=WEEKLY;INTERVAL=2"),
        ("every other week", "FREQ=WEEKLY;INTERVAL=2"), ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"),
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
    ])
    func whatIsNoRuleIsNamed(_ text: String, _ reason: String) throws {
        #expect(throws: TimeExpression.ParseError(reason)) { try FrequencyExpression(text) }
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
        #expect(throws: TimeExpression.ParseError(reason)) { try FrequencyExpression(text) }
    }

    @Test func minutesAndMonthsAreToldApart() throws {
        #expect(
            throws: TimeExpression.ParseError(
                "'1m' could be minutes or months", hint: "write 1min for minutes, 1mo for months")
        ) { try FrequencyExpression("1m") }
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
