import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo calendar --todos`, and imports through it.
@Suite struct CalendarTodosTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func read(_ text: String) throws -> CommandOutcome {
        try store.runner.run("redo-calendar", ["--todos"], input: Array(text.utf8))
    }

    private static func calendar(_ lines: String...) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""])
            .joined(separator: "\r\n")
    }

    @Test func aTodoIsATaskInTheNeutralForm() throws {
        let outcome = try read(
            Self.calendar(
                "BEGIN:VTODO", "UID:u-1", #"SUMMARY:Buy\, milk \n and\; mo"#, " re ä\\\\",
                "DUE;TZID=Europe/Berlin:20251120T100000", "DTSTART;VALUE=DATE:20251118",
                "CATEGORIES:a,b\\,c", "PRIORITY:1", "RRULE:FREQ=WEEKLY;BYDAY=TH",
                "DESCRIPTION:Two\\nlines", "RELATED-TO;RELTYPE=DEPENDS-ON:u-2",
                "RELATED-TO:parent", "LOCATION:Shop", "CLASS:PRIVATE", "ATTENDEE:mailto:a@b.org",
                "X-OTHER:1", "CREATED:20251101T000000Z", "BEGIN:VALARM", "ACTION:DISPLAY",
                "TRIGGER:-PT5M", "END:VALARM", "END:VTODO", "BEGIN:VEVENT", "UID:e", "END:VEVENT"))
        #expect(outcome.status == 0, "\(outcome)")
        let task = try JSONDocument(Array(outcome.lines[0].utf8)).root.value
        #expect(task["title"]?.text == "Buy, milk \n and; more ä\\" && task["uid"]?.text == "u-1")
        #expect(task["due"]?.text == "2025-11-20T09:00:00.000Z" && task["priority"] == 5)
        #expect(task["scheduled"]?.text == "2025-11-18T00:00:00.000Z" && task["line"] == 3)
        #expect(task["tags"]?.elements.map(\.text) == ["a", "b,c"])
        #expect(task["timeZone"]?.text == "Europe/Berlin")
        #expect(task["dependsOn"]?.elements.map(\.text) == ["u-2"] && task["private"] == true)
        #expect(task["fields"] == ["location": "Shop"])
        #expect(task["recurrenceOf"] == "scheduled" && task["parent"]?.text == "parent")
        #expect(task["reminders"]?.elements.map(\.text) == ["-P2DT9H5M"])
        #expect(task["remarks"]?.elements.map(\.text) == ["ATTENDEE, X-OTHER left out"])
        #expect(outcome.lines[1] == #"{"remark":"1 VEVENT left out: not a task"}"#)
    }

    @Test func aZoneOfTheFileCounts() throws {
        let outcome = try read(
            Self.calendar(
                "BEGIN:VTIMEZONE", "TZID:Mine", "BEGIN:STANDARD", "DTSTART:19700101T000000",
                "TZOFFSETFROM:+0330", "TZOFFSETTO:+0330", "END:STANDARD", "END:VTIMEZONE",
                "BEGIN:VTODO", "UID:1", "SUMMARY:a", "DUE;TZID=Mine:20251120T100000", "END:VTODO",
                "BEGIN:VTODO", "UID:2", "SUMMARY:b", "DUE;TZID=Nowhere:20251120T100000",
                "END:VTODO"))
        #expect(outcome.lines[0].contains("2025-11-20T06:30:00.000Z"), "\(outcome)")
        #expect(outcome.lines[1].contains("the time zone 'Nowhere', which is not known"))
        #expect(outcome.lines[1].contains(#""otherDue":"20251120T100000 Nowhere""#))
        #expect(outcome.lines[1].contains(#""line":16"#) && outcome.status == 0)
    }

    @Test func badEntriesAreNamedAmongGoodOnes() throws {
        let text = Self.calendar(
            "BEGIN:VTODO", "UID:1", "SUMMARY:good", "END:VTODO",
            "BEGIN:VTODO", "UID:2", "SUMMARY:bad", "DUE:2025x", "END:VTODO",
            "BEGIN:VTODO", "UID:3", "SUMMARY:cut",
            "BEGIN:VTODO", "UID:4", "SUMMARY:also good", "END:VTODO",
            "BEGIN:VTODO", "UID:5", "END:VTODO")
        let outcome = try store.runner.run(
            "redo-import", ["--from", "icalendar"], input: Array(text.utf8))
        #expect(outcome.status == 1 && outcome.text == "added 4 tasks, refused 1\n", "\(outcome)")
        #expect(outcome.codedError.contains("standard input, line 7: "))
        #expect(outcome.codedError.contains("standard input, line 12: END:VTODO is missing"))
        #expect(outcome.codedError.contains("standard input, line 19: without a SUMMARY"))
    }

    @Test func hostileTitlesComeBack() throws {
        let titles = [
            "a\u{1B}[31mb", "END:VTODO\nBEGIN:VEVENT", String(repeating: "ä😀", count: 200),
            "a\\nb", "\\", "x;y,z:\"q\"", "tab\there", "\u{202E}abc", "=1+1", "a\rb",
        ]
        for title in titles { try store.add(title) }
        let file = try store.run("export", ["--to", "icalendar"])
        let other = try TaskStore()
        let outcome = try other.runner.run(
            "redo-import", ["--from", "icalendar"], input: Array(file.text.utf8))
        #expect(outcome.text == "added \(titles.count) tasks\n", "\(outcome)")
        #expect(Set(try other.tasks().compactMap { $0["title"]?.text }) == Set(titles))
    }

    /// A child that dies of one file is an error that names it.
    @Test func aFileThatKillsTheChildIsNamed() throws {
        let directory = store.runner.path("exec")
        try store.runner.writeProgram("#!/bin/sh\nkill -SEGV $$\n", to: "exec/redo-calendar")
        try store.runner.write(
            Array(Self.calendar("BEGIN:VTODO", "UID:1", "SUMMARY:a", "END:VTODO").utf8),
            to: "bad.ics")
        let outcome = try store.runner.run(
            "redo-import", ["--from", "icalendar", "bad.ics"], extra: ["REDO_EXEC_PATH": directory])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains("bad.ics: the process that reads calendars died of it"))
        #expect(try store.nodes().isEmpty)
    }

    @Test func severalCalendarsAreAnsweredOneByOne() throws {
        let one = Self.calendar("BEGIN:VTODO", "UID:1", "SUMMARY:a", "END:VTODO")
        let outcome = try read("\(one)\0hello\0\(one)")
        let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.count == 7 && lines[1] == "" && lines[3] == "" && lines[5] == "", "\(outcome)")
        #expect(lines[2].contains(#""isWhole":true"#) && outcome.status == 1)
    }
}
