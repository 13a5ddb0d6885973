import TestSupport
import Testing

/// `redo` without a command.
@Suite struct SummaryTests {
    let store: TaskStore

    static let hint = "hint: 'redo list' shows all open tasks, 'redo help' the everyday commands"

    /// It is Sunday, 16 November 2025, 12:00.
    init() throws { store = try TaskStore() }

    private func redo(_ arguments: String...) throws -> CommandOutcome {
        try store.runner.run("redo", arguments)
    }

    @Test func whatIsOverdueAndTodayIsShown() throws {
        try store.add("Pay rent", "--due", "2025-11-14 09:00")
        try store.add("Call Ana", "--due", "2025-11-16 18:30")
        try store.add("Buy cake", "--due", "2025-11-20")
        try store.add("Some day")
        let outcome = try redo()
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(
            outcome.text == """
                Overdue
                  ! 2 days overdue  Pay rent

                Sun 16 Nov, today
                  o 18:30  Call Ana

                2 more open tasks
                \(Self.hint)

                """)
    }

    @Test func ofManyTheRestIsCounted() throws {
        for number in 1...7 { try store.add("Late \(number)", "--due", "2025-11-0\(number)") }
        for number in 10...21 {
            try store.add("Now \(number)", "--due", "2025-11-16 \(number > 12 ? number : 13):30")
        }
        let lines = try redo().lines
        #expect(lines.count { $0.hasPrefix("  ! ") } == 5)
        #expect(lines.contains("  and 2 more overdue"))
        // The most urgent are shown, which have waited for longest.
        #expect(
            lines.contains { $0.hasSuffix("Late 1") } && !lines.contains { $0.hasSuffix("Late 7") })
        #expect(lines.count { $0.hasPrefix("  o ") } == 10)
        #expect(lines.contains("  and 2 more today"))
        #expect(lines.last == "hint: 'redo help' lists the everyday commands")
    }

    @Test func nothingTodayIsSaid() throws {
        try store.add("Buy cake", "--due", "2025-11-20")
        #expect(
            try redo().lines == [
                "Sun 16 Nov, today", "  nothing due today", "", "1 more open task", Self.hint,
            ])
    }

    @Test func anEmptyStoreSaysWhatToDoFirst() throws {
        let outcome = try redo()
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.lines.first == "no tasks yet")
        #expect(outcome.lines[1] == "hint: 'redo add \"Buy milk\" --due tomorrow' adds one")
        #expect(outcome.text.contains("'redo help' lists the everyday commands"))
    }

    @Test func withoutAStoreNothingIsMade() throws {
        let runner = try CommandRunner()
        let outcome = try runner.run("redo", [])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.lines.first == "no tasks yet")
        #expect(outcome.text.contains("hint: 'redo add <title>' creates it"))
        #expect(try runner.run("redo-list").status == 128)
        let named = try runner.run("redo", ["--redo-dir", "nowhere"])
        #expect(named.status == 0 && named.text.contains("nowhere init' creates it\n"))
    }

    @Test func theContextApplies() throws {
        try store.add("Pay rent", "--due", "2025-11-14", "--project", "home")
        try store.add("Tax", "--due", "2025-11-14", "--project", "work")
        try #require(store.run("config", ["context.work.query", "project:work"]).status == 0)
        try #require(store.run("context", ["work"]).status == 0)
        let outcome = try redo()
        #expect(outcome.codedError == "note: the context work is on: project:work\n")
        #expect(outcome.text.contains("Tax") && !outcome.text.contains("Pay rent"))
    }

    @Test func aBrokenStoreIsAnError() throws {
        try store.runner.write(Array("x".utf8), to: "broken")
        let outcome = try store.runner.run("redo", ["--redo-dir", "broken"])
        #expect(
            outcome.status == 128 && outcome.codedError.hasPrefix("error: STORAGE_001"),
            "\(outcome)")
    }
}
