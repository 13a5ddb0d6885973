import Foundation
import RedoJSON
import TestSupport
import Testing

/// Tasks of calendars that recur, imported, synchronised and done here.
@Suite struct CalendarOccurrenceTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try FileManager.default.createDirectory(
            atPath: store.runner.path("calendar"), withIntermediateDirectories: false)
    }

    private static func calendar(_ todos: [String]...) -> String {
        let lines = todos.flatMap {
            ["BEGIN:VTODO", "UID:h", "SUMMARY:h"] + $0 + ["END:VTODO"]
        }
        return (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    private static let daily = [
        "DTSTART:20240301T090000Z", "DUE:20240301T100000Z", "RRULE:FREQ=DAILY",
    ]

    private static func done(_ day: Int) -> [String] {
        [
            "RECURRENCE-ID:2024030\(day)T090000Z", "STATUS:COMPLETED",
            "COMPLETED:2024030\(day)T093000Z",
        ]
    }

    private func run(
        _ command: String, _ arguments: [String] = [], at time: String = "2024-03-01T12:00:00Z"
    ) throws -> CommandOutcome {
        try store.run(command, arguments, extra: ["REDO_WALL": time])
    }

    private func sync(at time: String = "2024-03-01T12:00:00Z") throws -> CommandOutcome {
        try run("vdir", ["calendar"], at: time)
    }

    private func write(_ text: String) throws {
        try store.runner.write(Array(text.utf8), to: "calendar/h.ics")
    }

    private func text() throws -> String {
        String(decoding: try store.runner.contents(ofFile: "calendar/h.ics"), as: UTF8.self)
    }

    /// The member of the task in the neutral form.
    private func member(_ name: String) throws -> String? {
        let outcome = try run("export", ["--to", "json"])
        let object = try JSONDocument(Array(try #require(outcome.lines.first).utf8)).root
        return object.members.first { $0.name.description == name }?.value.string?.description
    }

    private func imported(_ text: String) throws -> CommandOutcome {
        try store.runner.run(
            "redo-import", ["--from", "icalendar"], input: Array(text.utf8),
            extra: ["REDO_WALL": "2024-01-15T12:00:00Z"])
    }

    @Test func aRuleThatGivesStartsKeepsTheDistanceOfTheDeadline() throws {
        let outcome = try imported(
            Self.calendar([
                "DTSTART:20240101T090000Z", "DUE:20240105T170000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO",
            ]))
        #expect(outcome.text == "added 1 task\n", "\(outcome)")
        let task = try #require(try store.tasks().first)
        #expect(task["recurrenceOf"]?.text == "scheduled")
        let made = try store.nodes().filter { $0["action"]?.text == "CREATE_TODO" }
        #expect(made.first?["data"]?["fields"]?["scheduled"]?.text == "2024-01-01T09:00:00.000Z")
        #expect(made.first?["data"]?["fields"]?["span"] == 374_400)
        #expect(try run("done", ["h"], at: "2024-01-15T12:00:00Z").status == 0)
        #expect(try member("due") == "2024-01-19T17:00:00.000Z")
        #expect(try member("scheduled") == "2024-01-15T09:00:00.000Z")
        let next = try #require(
            try store.nodes().last { $0["action"]?.text == "CREATE_TODO" })
        #expect(next["data"]?["fields"]?["scheduled"]?.text == "2024-01-15T09:00:00.000Z")
        #expect(next["data"]?["fields"]?["span"] == 374_400)
        try store.expectSound()
    }

    @Test func aStartThatIsSetLaterIsShown() throws {
        _ = try imported(Self.calendar(Self.daily))
        #expect(try run("edit", ["h", "--scheduled", "2024-03-01T05:00:00Z"]).status == 0)
        #expect(try member("scheduled") == "2024-03-01T05:00:00.000Z")
        #expect(try run("done", ["h"]).status == 0)
        #expect(try member("scheduled") == "2024-03-02T09:00:00.000Z")
    }

    @Test func datesMoveWithTheOccurrence() throws {
        try store.add(
            "w", "--every", "month", "--due", "2025-12-28", "--scheduled", "2025-12-25T00:00:00Z",
            "--wait", "2025-12-20T00:00:00Z")
        try store.commit(
            "UPDATE", "--task", "w", "-f",
            #"reminders:=["-PT30M","2025-12-27T10:00:00Z"]"#)
        #expect(try store.run("done", ["w"]).status == 0)
        let task = try #require(try store.tasks().first)
        #expect(task["scheduled"]?.text == "2026-01-25T00:00:00.000Z")
        #expect(task["wait"]?.text == "2026-01-20T00:00:00.000Z")
        #expect(
            task["reminders"]?.elements.map(\.text) == ["-PT30M", "2026-01-27T10:00:00.000Z"])
    }

    @Test func aFileThatGainsACompletedOccurrenceCompletesTheToDo() throws {
        try write(Self.calendar(Self.daily))
        #expect(try sync().text == "1 task added\n")
        try write(Self.calendar(Self.daily, Self.done(1)))
        let outcome = try sync()
        #expect(outcome.text == "1 task edited\n" && outcome.error.isEmpty, "\(outcome)")
        #expect(try member("due") == "2024-03-02T10:00:00.000Z")
        #expect(try sync().text.isEmpty)
        // Further ones, one of them ahead of its turn.
        try write(Self.calendar(Self.daily, Self.done(1), Self.done(2), Self.done(4)))
        #expect(try sync(at: "2024-03-02T12:00:00Z").text == "1 task edited\n")
        #expect(try member("due") == "2024-03-03T10:00:00.000Z")
        #expect(
            try store.tasks().first?["recurrenceExcept"]?.elements.map(\.text) == ["2024-03-04"])
        #expect(try sync(at: "2024-03-02T12:00:00Z").text.isEmpty)
        #expect(try run("done", ["h"], at: "2024-03-03T12:00:00Z").status == 0)
        #expect(try member("due") == "2024-03-05T10:00:00.000Z")
        #expect(try sync(at: "2024-03-03T12:00:00Z").text == "1 file written\n")
        let file = try text()
        #expect(file.contains("DTSTART:20240305T090000Z\r\n") && file.contains("RECURRENCE-ID"))
        #expect(try sync(at: "2024-03-03T12:00:00Z").text.isEmpty)
        try store.expectSound()
    }

    @Test func aCountIsLoweredWhenTheStartMoves() throws {
        try write(
            Self.calendar([
                "DTSTART:20240301T140000Z", "DUE:20240301T140000Z", "RRULE:FREQ=DAILY;COUNT=3",
            ]))
        _ = try sync()
        for (day, count) in [(2, 2), (3, 1)] {
            #expect(try run("done", ["h"], at: "2024-03-0\(day - 1)T12:00:00Z").status == 0)
            _ = try sync(at: "2024-03-0\(day - 1)T12:00:00Z")
            let file = try text()
            #expect(file.contains("DTSTART:2024030\(day)T140000Z\r\n"), "\(file)")
            #expect(file.contains("COUNT=\(count)\r\n"), "\(file)")
            #expect(try sync(at: "2024-03-0\(day - 1)T12:00:00Z").text.isEmpty)
        }
        #expect(
            try run("done", ["h"], at: "2024-03-03T12:00:00Z").text.contains("COUNT is reached"))
    }

    @Test func excludedDaysAreSkipped() throws {
        try write(Self.calendar(Self.daily + ["EXDATE:20240302T090000Z,20240303T090000Z"]))
        _ = try sync()
        #expect(try run("done", ["h"]).status == 0)
        #expect(try member("due") == "2024-03-04T10:00:00.000Z")
    }

    @Test func anAlarmIsAReminderInBothDirections() throws {
        let alarm = ["BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER;RELATED=END:-PT30M", "END:VALARM"]
        try write(Self.calendar(["DUE:20240301T100000Z"] + alarm))
        _ = try sync()
        #expect(try store.tasks().first?["reminders"]?.elements.map(\.text) == ["-PT30M"])
        #expect(try run("edit", ["h", "--title", "g"]).status == 0)
        _ = try sync()
        #expect(try text().contains("ACTION:AUDIO\r\n"))
        try store.commit("UPDATE", "--task", "g", "-f", #"reminders:=["-PT10M"]"#)
        _ = try sync()
        let file = try text()
        #expect(file.contains("TRIGGER;RELATED=END:-PT10M\r\n") && !file.contains("-PT30M"))
        let properties = try #require(file.range(of: "BEGIN:VALARM"))
        #expect(!file[properties.lowerBound...].contains("DUE"))
        #expect(try sync().text.isEmpty)
    }

    @Test func anAlarmOfADeadlineThatIsRemovedGoesAndIsNamed() throws {
        let alarm = ["BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER;RELATED=END:-PT30M", "END:VALARM"]
        try write(Self.calendar(["DUE:20240301T100000Z"] + alarm))
        _ = try sync()
        #expect(try run("edit", ["h", "--due", "none"]).status == 0)
        let outcome = try sync()
        #expect(outcome.codedError.contains("h.ics: 1 alarm removed"), "\(outcome)")
        let file = try text()
        #expect(!file.contains("VALARM") && !file.contains("DUE"))
        #expect(try sync().error.isEmpty)
    }

    @Test func aMovedFirstOccurrenceLeavesTheRule() throws {
        let moved = [
            "RECURRENCE-ID:20240301T090000Z", "DTSTART:20240301T150000Z", "DUE:20240301T160000Z",
        ]
        #expect(try imported(Self.calendar(Self.daily, moved)).status == 0)
        #expect(try member("due") == "2024-03-01T16:00:00.000Z")
        #expect(try member("recurrence") == "FREQ=DAILY")
        #expect(try run("done", ["h"]).status == 0)
        #expect(try member("due") == "2024-03-02T10:00:00.000Z")
    }

    @Test func aCompletedSeriesEndsWithItsLastOccurrence() throws {
        try write(
            Self.calendar([
                "DTSTART:20240301T090000Z", "DUE:20240301T100000Z", "RRULE:FREQ=DAILY;COUNT=2",
            ]))
        #expect(try sync().status == 0)
        #expect(try run("done", ["h"]).status == 0)
        #expect(try run("done", ["h"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        let text = try text()
        #expect(text.contains("DTSTART:20240302T090000Z\r\n"), "\(text)")
        #expect(text.contains("DUE:20240302T100000Z\r\n") && text.contains("STATUS:COMPLETED"))
        #expect(try sync().text.isEmpty)
    }

    @Test func whatACalendarSaysOfItselfStaysInItsFile() throws {
        let calendar = Self.calendar(["DUE:20240301T100000Z"])
            .replacing("BEGIN:VCALENDAR\r\n", with: "BEGIN:VCALENDAR\r\nX-WR-CALNAME:Mine\r\n")
        let outcome = try store.runner.run(
            "redo-import", ["--from", "icalendar", "-n"], input: Array(calendar.utf8))
        #expect(outcome.error.contains("X-WR-CALNAME left out: about the calendar"), "\(outcome)")
        try write(calendar)
        #expect(try sync().text == "1 task added\n")
        #expect(try run("edit", ["h", "--title", "j"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        #expect(try text().contains("X-WR-CALNAME:Mine\r\n"))
    }
}
