import CIcal
import RedoModel
import Testing

@testable import RedoCalendar

/// Which texts are rules of recurrence, and how they are written.
@Suite struct RecurrenceRuleTests {
    @Test func anIntervalIsAsGreatAsAShort() {
        #expect(RecurrenceRule.maximumInterval == Int(type(of: icalrecurrencetype().interval).max))
    }

    @Test(arguments: [
        ("FREQ=DAILY", "FREQ=DAILY"), ("freq=weekly;byday=mo,we", "FREQ=WEEKLY;BYDAY=MO,WE"),
        ("INTERVAL=02;FREQ=MONTHLY", "FREQ=MONTHLY;INTERVAL=2"),
        ("FREQ=MONTHLY;BYDAY=-1FR,+2MO,2MO", "FREQ=MONTHLY;BYDAY=-1FR,2MO"),
        ("FREQ=YEARLY;BYMONTH=12,1;BYMONTHDAY=-1,31", "FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=-1,31"),
        (
            "FREQ=DAILY;UNTIL=20260131T090000Z;BYHOUR=9;BYMINUTE=0",
            "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;UNTIL=20260131T090000Z"
        ),
        ("FREQ=DAILY;UNTIL=20260131", "FREQ=DAILY;UNTIL=20260131"),
        ("FREQ=DAILY;UNTIL=20260131T090000", "FREQ=DAILY;UNTIL=20260131T090000"),
        ("FREQ=WEEKLY;WKST=SU;COUNT=3", "FREQ=WEEKLY;WKST=SU;COUNT=3"),
        ("FREQ=YEARLY;BYWEEKNO=53;BYYEARDAY=-366", "FREQ=YEARLY;BYWEEKNO=53;BYYEARDAY=-366"),
    ])
    func aRuleIsWrittenInOneWay(_ text: String, _ written: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.text == written)
        #expect(try RecurrenceRule(written) == rule)
    }

    @Test(arguments: [
        ("", "'' is not NAME=VALUE"), ("FREQ=DAILY;", "'' is not NAME=VALUE"),
        ("INTERVAL=2", "FREQ is missing"), ("FREQ=FORTNIGHTLY", "FREQ=FORTNIGHTLY is not known"),
        ("FREQ=DAILY;FREQ=DAILY", "FREQ is there twice"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL cannot be '0'"),
        ("FREQ=DAILY;INTERVAL=-1", "INTERVAL cannot be '-1'"),
        ("FREQ=DAILY;INTERVAL=9999999999", "INTERVAL cannot be '9999999999'"),
        ("FREQ=DAILY;COUNT=0", "COUNT cannot be '0'"),
        ("FREQ=DAILY;BYHOUR=24", "BYHOUR cannot be '24'"),
        ("FREQ=DAILY;BYHOUR=1,,2", "BYHOUR cannot be ''"),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY cannot be '0'"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY is not allowed with FREQ=WEEKLY"),
        ("FREQ=DAILY;BYYEARDAY=1", "BYYEARDAY is not allowed with FREQ=DAILY"),
        ("FREQ=MONTHLY;BYWEEKNO=1", "BYWEEKNO is only allowed with FREQ=YEARLY"),
        ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY with a number is only allowed in months and years"),
        (
            "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO",
            "BYDAY with a number is only allowed in months and years"
        ),
        ("FREQ=DAILY;BYDAY=XX", "BYDAY cannot be 'XX'"),
        ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS needs another BY part"),
        ("FREQ=DAILY;RSCALE=HEBREW", "RSCALE is not known"),
        ("FREQ=DAILY;SKIP=OMIT", "SKIP is not known"),
        ("FREQ=DAILY;UNTIL=20260231", "UNTIL cannot be '20260231'"),
        ("FREQ=DAILY;UNTIL=20260131T0900", "UNTIL cannot be '20260131T0900'"),
        ("FREQ=DAILY\n", "it has a character that no rule has"),
        ("FREQ=DAILY ", "it has a character that no rule has"),
    ])
    func whatIsNoRuleIsNamed(_ text: String, _ reason: String) {
        #expect(throws: RecurrenceRule.ParseError(reason)) { try RecurrenceRule(text) }
    }

    @Test func aMegabyteIsRefusedUnread() {
        let text = "FREQ=DAILY;BYHOUR=" + String(repeating: "1,", count: 500_000) + "1"
        #expect(throws: RecurrenceRule.ParseError("it is longer than 8192 bytes")) {
            try RecurrenceRule(text)
        }
    }
}
