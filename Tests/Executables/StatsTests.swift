import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo stats`.
@Suite struct StatsTests {
    private let store: TaskStore

    /// Now is Sunday, 2025-11-16, 12:00 in UTC.
    init() throws {
        store = try TaskStore()
        // Completed the same day, two days and four days later.
        try add("Plants", on: "2025-11-10", "-p", "5", "--points", "3")
        try done("Plants", on: "2025-11-10T23:30:00Z")
        try add("Report", on: "2025-11-12", "-p", "5", "--points", "5")
        try done("Report", on: "2025-11-14T08:10:00Z")
        try add("Fence", on: "2025-11-11", "-p", "1")
        try done("Fence", on: "2025-11-15T08:20:00Z")
        try add("Overdue <b>&", on: "2025-11-13", "--due", "2025-11-15T09:00")
        try add("Later", on: "2025-11-13", "--due", "2025-11-16T18:00", "--points", "2")
    }

    private func add(_ title: String, on day: String, _ arguments: String...) throws {
        let outcome = try store.run(
            "add", [title] + arguments, extra: ["REDO_WALL": "\(day)T08:00:00Z"])
        try #require(outcome.status == 0, "\(outcome)")
    }

    private func done(_ title: String, on time: String) throws {
        let outcome = try store.run("done", [title], extra: ["REDO_WALL": time])
        try #require(outcome.status == 0, "\(outcome)")
    }

    private func figures(_ arguments: String..., zone: String = "UTC") throws -> JSONValue {
        let outcome = try store.run("stats", ["--json"] + arguments, extra: ["TZ": zone])
        return try #require(try TaskStore.objects(outcome).first)
    }

    @Test func everyFigureIsInTheJSON() throws {
        let figures = try figures()
        #expect(figures["tasks"] == 5)
        #expect(
            figures["todos"]
                == [
                    "completed": 3, "dueThisWeek": 2, "dueToday": 1, "left": 0, "overdue": 1,
                    "pending": 2, "total": 5, "withNotes": 0,
                ])
        #expect(figures["completionRate"]?.number == 0.6)
        let priorities = figures["completionRateByPriority"]?.elements.map { $0["rate"]?.number }
        #expect(priorities == [1, nil, 0, nil, 1])
        #expect(figures["completionRateByTask"]?.elements.count == 5)
        let days = (15.5 / 24 + 2 + 10.0 / 1440 + 4 + 20.0 / 1440) / 3
        #expect(abs((figures["meanDaysToCompletion"]?.number ?? 0) - days) < 1e-9)
        #expect(figures["medianDaysToCompletion"]?.number == 2 + 10.0 / 1440)
        #expect(figures["streak"] == ["current": 2, "longest": 2])
        #expect(figures["mostProductiveHour"] == 8)
        #expect(figures["recent"] == ["completions": 3, "days": 7, "points": 9])
        let weeks = figures["velocity"]?["weeks"]?.elements ?? []
        #expect(weeks.count == 12)
        #expect(weeks.last == ["completions": 3, "monday": "2025-11-10", "points": 9])
        let burndown = try #require(figures["burndown"])
        #expect(burndown["total"] == 12 && burndown["remaining"] == 3)
        #expect(burndown["rate"]?.number == 0.75)
        #expect(
            burndown["days"]?.elements.suffix(4).map { $0["remaining"]?.number } == [9, 4, 3, 3])
        let titles = figures["pending"]?.elements.map { $0["title"]?.text }
        #expect(titles == ["Overdue <b>&", "Later"])
        #expect(figures["pendingByRank"]?.elements.count == 2)
        #expect(
            Set(figures["pendingByRank"]?.elements.compactMap(\.text) ?? [])
                == Set(figures["pending"]?.elements.compactMap { $0["task"]?.text } ?? []))
    }

    @Test func daysAndHoursAreLocal() throws {
        // 23:30 in UTC is 08:30 on the next day in Tokyo.
        let tokyo = try figures(zone: "Asia/Tokyo")
        #expect(tokyo["completionsByHour"]?.elements[8] == 1)
        #expect(tokyo["completionsByHour"]?.elements[17] == 2)
        // 18:00 was said in UTC: 03:00 tomorrow.
        #expect(tokyo["todos"]?["dueToday"] == 0)
    }

    @Test func itCanBeAboutATask() throws {
        let figures = try figures("--task", "Report", "--days", "1")
        #expect(figures["tasks"] == 1)
        #expect(figures["completionRate"] == 1)
        #expect(figures["recent"] == ["completions": 0, "days": 1, "points": 0])
    }

    @Test func textHasBarsThatFit() throws {
        let outcome = try store.run("stats")
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(
            outcome.text.hasPrefix(
                "Completed  3 of 5 occurrences (60%)\nOpen       2: 1 overdue, 1 due today, 2 within a week\nStreak     2 days, the longest 2 days\n"
            ))
        #expect(outcome.text.contains("Best hour  08:00–09:00\n"))
        #expect(
            outcome.lines.contains { $0.hasPrefix("  5  ██████") && $0.hasSuffix("  100%  2 of 2") }
        )
        #expect(outcome.lines.contains("  2025-11-15 09:00  Overdue <b>&"))
        #expect(outcome.lines.allSatisfy { $0.count <= 80 }, "\(outcome.text)")
        let narrow = try store.runner.shell(
            "script -qec 'stty cols 44; redo-stats' /dev/null </dev/null", extra: ["NO_COLOR": "1"])
        #expect(narrow.text.contains("Completed  3 of 5"))
        #expect(
            narrow.lines.filter { !$0.hasPrefix("Open") && !$0.hasPrefix("Time") }.allSatisfy {
                $0.count <= 46
            }, "\(narrow.text)")
    }

    @Test func anEmptyLogHasFigures() throws {
        let empty = try TaskStore()
        let figures = try #require(try TaskStore.objects(try empty.run("stats", ["--json"])).first)
        #expect(figures["completionRate"]?.isNull == true)
        #expect(figures["meanDaysToCompletion"]?.isNull == true)
        #expect(figures["mostProductiveHour"]?.isNull == true)
        #expect(figures["burndown"]?["rate"]?.isNull == true)
        let text = try empty.run("stats")
        #expect(text.status == 0 && text.text.hasPrefix("Completed  nothing yet\n"))
        _ = try Markup(try empty.run("stats", ["--svg"]).text)
    }

    @Test func picturesAreWellFormedAndNeedNothingElse() throws {
        let svg = try Markup(try store.run("stats", ["--svg"]).text)
        #expect(svg.hasNothingFromOutside)
        #expect(svg.texts.contains("60%"))
        #expect(svg.count(of: "rect", with: "class", prefix: "bar") > 3)
    }

    @Test func hostileTitlesAreHarmless() throws {
        let title = HostileText.nasty + "</td><script>alert(1)</script>\"'&\u{FFFF}"
        try store.runner.store(
            SampleNode(
                task: SampleNode.task(7),
                fields: ["title": .string(JSONString(title)), "storyPoints": .number(1e308)]))
        let outcome = try store.run("commit-node", ["ADD_TODO", "--task", SampleNode.task(7)])
        try #require(outcome.status == 0, "\(outcome)")
        let text = try store.run("stats")
        #expect(text.status == 0 && HostileText.isSafe(text.text))
        #expect(text.text.contains("<script>"))
        let svg = try Markup(try store.run("stats", ["--svg"]).text)
        #expect(svg.hasNothingFromOutside)
    }

    @Test(arguments: [
        (["--json", "--svg"], "--json and --svg do not go together"),
        (["--days", "0"], "--days takes a number from 1 to 36500"),
        (["--days", "x"], "--days takes a number, not 'x'"),
    ])
    func wrongUsage(_ arguments: [String], _ message: String) throws {
        let outcome = try store.run("stats", arguments)
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: \(message)\n"), "\(outcome.error)")
    }
}
