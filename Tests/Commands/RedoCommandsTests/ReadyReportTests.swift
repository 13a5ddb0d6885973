import RedoCommandLine
import RedoJSON
import TestSupport
import Testing

/// The reports that every store has, and what a user changes of them.
@Suite struct ReadyReportTests {
    let store: TaskStore

    /// On a Sunday at noon.
    init() throws {
        store = try TaskStore()
        try store.add("late", "--due", "2025-11-15")
        try store.add("now", "--due", "2025-11-16 18:00", "-t", "home")
        try store.add("start", "--scheduled", "2025-11-16 08:00")
        try store.add("week", "--due", "2025-11-20", "--project", "home")
        try store.add("far", "--due", "2026-03-01", "--every", "month")
        try store.add("plain")
        try store.add("blocked", "--depends-on", "plain")
        try store.add("hidden", "--wait", "+3d")
        try #require(store.run("done", [try store.add("finished")]).status == 0)
        try #require(store.run("start", ["plain"]).status == 0)
    }

    private func titles(_ arguments: String...) throws -> Set<String> {
        let outcome = try store.run("list", ["--json"] + arguments)
        return Set(try TaskStore.objects(outcome).compactMap { $0["title"]?.text })
    }

    @Test(arguments: [
        ("today", ["late", "now", "start"]), ("overdue", ["late"]),
        ("soon", ["late", "now", "week"]), ("waiting", ["hidden"]), ("blocked", ["blocked"]),
        ("active", ["plain"]), ("recurring", ["far"]), ("completed", ["finished"]),
        ("unplanned", ["plain", "blocked"]),
    ])
    func reportsShowWhatTheirNamesSay(_ name: String, _ expected: [String]) throws {
        #expect(try titles(name) == Set(expected))
        #expect(try titles("--report", name) == Set(expected))
    }

    /// The moment that comes last of a start and a snooze, the next one first.
    @Test func waitingSaysUntilWhen() throws {
        let snoozed = try store.add("snoozed")
        try #require(store.run("snooze", [snoozed, "--until", "tomorrow"]).status == 0)
        let lines = try store.run("list", ["waiting", "--columns", "hidden,title"]).lines
        #expect(
            lines == [
                "HIDDEN UNTIL                  TITLE",
                "Mon 17 Nov (tomorrow)         snoozed (snoozed)",
                "Wed 19 Nov 12:00 (in 3 days)  hidden (waiting)",
            ], "\(lines)")
        #expect(try store.run("list", ["waiting"]).lines[1].contains("Mon 17 Nov (tomorrow)"))
    }

    @Test func nextIsTheList() throws {
        #expect(try store.run("list", ["next"]).text == store.run("list").text)
        #expect(try titles("all").count == 9)
        #expect(try titles().count == 7)
    }

    @Test func termsNarrowAReport() throws {
        #expect(try titles("soon", "project:home") == ["week"])
        #expect(try titles("today", "+home") == ["now"])
        #expect(try titles("today", "-tag:home") == ["late", "start"])
        // With another text the words are a query.
        #expect(try titles("soon", "week") == [])
    }

    @Test func aUserChangesThem() throws {
        try #require(store.run("config", ["report.soon.query", "due:..+1d"]).status == 0)
        #expect(try titles("soon") == ["late", "now"])
        try #require(store.run("config", ["report.soon.priority", "5"]).status == 0)
        #expect(try titles("soon") == [])
    }

    @Test func eachOptionIsOneOfList() throws {
        for report in StandardReport.all {
            #expect(try store.run("list", ["--report", report.name]).status == 0, "\(report.name)")
            #expect(!report.summary.isEmpty)
        }
    }

    @Test func anUnknownReportIsRefusedWithTheNearest() throws {
        let outcome = try store.run("list", ["--report", "overdu"])
        #expect(outcome.status == 129)
        #expect(outcome.error.contains("there is no report 'overdu'"))
        #expect(outcome.error.contains("did you mean 'overdue'?"))
    }

    @Test func projectsAndCategoriesAreOptions() throws {
        try #require(store.run("category", ["add", "Work"]).status == 0)
        try store.add("filed", "--category", "Work")
        #expect(try titles("--project", "home") == ["week"])
        #expect(try titles("--category", "work") == ["filed"])
        #expect(try titles("--project", "none", "due:any") == ["late", "now", "far"])
    }
}
