import RedoCalendar
import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// Tasks in calendars of other programs: no property costs the task, and none is lost without a word.
@Suite struct CalendarReadingTests {
    static func read(_ lines: [String]) throws -> ForeignTask {
        CompletedOccurrence.loadLibrary()
        let text =
            (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:u"] + lines + ["END:VTODO", "END:VCALENDAR"])
            .map { $0 + "\r\n" }.joined()
        let found = try CalendarReader(settings).read(Array(text.utf8))
        try #require(found.tasks.count == 1 && found.mistakes.isEmpty, "\(found.mistakes)")
        return found.tasks[0]
    }

    private static func field(_ name: String, of task: ForeignTask) -> JSONValue? {
        task.fields.first { $0.name.description == name }?.value
    }

    @Test(arguments: [
        ("PRIORITY:10", "otherPriority", "10"), ("PRIORITY:high", "otherPriority", "high"),
        ("PRIORITY:-1", "otherPriority", "-1"),
        ("PRIORITY:12345678901234567890", "otherPriority", "12345678901234567890"),
        ("STATUS:DONE", "state", "DONE"), ("DUE:soon", "otherDue", "soon"),
        ("DUE:20251301T100000Z", "otherDue", "20251301T100000Z"),
        ("DUE;TZID=Nowhere/At_All:20251120T100000", "otherDue", "20251120T100000 Nowhere/At_All"),
        ("DTSTART:20251120T240000Z", "dtstart", "20251120T240000Z"),
        ("CREATED:yesterday", "otherCreated", "yesterday"), ("COMPLETED:x", "otherCompleted", "x"),
        ("PERCENT-COMPLETE:101", "percentComplete", "101"),
        ("CLASS:CONFIDENTIAL", "class", "CONFIDENTIAL"),
        ("RRULE:FREQ=DAILY;COUNT=0", "rrule", "FREQ=DAILY;COUNT=0"),
        ("RRULE:FREQ=DAILY;INTERVAL=0", "rrule", "FREQ=DAILY;INTERVAL=0"),
        ("RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260101", "rrule", "FREQ=DAILY;COUNT=3;UNTIL=20260101"),
        ("RRULE:FREQ=DAILY;BYHOUR=24", "rrule", "FREQ=DAILY;BYHOUR=24"),
        ("RRULE:FREQ=DAILY;BYDAY=MO;BYSETPOS=0", "rrule", "FREQ=DAILY;BYDAY=MO;BYSETPOS=0"),
        ("RRULE:nonsense", "rrule", "nonsense"),
        ("X-REDO-POINTS:many", "otherPoints", "many"),
        ("X-REDO-WAIT:tomorrow", "otherWait", "tomorrow"),
    ])
    func aBadValueIsKeptAndNamed(_ line: String, _ name: String, _ value: String) throws {
        let task = try Self.read(["SUMMARY:a", "DESCRIPTION:b", line])
        #expect(task.title == "a" && task.description == "b")
        #expect(Self.field(name, of: task) == .text(value), "\(task.fields)")
        #expect(
            task.remarks.contains { $0.contains("kept as the field '\(name)'") }, "\(task.remarks)")
    }

    @Test(arguments: [
        "SUMMARY", "DUE", "DTSTART", "STATUS", "PRIORITY", "RRULE", "CLASS", "CREATED",
        "DESCRIPTION",
        "COMPLETED", "LAST-MODIFIED", "LOCATION", "URL", "GEO", "PERCENT-COMPLETE", "UID",
    ])
    func aSecondPropertyIsNamed(_ name: String) throws {
        let values = [
            "SUMMARY": "text", "DUE": "20251120T100000Z", "DTSTART": "20251120T090000Z",
            "STATUS": "COMPLETED", "PRIORITY": "1", "RRULE": "FREQ=DAILY", "CLASS": "PUBLIC",
            "CREATED": "20251120T100000Z", "COMPLETED": "20251120T100000Z",
            "LAST-MODIFIED": "20251120T100000Z", "GEO": "1;2", "PERCENT-COMPLETE": "5",
        ]
        let value = values[name] ?? "text"
        let other = name == "DUE" ? "20260101T000000Z" : value
        let task = try Self.read(["SUMMARY:a", "\(name):\(value)", "\(name):\(other)"])
        #expect(
            task.remarks.contains { $0.hasPrefix("a second \(name) left out") }, "\(task.remarks)")
        #expect(task.title == (name == "SUMMARY" ? "a" : task.title))
        if name == "DUE" { #expect(task.due == instant("2025-11-20T10:00:00Z")) }
    }

    @Test(arguments: [
        "PRIORITY:", "DUE:", "STATUS:", "RRULE:", "CATEGORIES:", "URL:", "X-REDO-POINTS:",
    ])
    func anEmptyPropertySaysNothing(_ line: String) throws {
        let task = try Self.read(["SUMMARY:a", line])
        #expect(task.title == "a" && task.remarks.isEmpty && task.fields.isEmpty)
    }

    @Test(arguments: [[], ["SUMMARY:"], ["SUMMARY:  "]])
    func aTaskWithoutSummaryIsUntitled(_ lines: [String]) throws {
        let task = try Self.read(lines + ["DESCRIPTION:Call the bank"])
        #expect(task.title == "untitled" && task.description == "Call the bank")
        #expect(task.remarks == ["without a SUMMARY; called 'untitled'"])
    }

    @Test func aLeapSecondIsTheSecondBefore() throws {
        let task = try Self.read(["SUMMARY:a", "DUE:20161231T235960Z"])
        #expect(task.due == instant("2016-12-31T23:59:59Z") && task.remarks.isEmpty)
    }

