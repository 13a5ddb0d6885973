import RedoCalendar
import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// The recurrence of tasks in calendars: RFC 5545, sections 3.3.10 and 3.8.5.
@Suite struct CalendarRecurrenceTests {
    private static let berlin = InterchangeSettings(
        zone: NamedTimeZone("Europe/Berlin")?.rules ?? NamedTimeZone.utc.rules,
        zoneName: "Europe/Berlin",
        now: instant("2024-01-15T12:00:00Z"))
    private static let utc = InterchangeSettings(
        zone: NamedTimeZone.utc.rules, zoneName: "UTC", now: instant("2024-01-15T12:00:00Z"))

    /// The tasks of a calendar; each element is the lines of a VTODO.
    private static func tasks(
        _ todos: [[String]], before: [String] = [], _ settings: InterchangeSettings = utc
    ) throws -> [ForeignTask] {
        CompletedOccurrence.loadLibrary()
        let lines =
            before + todos.flatMap { ["BEGIN:VTODO", "UID:u", "SUMMARY:a"] + $0 + ["END:VTODO"] }
        let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).joined(separator: "\r\n")
        let found = try CalendarReader(settings).read(Array(text.utf8))
        try #require(found.mistakes.isEmpty, "\(found.mistakes)")
        return found.tasks
    }

    private static func task(
        _ todos: [String]..., before: [String] = [], settings: InterchangeSettings = utc
    ) throws -> ForeignTask {
        let tasks = try tasks(todos, before: before, settings)
        try #require(tasks.count == 1)
        return tasks[0]
    }

    private static func written(
        _ task: ForeignTask, _ settings: InterchangeSettings = utc
    ) -> [String] {
        InterchangeFormat.icalendar.write([task], settings).bytes.text
            .split(separator: "\r\n").map(String.init)
    }

    // MARK: Dates

    @Test(arguments: [
        (["DTSTART:20240101T090000Z", "DUE:20240105T170000Z"], true),
        (["DTSTART:20240101T090000Z", "DURATION:P4DT8H"], true),
        (["DTSTART:20240101T090000Z"], true),
        (["DTSTART:20240105T170000Z", "DUE:20240105T170000Z"], false),
        (["DUE:20240105T170000Z"], false),
    ])
    func theRuleGivesStartsUnlessTheyAreDeadlines(_ dates: [String], _ isOfStarts: Bool) throws {
        let task = try Self.task(["RRULE:FREQ=WEEKLY"] + dates)
        #expect(task.recurrence?.subject == (isOfStarts ? .scheduled : .deadline))
        #expect(task.scheduled == (isOfStarts ? instant("2024-01-01T09:00:00Z") : nil))
        #expect(
            task.due
                == (dates.count + (isOfStarts ? 0 : 1) < 2 ? nil : instant("2024-01-05T17:00:00Z")))
        #expect(task.remarks.isEmpty)
    }

    @Test func aDurationIsOnTheWallClockForDaysAndExactForHours() throws {
        let start = "DTSTART;TZID=Europe/Berlin:20240330T100000"
        #expect(try Self.task([start, "DURATION:P1D"]).due == instant("2024-03-31T08:00:00Z"))
        #expect(try Self.task([start, "DURATION:PT24H"]).due == instant("2024-03-31T09:00:00Z"))
        #expect(
            try Self.task(["DTSTART;VALUE=DATE:20240330", "DURATION:P2D"]).due
                == instant("2024-04-01T23:59:00Z"))
    }

    @Test func anEndHasTheTypeOfTheStart() throws {
        for (until, dates, expected) in [
            ("20240301", "DUE;VALUE=DATE:20240110", "RRULE:FREQ=DAILY;UNTIL=20240301"),
            ("20240301T000000Z", "DUE;VALUE=DATE:20240110", "RRULE:FREQ=DAILY;UNTIL=20240301"),
            ("20240301", "DUE:20240110T090000Z", "RRULE:FREQ=DAILY;UNTIL=20240301T235959Z"),
            ("20240301T120000", "DUE:20240110T090000Z", "RRULE:FREQ=DAILY;UNTIL=20240301T120000Z"),
        ] {
            let task = try Self.task([dates, "RRULE:FREQ=DAILY;UNTIL=\(until)"])
            let lines = Self.written(task)
            #expect(lines.contains(expected), "\(lines)")
            let again = try CalendarReader(Self.utc).read(Array(lines.joined(separator: "\n").utf8))
            #expect(Self.written(again.tasks[0]) == lines)
        }
    }

    // MARK: Zones

    @Test func aRuleLeavesWithItsZone() throws {
        let lines = ["DUE;TZID=Asia/Tokyo:20240325T080000", "RRULE:FREQ=WEEKLY;BYDAY=MO"]
        let task = try Self.task(lines, settings: Self.berlin)
        #expect(task.recurrence?.zone == "Asia/Tokyo")
        let written = Self.written(task, Self.berlin)
        for line in [
            "TZID:Asia/Tokyo", "DTSTART;TZID=Asia/Tokyo:20240325T080000",
            "DUE;TZID=Asia/Tokyo:20240325T080000", "RRULE:FREQ=WEEKLY;BYDAY=MO",
            "X-REDO-TIMEZONE:Asia/Tokyo",
        ] { #expect(written.contains(line), "\(line) in \(written)") }
        let here = try Self.task(
            ["DUE;TZID=Europe/Berlin:20240325T080000", "RRULE:FREQ=DAILY"], settings: Self.berlin)
        #expect(Self.written(here, Self.berlin).contains("X-REDO-TIMEZONE:Europe/Berlin"))
    }

    @Test func daysStayDaysInEveryZone() throws {
        let task = try Self.task(
            ["DUE;VALUE=DATE:20240325", "RRULE:FREQ=WEEKLY;BYDAY=MO"], settings: Self.berlin)
        let written = Self.written(task, Self.utc)
        #expect(written.contains("DUE;VALUE=DATE:20240325"), "\(written)")
        #expect(written.contains("DTSTART;VALUE=DATE:20240325"))
        #expect(!written.contains("BEGIN:VTIMEZONE"))
        let again = try CalendarReader(Self.utc).read(Array(written.joined(separator: "\n").utf8))
        #expect(again.tasks[0].due == task.due && again.tasks[0].recurrence == task.recurrence)
    }

    @Test(arguments: [
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("\"Eastern Standard Time\"", "America/New_York"),
        (
            "/mozilla.org/20070129_1/America/Argentina/Buenos_Aires",
            "America/Argentina/Buenos_Aires"
        ),
        ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"),
    ])
    func namesOfOtherProgramsAreZones(_ name: String, _ zone: String) throws {
        let task = try Self.task(["DUE;TZID=\(name):20240714T100000", "RRULE:FREQ=DAILY"])
        #expect(task.recurrence?.zone == zone && task.remarks.isEmpty)
    }

    private static let newYork = [
        "BEGIN:VTIMEZONE", "TZID:Mine", "BEGIN:STANDARD", "DTSTART:20071104T020000",
        "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
        "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:20070311T020000", "TZOFFSETFROM:-0500",
        "TZOFFSETTO:-0400", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "END:DAYLIGHT",
        "END:VTIMEZONE",
    ]

    @Test(arguments: [
        ("20070311T023000", "2007-03-11T07:30:00Z"), ("20071104T013000", "2007-11-04T05:30:00Z"),
        ("20240701T120000", "2024-07-01T16:00:00Z"), ("20240101T120000", "2024-01-01T17:00:00Z"),
    ])
    func aZoneOfTheFileIsFollowed(_ time: String, _ expected: String) throws {
        let task = try Self.task(
            ["DUE;TZID=Mine:\(time)", "RRULE:FREQ=DAILY"], before: Self.newYork)
        #expect(task.due == instant(expected))
        // Its rules are those of a zone of the database.
        #expect(task.recurrence?.zone == "America/New_York" && task.remarks.isEmpty)
    }

    @Test func aZoneThatTheDatabaseLacksIsNamed() throws {
        let odd = Self.newYork.map { $0.replacing("-0500", with: "-0517") }
        let task = try Self.task(
            ["DUE;TZID=Mine:20240101T120000", "RRULE:FREQ=DAILY"], before: odd)
        #expect(task.due == instant("2024-01-01T17:17:00Z") && task.recurrence?.zone == "UTC")
        #expect(task.remarks.count == 1 && task.remarks[0].contains("'Mine'"))
    }

    /// Clocks change in whole seconds; the present time has milliseconds.
    @Test(.timeLimit(.minutes(1))) func aZoneIsRecognizedAtAnyMillisecond() throws {
        let settings = InterchangeSettings(
            zone: NamedTimeZone.utc.rules, zoneName: "UTC", now: instant("2025-03-30T01:00:00.500Z")
        )
        let zone = [
            "BEGIN:VTIMEZONE", "TZID:Mine", "BEGIN:STANDARD", "DTSTART:19961027T030000",
            "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
            "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:19810329T020000", "TZOFFSETFROM:+0100",
            "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
            "END:VTIMEZONE",
        ]
        let task = try Self.task(
            ["DUE;TZID=Mine:20250401T120000", "RRULE:FREQ=DAILY"], before: zone, settings: settings)
        #expect(task.recurrence?.zone == "Europe/Budapest" && task.remarks.isEmpty)
    }

    @Test func datesOfChangesMayHaveBlanks() throws {
        let zone = [
            "BEGIN:VTIMEZONE", "TZID:Mine", "BEGIN:STANDARD", "DTSTART:20000101T000000",
            "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RDATE:20240101T000000 , 20250101T000000 ",
            "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:20240601T000000", "TZOFFSETFROM:+0200",
            "TZOFFSETTO:+0300", "END:DAYLIGHT", "END:VTIMEZONE",
        ]
        let task = try Self.task(["DUE;TZID=Mine:20250301T120000"], before: zone)
        #expect(task.due == instant("2025-03-01T10:00:00Z"))
    }

    /// Clocks in Cairo are put forward at midnight: the first moment of that day is one o'clock.
    @Test func aDayWithoutMidnightIsADay() throws {
        let cairo = InterchangeSettings(
            zone: try #require(NamedTimeZone("Africa/Cairo")).rules, zoneName: "Africa/Cairo",
            now: instant("2025-04-01T12:00:00Z"))
        let task = try Self.task(
            ["DTSTART;VALUE=DATE:20250425", "DUE;VALUE=DATE:20250426"], settings: cairo)
        #expect(task.scheduled == instant("2025-04-24T22:00:00Z"))
        let lines = Self.written(task, cairo)
        #expect(lines.contains("DTSTART;VALUE=DATE:20250425"), "\(lines)")
        #expect(lines.contains("DUE;VALUE=DATE:20250426"), "\(lines)")
    }

    @Test func anEditedFileHasTheZonesOfItsTimes() throws {
        var task = try Self.task(["DUE;TZID=Europe/Berlin:20240325T080000", "RRULE:FREQ=WEEKLY"])
        let edit = CalendarEdit(Self.utc)
        let plain = Self.text(["DUE:20240325T070000Z", "RRULE:FREQ=WEEKLY"])
        let first = try #require(edit.text(plain, with: [.due, .scheduled], of: task))
        #expect(first.text.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n"))
        // Nothing of it is needed again.
        let second = try #require(edit.text(first, with: [.due, .scheduled], of: task))
        #expect(second.text.split(separator: "BEGIN:VTIMEZONE").count == 2)
        task.due = instant("2020-07-06T06:00:00Z")
        let third = try #require(edit.text(second, with: [.due, .scheduled], of: task))
        #expect(third.text.split(separator: "BEGIN:VTIMEZONE").count == 2)
        #expect(third.text.contains("DUE;TZID=Europe/Berlin:20200706T080000"))
        let read = try CalendarReader(Self.utc).read(third).tasks
        #expect(read.map(\.due) == [task.due], "\(third.text)")
    }

    private static func text(_ todo: [String]) -> [UInt8] {
        let lines = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:u"] + todo
        let text = (lines + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
        return Array(text.utf8)
    }

    // MARK: Exceptions and counts

    @Test func excludedDaysAreExceptions() throws {
        let task = try Self.task([
            "DTSTART;TZID=Europe/Berlin:20240301T003000", "DUE;TZID=Europe/Berlin:20240301T013000",
            "RRULE:FREQ=DAILY;COUNT=10",
            "EXDATE;TZID=Europe/Berlin:20240303T003000,20240302T003000", "EXDATE:20240304T233000Z",
        ])
        #expect(task.recurrence?.exceptions == ["2024-03-02", "2024-03-03", "2024-03-05"])
        // Excluded occurrences count in a calendar, and not here.
        #expect(task.recurrence?.rule == "FREQ=DAILY;COUNT=7")
        let lines = Self.written(task)
        #expect(lines.contains("RRULE:FREQ=DAILY;COUNT=10"))
        #expect(lines.contains("EXDATE;TZID=Europe/Berlin:20240302T003000"))
    }

    @Test func anExcludedFirstOccurrenceIsNotTheCurrentOne() throws {
        let task = try Self.task([
            "DTSTART:20240301T090000Z", "DUE:20240301T100000Z", "RRULE:FREQ=DAILY",
            "EXDATE:20240301T090000Z",
        ])
        #expect(task.due == instant("2024-03-02T10:00:00Z"))
        #expect(task.scheduled == instant("2024-03-02T09:00:00Z"))
    }

    @Test func aCountIsOfWhatIsLeft() throws {
        var task = try Self.task(["DUE:20240115T140000Z", "RRULE:FREQ=DAILY;COUNT=3"])
        task.occurrences = [
            ForeignTask.Occurrence(
                due: instant("2024-01-14T14:00:00Z"), completed: instant("2024-01-14T12:00:00Z"))
        ]
        let lines = Self.written(task)
        #expect(lines.contains("RRULE:FREQ=DAILY;COUNT=2"), "\(lines)")
        let again = try CalendarReader(Self.utc).read(Array(lines.joined(separator: "\n").utf8))
        #expect(again.tasks[0].recurrence?.rule == "FREQ=DAILY;COUNT=3")
    }

    @Test func valuesMayHaveBlanks() throws {
        let task = try Self.task([
            "DUE:20240115T140000Z ", "RRULE:FREQ=DAILY ", "PERCENT-COMPLETE: 40 ",
        ])
        #expect(task.recurrence?.rule == "FREQ=DAILY" && task.remarks.isEmpty, "\(task.remarks)")
        #expect(
            task.fields.contains { $0.name.description == ForeignTask.percentField },
            "\(task.fields)")
    }

    @Test func furtherDatesAreNamedAndKept() throws {
        let task = try Self.task([
            "DUE:20240115T140000Z", "RRULE:FREQ=DAILY", "RDATE:20240120T100000Z",
        ])
        #expect(task.remarks.count == 1 && task.remarks[0].hasPrefix("RDATE"))
        #expect(task.fields.map(\.name) == ["rdate"])
    }

    // MARK: Occurrences described apart

    private static let daily = [
        "DTSTART:20240301T090000Z", "DUE:20240301T100000Z", "RRULE:FREQ=DAILY;COUNT=4",
    ]

    private static func occurrence(_ day: Int, _ lines: String...) -> [String] {
        ["RECURRENCE-ID:2024030\(day)T090000Z"] + lines
    }

    @Test func aCompletedOccurrenceIsCompleted() throws {
        let task = try Self.task(
            Self.daily, Self.occurrence(1, "STATUS:COMPLETED", "COMPLETED:20240301T093000Z"),
            Self.occurrence(3, "COMPLETED:20240301T094000Z", "DUE:20240303T100000Z"))
        #expect(task.due == instant("2024-03-02T10:00:00Z"))
        #expect(task.scheduled == instant("2024-03-02T09:00:00Z"))
        #expect(
            task.occurrences.map(\.due) == [
                instant("2024-03-01T10:00:00Z"), instant("2024-03-03T10:00:00Z"),
            ])
        #expect(task.recurrence?.exceptions == ["2024-03-03"] && task.remarks.isEmpty)
    }

    @Test func aSeriesWhoseOccurrencesAreAllCompletedIsCompleted() throws {
        let done = (1...4).map {
            Self.occurrence($0, "COMPLETED:2024030\($0)T093000Z", "STATUS:COMPLETED")
        }
        let tasks = try Self.tasks([Self.daily] + done)
        #expect(tasks.count == 1 && tasks[0].status == .completed)
        #expect(
            tasks[0].ended == instant("2024-03-04T09:30:00Z") && tasks[0].occurrences.count == 3)
    }

    /// The interval is greater than the maximum: no next occurrence is known, which is not the end of the series.
    @Test func aSeriesThatExceedsALimitStaysOpen() throws {
        let task = try Self.task(
            [
                "DTSTART:20240301T090000Z", "DUE:20240301T100000Z",
                "RRULE:FREQ=DAILY;INTERVAL=40000",
            ],
            Self.occurrence(1, "STATUS:COMPLETED", "COMPLETED:20240301T093000Z"))
        #expect(task.status == .open && task.ended == nil)
        #expect(task.occurrences.map(\.completed) == [instant("2024-03-01T09:30:00Z")])
        #expect(task.remarks.count == 1)
        #expect(task.remarks.first?.hasPrefix("the next occurrence is not computed: ") == true)
    }

    @Test func aCancelledOccurrenceIsAnException() throws {
        let task = try Self.task(
            Self.daily, Self.occurrence(1, "STATUS:CANCELLED"),
            Self.occurrence(2, "STATUS:CANCELLED"))
        #expect(task.due == instant("2024-03-03T10:00:00Z") && task.occurrences.isEmpty)
        #expect(task.recurrence?.exceptions == ["2024-03-01", "2024-03-02"])
    }

    @Test func aMovedOccurrenceHasOtherDates() throws {
        let moved = Self.occurrence(1, "DTSTART:20240301T150000Z", "DUE:20240301T160000Z")
        let task = try Self.task(Self.daily, moved, Self.occurrence(2, "DUE:20240302T230000Z"))
        #expect(task.due == instant("2024-03-01T16:00:00Z"))
        #expect(task.scheduled == instant("2024-03-01T15:00:00Z"))
        #expect(
            task.given
                == ForeignTask.GivenDates(
                    scheduled: instant("2024-03-01T09:00:00Z"), due: instant("2024-03-01T10:00:00Z")
                ))
        #expect(task.remarks == ["the change of the occurrence of 2024-03-02 left out"])
        // The rule goes on from its own dates.
        let lines = Self.written(task)
        #expect(
            lines.contains("DTSTART:20240301T090000Z") && lines.contains("DUE:20240301T160000Z"))
        let again = try CalendarReader(Self.utc).read(Array(lines.joined(separator: "\n").utf8))
        #expect(again.tasks[0].given == task.given && again.tasks[0].scheduled == task.scheduled)
    }

    @Test func anOccurrenceOfATaskThatIsMissingIsATask() throws {
        let task = try Self.task(Self.occurrence(1, "DUE:20240301T160000Z"))
        #expect(task.due == instant("2024-03-01T16:00:00Z") && task.recurrence == nil)
        #expect(task.remarks.contains { $0.hasPrefix("RECURRENCE-ID left out") })
    }

    @Test func whatOnlyOneOccurrenceSaysIsNamed() throws {
        let same = ["DESCRIPTION:b", "CATEGORIES:c"]
        let moved = Self.occurrence(
            1, "DUE:20240301T160000Z", "DESCRIPTION:other", "PRIORITY:1", "CATEGORIES:c")
        let task = try Self.task(Self.daily + same, moved)
        #expect(task.due == instant("2024-03-01T16:00:00Z") && task.tags == ["c"])
        #expect(task.remarks == ["of one occurrence left out: description, priority"])
    }

    @Test func aChangeOfAllThatFollowIsNamed() throws {
        let task = try Self.task(
            Self.daily,
            ["RECURRENCE-ID;RANGE=THISANDFUTURE:20240302T090000Z", "DUE:20240302T200000Z"])
        #expect(task.due == instant("2024-03-01T10:00:00Z"))
        #expect(task.remarks.count == 1 && task.remarks[0].contains("THISANDFUTURE"))
    }

    // MARK: Alarms

    private static func alarm(_ trigger: String) -> [String] {
        ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER\(trigger)", "END:VALARM"]
    }

    @Test(arguments: [
        (";RELATED=END:-PT30M", "-PT30M"), (";RELATED=END:-P1W", "-P1W"), (":PT0S", "-PT1H"),
        (":-PT15M", "-PT1H15M"), (":PT30M", "-PT30M"), (":PT1H", "PT0S"),
        (":PT2H", "2024-03-01T11:00:00.000Z"),
        (";VALUE=DATE-TIME:20240301T080000Z", "2024-03-01T08:00:00.000Z"),
    ])
    func anAlarmIsAReminder(_ trigger: String, _ reminder: String) throws {
        let task = try Self.task(Self.daily + Self.alarm(trigger))
        #expect(task.reminders?.map(\.text) == [reminder] && task.remarks.isEmpty)
        let again = try CalendarReader(Self.utc)
            .read(InterchangeFormat.icalendar.write([task], Self.utc).bytes)
        #expect(again.tasks[0].reminders == task.reminders)
    }

    @Test func anAlarmOfADayCountsFromItsBeginning() throws {
        let task = try Self.task(
            ["DUE;VALUE=DATE:20240301"] + Self.alarm(";RELATED=END:-PT15H"))
        #expect(task.reminders?.map(\.text) == ["-P1DT14H59M"])
        #expect(Self.written(task).contains("TRIGGER;RELATED=END:-PT15H"))
    }

    @Test func anAlarmWithoutItsDateIsNamed() throws {
        let task = try Self.task(Self.alarm(";RELATED=END:-PT30M"))
        #expect(task.reminders == nil && task.remarks.count == 1)
        #expect(task.remarks[0].contains("VALARM left out"))
        var without = try Self.task(["DUE:20240301T100000Z"] + Self.alarm(";RELATED=END:-PT30M"))
        without.due = nil
        let output = InterchangeFormat.icalendar.write([without], Self.utc)
        #expect(!output.bytes.text.contains("VALARM"))
        #expect(output.left.map(\.name) == ["reminders without a date"])
    }

    // MARK: Ends of months

    @Test func shortMonthsAreClipped() throws {
        for (bytes, format) in [
            (Array("a due:2024-01-31 rec:+1m\n".utf8), InterchangeFormat.todotxt),
            (
                Array(
                    #"[{"uuid":"00000000-0000-4000-8000-000000000001","description":"a","status":"recurring","due":"20240131T235900Z","recur":"monthly"}]"#
                        .utf8), .taskwarrior
            ),
        ] {
            let task = try #require(try format.read(bytes, Self.utc).tasks.first)
            let rule = try #require(task.recurrence?.rule)
            #expect(rule == "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")
            let next = CompletedOccurrence(
                of: Recurrence(rule: rule, origin: .deadline, zone: "UTC"), given: task.due,
                moved: nil,
                completed: instant("2024-01-31T12:00:00Z"), count: 1
            ).next()
            #expect(next == .due(instant("2024-02-29T23:59:00Z")))
            let output = format.write([task], Self.utc).bytes.text
            #expect(output.contains("monthly") || output.contains("rec:+1m"), "\(output)")
        }
    }

    // MARK: Several times a day

    @Test(arguments: [
        ("FREQ=HOURLY;INTERVAL=4", ["EXDATE:20240301T130000Z"], true),
        ("FREQ=DAILY;BYHOUR=9,17", ["EXDATE:20240302T090000Z"], true),
        ("FREQ=DAILY;BYHOUR=9,17", ["EXDATE:20240302T090000Z,20240302T170000Z"], false),
        ("FREQ=DAILY;BYHOUR=9,17", ["EXDATE;VALUE=DATE:20240302"], false),
        ("FREQ=DAILY", ["EXDATE:20240302T090000Z"], false),
    ])
    func anExceptionOfMoreThanItsTimeIsNamed(
        _ rule: String, _ exceptions: [String], _ isNamed: Bool
    ) throws {
        let task = try Self.task(
            ["DTSTART:20240301T090000Z", "DUE:20240301T090000Z", "RRULE:\(rule)"] + exceptions)
        #expect(task.remarks.isEmpty != isNamed, "\(task.remarks)")
        #expect(task.recurrence?.exceptions.count == 1)
        // What this suite writes of it excludes whole days.
        let again = try CalendarReader(Self.utc).read(
            InterchangeFormat.icalendar.write([task], Self.utc).bytes)
        #expect(again.tasks.first?.remarks.isEmpty == true, "\(again.tasks)")
    }

    @Test func aCancelledOccurrenceOfSeveralADayIsNamed() throws {
        let task = try Self.task(
            [
                "DTSTART:20240301T090000Z", "DUE:20240301T090000Z",
                "RRULE:FREQ=DAILY;BYHOUR=9,17",
            ],
            ["RECURRENCE-ID:20240302T090000Z", "STATUS:CANCELLED"])
        #expect(task.recurrence?.exceptions == ["2024-03-02"])
        #expect(task.remarks.count == 1 && task.remarks[0].contains("whole day"), "\(task.remarks)")
    }
}
