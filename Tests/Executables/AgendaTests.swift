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
        #expect(try agenda("--from", "1 dec").text == "nothing on these days\n")
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
        #expect(outcome.status == 129 && outcome.error.contains(message), "\(outcome)")
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
        #expect(outcome.error == "note: the context home is on: project:home\n")
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
}
