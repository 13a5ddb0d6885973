import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo agenda`: what is due, scheduled and done, day by day.
@Suite struct AgendaTests {
    let store: TaskStore

    /// It is Sunday, 16 November 2025, 12:00.
    init() throws { store = try TaskStore() }

    private func agenda(_ arguments: String...) throws -> CommandOutcome {
        try store.run("agenda", arguments)
    }

    /// - Returns: the lines of an agenda on a terminal, without colours.
    private func onTerminal(_ columns: Int, _ arguments: String = "") throws -> [String] {
        try store.linesOnTerminal("cols \(columns)", "redo-agenda \(arguments)")
    }

    private func addTasks() throws {
        try store.add("Pay rent", "--due", "2025-11-14 09:00", "--project", "home")
        try store.add("Call Ana", "--due", "2025-11-16 18:30")
        try store.add("Mow", "--due", "2025-11-18", "--scheduled", "2025-11-16", "-t", "garden")
        try store.add("Buy cake", "--due", "2025-11-16 08:00")
        try #require(store.run("done", ["cake", "--at", "9:15"]).status == 0)
        try store.add("Much later", "--due", "2026-01-05")
    }

    @Test func eachKindHasItsMarkOnItsDay() throws {
        try addTasks()
        let outcome = try agenda()
        #expect(outcome.error.isEmpty)
        #expect(
            outcome.text == """
                Overdue
                  ! 2 days overdue  Pay rent  home

                Sun 16 Nov, today
                  o 18:30  Call Ana
                  >        Mow #garden
                  x 09:15  Buy cake

                Tue 18 Nov
                  o        Mow #garden

                """)
        #expect(outcome.status == 0)
    }

    @Test func otherDaysAreShown() throws {
        try addTasks()
        #expect(
            try agenda("--from", "2026-01-05", "--days", "1").lines == [
                "Mon 5 Jan 2026", "  o Much later",
            ])
        #expect(
            try agenda("--from", "1 dec").text == "nothing on Mon 1 Dec to Sun 7 Dec\n")
        #expect(
            try agenda("--from", "1 dec", "--days", "1", "--json").error
                .contains("nothing on Mon 1 Dec\""))
        // A deadline that has passed stands on its day where today is not among the days.
        #expect(
            try agenda("--from", "2025-11-14", "--days", "2").lines == [
                "Fri 14 Nov", "  ! 09:00  Pay rent  home",
            ])
        #expect(try agenda("--from", "yesterday", "--days", "2").lines.first == "Overdue")
        #expect(try agenda("--days", "60").lines.contains("Mon 5 Jan 2026"))
    }

    @Test func anEmptyDayIsSaid() throws {
        #expect(try agenda().text == "Sun 16 Nov, today\n  nothing\n")
    }

    @Test(arguments: [
        (["--days", "0"], "--days takes a number from 1 to 366"),
        (["--days", "367"], "--days takes a number from 1 to 366"),
        (["--days", "x"], "--days takes a number, not 'x'"),
        (["--from", "someday"], "not a valid date: 'someday'"),
        (["--from", "none"], "not a valid date: 'none'"),
        (["tomorrow"], "unexpected argument 'tomorrow'"),
        (["--context", "nowhere"], "there is no context 'nowhere'"),
    ])
    func whatIsWrongIsSaid(_ arguments: [String], _ message: String) throws {
        let outcome = try store.run("agenda", arguments)
        #expect(outcome.status == 129 && outcome.codedError.contains(message), "\(outcome)")
    }

    // MARK: What counts

    @Test func whatIsHiddenIsLeftOutUntilThen() throws {
        try store.add("Snoozed", "--due", "2025-11-14")
        try store.add("Waiting", "--due", "2025-11-14", "--wait", "2025-11-18 09:00")
        try store.add("Back by then", "--due", "2025-11-19", "--wait", "2025-11-18 09:00")
        try store.add("Deleted", "--due", "2025-11-17")
        try store.add("Archived", "--due", "2025-11-17")
        for command in [
            ["snooze", "Snoozed", "--until", "2025-11-20"], ["delete", "Deleted"],
            ["archive", "Archived"],
        ] {
            let outcome = try store.run(command[0], Array(command.dropFirst()))
            try #require(outcome.status == 0, "\(outcome)")
        }
        #expect(
            try agenda().text
                == "Sun 16 Nov, today\n  nothing\n\nWed 19 Nov\n  o Back by then (waiting)\n")
    }

    @Test func aCompletionThatIsTakenBackIsNotShown() throws {
        try store.add("Buy cake", "--due", "2025-11-16 18:00")
        try #require(store.run("done", ["cake"]).status == 0)
        #expect(try agenda().text.contains("  x 12:00  Buy cake"))
        try #require(store.run("undo").status == 0)
        #expect(try agenda().text.contains("  o 18:00  Buy cake"))
        #expect(try !agenda().text.contains("  x "))
    }

    @Test func blockedTasksAreMarked() throws {
        try store.add("First")
        try store.add("Second", "--due", "tomorrow", "--depends-on", "First")
        #expect(try agenda().text.contains("Mon 17 Nov, tomorrow\n  o Second (blocked)\n"))
    }

    @Test func theContextAppliesToPeople() throws {
        try addTasks()
        try #require(store.run("config", ["context.home.query", "project:home"]).status == 0)
        try #require(store.run("context", ["home"]).status == 0)
        let outcome = try agenda()
        #expect(outcome.codedError == "note: the context home is on: project:home\n")
        #expect(outcome.text.contains("Pay rent") && !outcome.text.contains("Call Ana"))
        #expect(try agenda("--context", "none").text.contains("Call Ana"))
        let json = try agenda("--json")
        #expect(json.error.isEmpty && json.lines.count == 5)
        #expect(try agenda("--json", "--context", "home").lines.count == 1)
    }

    @Test func programsGetAnObjectForEachEntry() throws {
        try addTasks()
        let entries = try TaskStore.objects(agenda("--json"))
        #expect(entries.map { $0["kind"]?.text } == ["overdue", "due", "scheduled", "done", "due"])
        #expect(entries.map { $0["time"]?.text } == ["09:00", "18:30", nil, "09:15", nil])
        #expect(entries.map { $0["day"]?.text }.last == "2025-11-18")
        #expect(entries[0]["project"]?.text == "home" && entries[0]["category"] == .null)
        #expect(
            entries[0].names == [
                "category", "day", "kind", "moment", "project", "task", "time", "title",
            ])
        #expect(try agenda("--json", "--from", "2026-02-01").output.isEmpty)
    }

    // MARK: Widths

    /// How many columns a line takes: two for each of the characters from CJK and the emoji that are here.
    private static func columns(_ line: String) -> Int {
        line.reduce(0) {
            let first = $1.unicodeScalars.first?.value ?? 0
            return $0 + ((0x3000...0x9FFF).contains(first) || first >= 0x1F300 ? 2 : 1)
        }
    }

    @Test(arguments: [40, 80, 160])
    func noLineIsLongerThanTheTerminal(_ width: Int) throws {
        let title = "水をやる 水をやる 水をやる 🌹🌹🌹 שלום עולם 水をやる 水をやる 水をやる 水をやる 水をやる 水をやる 水をやる 水をやる"
        _ = try store.run("category", ["add", "家族と友達"])
        for due in ["2025-01-01", "2025-11-16 18:30", "2025-11-18"] {
            try store.add(
                title, "--due", due, "--category", "家族と友達", "--project", "garden.behind-the-house")
        }
        let lines = try onTerminal(width)
        #expect(lines.count == 8)
        for line in lines { #expect(Self.columns(line) <= width, "\(line)") }
        #expect(lines.contains { $0.contains("…") })
        #expect(lines.contains { $0.hasSuffix("garden.behind-the-house  家族と友達") } == (width > 40))
    }

    // MARK: Further occurrences

    private func expected(_ command: String, _ arguments: String...) throws -> [JSONValue] {
        try TaskStore.objects(store.run(command, arguments + ["--json"]))
            .filter { $0["kind"] == "expected" }
    }

    /// The first one is a to-do; the others are what the rule says.
    @Test func aRuleBringsFurtherOccurrences() throws {
        try store.add("Swim", "--every", "tue,fri 18:00", "--time-zone", "UTC")
        let lines = try agenda("--days", "14").lines
        let swims = lines.filter { $0.contains("Swim") }
        #expect(swims.first?.hasPrefix("  o 18:00  Swim (every ") == true)
        #expect(swims.dropFirst().elementsEqual(Array(repeating: "  ~ 18:00  Swim", count: 3)))
        let days = try expected("agenda", "--days", "14").map { $0["day"]?.text }
        #expect(days == ["2025-11-21", "2025-11-25", "2025-11-28"])
        #expect(try expected("calendar").map { $0["day"]?.text } == days)
        #expect(try expected("calendar", "dec").count == 9)
        // What is not there yet is in no list.
        #expect(try store.tasks().count == 1)
    }

    @Test func aSnoozeMovesOneOccurrenceOnly() throws {
        try store.add("Swim", "--every", "FREQ=DAILY;INTERVAL=3", "--due", "2025-11-17 18:00")
        #expect(try store.run("snooze", ["Swim", "--days", "1"]).status == 0)
        #expect(
            try expected("agenda").map { $0["day"]?.text } == ["2025-11-20"])
    }

    /// An occurrence that is late is left out; `COUNT`, the last day and `expires` end the rule.
    @Test func rulesEnd() throws {
        try store.add("late", "--every", "day", "--due", "2025-11-10 09:00")
        #expect(
            try expected("agenda", "--days", "3").map { $0["day"]?.text } == [
                "2025-11-17", "2025-11-18",
            ])
        try #require(store.run("archive", ["late"]).status == 0)
        try store.add("twice", "--every", "day", "--count", "2", "--due", "2025-11-17")
        try store.add("short", "--every", "day", "--until", "2025-11-19", "--due", "2025-11-17")
        try store.add(
            "expiring", "--every", "day", "--expires", "2025-11-18", "--due", "2025-11-17")
        let titles = try expected("agenda").compactMap { $0["title"]?.text }.sorted()
        #expect(titles == ["expiring", "short", "short", "twice"])
    }

    @Test func whatCountsFromTheCompletionIsNotForetold() throws {
        try store.add("plants", "--every", "3", "--due", "tomorrow")
        try store.add("filter", "--every", "week", "--from", "completion", "--due", "tomorrow")
        #expect(try expected("agenda", "--days", "60").isEmpty)
    }

    /// A rule of somebody else that takes too long costs its own occurrences, and is named.
    @Test func aRuleThatTakesTooLongIsNamed() throws {
        let bad = try store.add("bad", "--due", "tomorrow")
        try store.commit("UPDATE", "--task", bad, "-f", "recurrence=FREQ=DAILY;INTERVAL=40000")
        try store.add("good", "--every", "day", "--due", "tomorrow")
        let outcome = try agenda("--days", "3", "--json")
        #expect(outcome.status == 0)
        #expect(
            outcome.codedError.hasPrefix(
                "error: CALENDAR_001: the rule 'FREQ=DAILY;INTERVAL=40000'"))
        #expect(try TaskStore.objects(outcome).filter { $0["kind"] == "expected" }.count == 1)
    }

    @Test func aQuestionForManyHasAnEnd() throws {
        let question =
            "FREQ=MINUTELY\tdeadline\tUTC\t2025-11-16T12:00:00Z\t-\t2025-11-16T12:00:00Z\t1"
        var answer = try store.runner.run(
            "redo-calendar", ["--expand"], input: Array("\(question)\t2025-11-16T12:02:30Z\n".utf8))
        #expect(answer.text == "2025-11-16T12:01:00.000Z 2025-11-16T12:02:00.000Z\n", "\(answer)")
        answer = try store.runner.run(
            "redo-calendar", ["--expand"],
            input: Array("\(question)\t2026-11-16T12:02:30Z\n\(question)\tnever\n".utf8))
        #expect(answer.status == 1)
        #expect(answer.lines.first?.split(separator: " ").count == 400)
        #expect(answer.lines.last == "error\tthe line is not a completed occurrence")
    }

    @Test func whatProgramsGetKeepsToTheSchema() throws {
        try addTasks()
        try store.add(
            "Swim", "--every", "tue,fri 18:00", "--time-zone", "UTC", "--project", "sport")
        let data = try Data(contentsOf: Fixtures.package.appending(path: "docs/agenda.schema.json"))
        let schema = Schema(root: try JSONDocument(Array(data)).root.value)
        for command in ["agenda", "calendar"] {
            let entries = try TaskStore.objects(store.run(command, ["--json"]))
            let kinds = Set(entries.compactMap { $0["kind"]?.text })
            #expect(kinds.isSuperset(of: ["due", "expected", "done"]))
            for entry in entries { #expect(schema.mistakes(in: entry) == [], "\(entry)") }
        }
        let broken: JSONValue = ["kind": "odd"]
        #expect(!schema.mistakes(in: broken).isEmpty)
        #expect(try store.run("calendar", ["--json", "--expand"]).status == 129)
    }
}