    @Test func statesComeBack() throws {
        let begun = try Self.read(["SUMMARY:a", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"])
        #expect(begun.status == .open && Self.field("state", of: begun) == "in-process")
        let text = InterchangeFormat.icalendar.write([begun], settings).bytes.text
        #expect(text.contains("STATUS:IN-PROCESS\r\nPERCENT-COMPLETE:40\r\n"))
        #expect(!text.contains("X-REDO-FIELDS"))
        var odd = try Self.read(["SUMMARY:a", "STATUS:DONE"])
        odd = try Self.read(
            InterchangeFormat.icalendar.write([odd], settings).bytes.text
                .split(separator: "\r\n").map(String.init)
                .filter { !$0.hasPrefix("BEGIN") && !$0.hasPrefix("END") && !$0.hasPrefix("UID") })
        #expect(odd.status == .open && Self.field("state", of: odd) == "DONE")
    }

    @Test func whatIsCompletedSaysStatus() throws {
        let time = "COMPLETED:20251120T100000Z"
        #expect(try Self.read(["SUMMARY:a", time]).status == .completed)
        for lines in [[time, "STATUS:NEEDS-ACTION"], ["STATUS:NEEDS-ACTION", time]] {
            let task = try Self.read(["SUMMARY:a"] + lines)
            #expect(task.status == .open && task.ended == nil && task.remarks.count == 1)
        }
    }

    @Test func relationsAreRead() throws {
        let task = try Self.read([
            "SUMMARY:a", "RELATED-TO:p", "RELATED-TO;RELTYPE=DEPENDS-ON:d",
            "RELATED-TO;RELTYPE=depends-on:u", "RELATED-TO;RELTYPE=CHILD:c",
        ])
        // The task is u itself.
        #expect(task.parent == "p" && task.dependsOn == ["d"])
        #expect(task.remarks == ["RELATED-TO left out", "it depends on itself: left out"])
    }

    @Test func propertiesThatAreFieldsAreWrittenAsProperties() throws {
        let lines = [
            "LOCATION:Room 12\\, left", "URL:https://ex.org/a?b=c;d,e", "GEO:52.5;-13.4",
            "COLOR:red",
        ]
        let task = try Self.read(["SUMMARY:a"] + lines)
        #expect(task.remarks.isEmpty && Self.field("url", of: task) == "https://ex.org/a?b=c;d,e")
        let text = InterchangeFormat.icalendar.write([task], settings).bytes.text
        for line in lines { #expect(text.contains("\(line)\r\n"), "\(text)") }
        #expect(!text.contains("X-REDO-FIELDS"))
        // What is no such value stays a field.
        var other = task
        other.fields = [
            JSONMember("url", "a b"), JSONMember("geo", "north"), JSONMember("color", 3),
        ]
        let rest = InterchangeFormat.icalendar.write([other], settings).bytes.text
        #expect(!rest.contains("\nURL:") && !rest.contains("\nGEO:") && !rest.contains("\nCOLOR:"))
        let fields = try CalendarReader(settings).read(Array(rest.utf8)).tasks[0].fields
        #expect(Set(fields.map(\.name)) == ["url", "geo", "color"])
        #expect(other.fields.allSatisfy(fields.contains))
    }

    @Test func linesThatAreNoPropertiesAreNamed() throws {
        let task = try Self.read(["SUMMARY:a", "just words"])
        #expect(task.remarks == ["line 5 is not a property: 'just words'"])
    }

    @Test func tasksWithoutUIDsGetSomeByWhichTheyNameEachOther() throws {
        var (first, second, third) = (ForeignTask(), ForeignTask(), ForeignTask())
        (first.title, first.line) = ("a", 1)
        (second.title, second.line, second.dependsOn, second.parent) = (
            "b", 2, ["line 1", "x"], "line 1"
        )
        (third.title, third.line) = ("a", 3)
        let bytes = InterchangeFormat.icalendar.write([first, second, third], settings).bytes
        let read = try CalendarReader(settings).read(bytes).tasks
        let uid = try #require(read[0].uid)
        #expect(read[1].dependsOn == [uid, "x"] && read[1].parent == uid)
        #expect(Set(read.map(\.uid)).count == 3)
        #expect(
            InterchangeFormat.icalendar.write([first], settings).bytes.text.contains("UID:\(uid)"))
    }

    @Test func whatACalendarSaysOfItselfIsNamed() throws {
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Example//EN
            METHOD:PUBLISH
            X-WR-CALNAME:Mine
            BEGIN:VTODO
            UID:a
            SUMMARY:a
            X-APPLE:1
            END:VTODO
            X-WR-CALNAME:Again
            END:VCALENDAR
            GARBAGE:1

            """
        let found = try CalendarReader(settings).read(Array(text.utf8))
        #expect(found.fileRemarks == ["METHOD, X-WR-CALNAME left out: about the calendar"])
        #expect(found.remarks.isEmpty)
        #expect(found.tasks.map(\.remarks) == [["X-APPLE left out"]])
    }

    /// Chunks of a long calendar are read on several processors.
    @Test func manyTasksKeepTheirOrderAndLines() throws {
        let todos = (1...300).map {
            "BEGIN:VTODO\nUID:\($0)\nSUMMARY:s\($0)\nDUE;TZID=Europe/Berlin:20251120T100000\nEND:VTODO\n"
        }
        let text = "BEGIN:VCALENDAR\n\(todos.joined())END:VCALENDAR\n"
        let found = try CalendarReader(settings).read(Array(text.utf8))
        #expect(found.tasks.map(\.title) == (1...300).map { "s\($0)" })
        #expect(found.tasks.map(\.line) == (1...300).map { 5 * $0 - 3 })
        #expect(found.tasks.allSatisfy { $0.due == instant("2025-11-20T09:00:00Z") })
    }
}
