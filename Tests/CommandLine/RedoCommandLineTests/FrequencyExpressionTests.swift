import TestSupport
import Testing

@testable import RedoCommandLine

/// How often a task comes again, as people write it (docs/dates.md).
@Suite struct FrequencyExpressionTests {
    @Test(arguments: [
        ("0", 0), ("7", 7), ("none", 0), ("Never", 0), ("daily", 1), ("weekly", 7), ("WEEKLY", 7),
        ("monthly", 30), ("yearly", 365), ("2w", 14), ("2 weeks", 14), ("every 2 weeks", 14),
        ("3 days", 3), ("3d", 3), ("week", 7), ("every day", 1), ("month", 30), ("a month", 30),
        ("2mo", 60), ("a year", 365), ("year", 365), ("2y", 730), ("3 years", 1095),
    ])
    func aTextMeansDays(_ text: String, _ days: Int) throws {
        #expect(try FrequencyExpression(text).days == days)
    }

    @Test(arguments: [
        ("month", "a month is counted as 30 days"), ("2 months", "2 months is counted as 60 days"),
        ("yearly", "a year is counted as 365 days"),
    ])
    func whatDaysCannotSayIsNoted(_ text: String, _ note: String) throws {
        #expect(try FrequencyExpression(text).note == note)
    }

    @Test(arguments: ["7", "weekly", "2w", "3 days", "none"])
    func whatDaysSayNeedsNoNote(_ text: String) throws {
        #expect(try FrequencyExpression(text).note == nil)
    }

    @Test(arguments: [
        ("", "it is empty"), ("often", "'often' is not understood"),
        ("-1", "'-1' is not understood"),
        ("2 hours", "a task comes again after days at least"),
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
                "'1m' could be minutes or months", hint: "say 1min for minutes, 1mo for months")
        ) { try FrequencyExpression("1m") }
    }

    /// Each row of the page says how many days its texts mean.
    @Test func thePageSaysWhatTextsMean() throws {
        let texts = try TimeExpressionTests.rows(below: "How often")
        #expect(texts.count >= 8)
        for (texts, meaning) in texts {
            for text in texts {
                #expect(try FrequencyExpression(text).days == Int(meaning), "\(text)")
            }
        }
    }
}
