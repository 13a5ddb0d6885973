import RedoJSON
import TestSupport
import Testing

/// `redo stats --time`: what `redo start` and `redo stop` have measured.
@Suite struct WorkStatisticsTests {
    let store: TaskStore

    /// It is Sunday, 16 November 2025, 12:00.
    init() throws { store = try TaskStore() }

    private func time(_ arguments: String...) throws -> CommandOutcome {
        try store.run("stats", ["--time"] + arguments)
    }

    private func work(_ task: String, from start: String, to end: String?) throws {
        let begun = try store.run("start", [task, "--at", start])
        try #require(begun.status == 0, "\(begun)")
        guard let end else { return }
        let ended = try store.run("stop", [task, "--at", end])
        try #require(ended.status == 0, "\(ended)")
    }

    private func addWork() throws {
        _ = try store.run("category", ["add", "Paper"])
        try store.add("Report", "--project", "work.q4", "--category", "Paper")
        try store.add("Letter", "--project", "work.q4")
        try store.add("Garden")
        try work("Report", from: "2025-11-10 09:00", to: "2025-11-10 11:30")
        try work("Report", from: "2025-11-15 23:00", to: "2025-11-16 00:30")
        try work("Letter", from: "2025-11-16 08:00", to: "2025-11-16 08:45")
        try work("Garden", from: "2025-11-16 11:30", to: nil)
    }

    @Test func timeIsAddedUpByTask() throws {
        try addWork()
        #expect(
            try time().text == """
                5 h 15 min tracked, 1 running
                  4 h 00 min  Report
                      45 min  Letter
                      30 min  Garden (running)

                """)
        #expect(try time("--by", "task").text == time().text)
    }

    @Test func timeIsAddedUpByProjectAndCategory() throws {
        try addWork()
        #expect(
            try time("--by", "project").lines.dropFirst() == [
                "  4 h 45 min  work.q4", "      30 min  no project (running)",
            ])
        #expect(
            try time("--by", "category").lines.dropFirst() == [
                "  4 h 00 min  Paper", "  1 h 15 min  no category (running)",
            ])
    }

    /// What lasts over midnight belongs to both days.
    @Test func timeIsAddedUpByDay() throws {
        try addWork()
        #expect(
            try time("--by", "day").lines.dropFirst() == [
                "  2 h 30 min  Mon 10 Nov", "  1 h 00 min  Sat 15 Nov, yesterday",
                "  1 h 45 min  Sun 16 Nov, today (running)",
            ])
    }

    /// A mark gives way to a title, and a title is cut.
    @Test(arguments: [40, 80])
    func noLineIsLongerThanTheTerminal(_ width: Int) throws {
        try store.add("水をやる 水をやる 水をやる 水をやる 水をやる 水をやる 水をやる 水をやる")
        try work("水をやる", from: "2025-11-16 11:30", to: nil)
        for by in ["task", "day"] {
            let outcome = try store.runner.shell(
                "script -qec 'stty cols \(width) -onlcr; redo-stats --time --by \(by) 2>/dev/null' /dev/null </dev/null",
                extra: ["TERM": "xterm", "NO_COLOR": "1"])
            try #require(outcome.status == 0, "\(outcome)")
            for line in outcome.lines {
                let columns = line.unicodeScalars.reduce(0) {
                    $0 + (0x3000...0x9FFF ~= $1.value ? 2 : 1)
                }
                #expect(columns <= width, "\(line)")
            }
            if by == "day" { #expect(outcome.text.contains("Sun 16 Nov, today")) }
        }
    }

    @Test func onlyTheLastDaysCountIfThatIsAskedFor() throws {
        try addWork()
        #expect(try time("--days", "1").lines.first == "1 h 45 min tracked, 1 running")
        #expect(
            try time("--days", "2", "--by", "day").lines == [
                "2 h 45 min tracked, 1 running", "  1 h 00 min  Sat 15 Nov, yesterday",
                "  1 h 45 min  Sun 16 Nov, today (running)",
            ])
        #expect(try time("--task", "Letter").lines == ["45 min tracked", "  45 min  Letter"])
    }

    @Test func programsGetMinutes() throws {
        try addWork()
        let json = try #require(TaskStore.objects(time("--json")).first)
        #expect(json["minutes"]?.number == 315 && json["running"]?.number == 1)
        #expect(json["intervals"]?.number == 4 && json["by"]?.text == "task")
        let rows = json["rows"]?.elements ?? []
        #expect(rows.map { $0["title"]?.text } == ["Report", "Letter", "Garden"])
        #expect(rows.map { $0["minutes"]?.number } == [240, 45, 30])
        #expect(rows.map { $0["intervals"]?.number } == [2, 1, 1])
        func names(_ by: String) throws -> [JSONValue?] {
            try TaskStore.objects(time("--json", "--by", by)).first?["rows"]?.elements.map {
                $0[by == "day" ? "day" : by == "project" ? "project" : "category"]
            } ?? []
        }
        #expect(try names("project") == ["work.q4", .null])
        #expect(try names("category") == [.array(["Paper"]), .null])
        #expect(try names("day") == ["2025-11-10", "2025-11-15", "2025-11-16"])
    }

    /// A task with two tags counts in both rows.
    @Test func timeIsAddedUpByTag() throws {
        try store.add("Report", "-t", "desk,q4")
        try store.add("Letter", "-t", "desk")
        try store.add("Garden")
        try work("Report", from: "2025-11-16 08:00", to: "2025-11-16 09:00")
        try work("Letter", from: "2025-11-16 09:00", to: "2025-11-16 09:30")
        try work("Garden", from: "2025-11-16 11:50", to: nil)
        #expect(
            try time("--by", "tag").lines == [
                "1 h 40 min tracked, 1 running", "  1 h 30 min  desk", "  1 h 00 min  q4",
                "      10 min  no tag (running)",
            ])
        let rows = try TaskStore.objects(time("--json", "--by", "tag")).first?["rows"]?.elements
        #expect(rows?.map { $0["tag"] } == ["desk", "q4", .null])
    }

    @Test func spreadsheetsGetATable() throws {
        try store.add("Report, \"final\"", "--project", "work.q4", "-t", "=desk")
        try work("Report", from: "2025-11-16 08:00", to: "2025-11-16 09:00")
        let task = try #require(try store.tasks().first?["guid"]?.text)
        func table(_ by: String) throws -> String { try time("--csv", "--by", by).text }
        #expect(
            try table("task")
                == "task,title,intervals,minutes,running\r\n\(task),\"Report, \"\"final\"\"\",1,60,0\r\n"
        )
        #expect(try table("project") == "project,intervals,minutes,running\r\nwork.q4,1,60,0\r\n")
        #expect(try table("category") == "category,intervals,minutes,running\r\n,1,60,0\r\n")
        #expect(try table("tag") == "tag,intervals,minutes,running\r\n'=desk,1,60,0\r\n")
        #expect(
            try table("day") == "day,intervals,minutes,running\r\n2025-11-16,1,60,0\r\n")
        #expect(try store.run("stats", ["--csv"]).status == 129)
    }

    @Test func withoutWorkThatIsSaid() throws {
        try store.add("Report")
        #expect(try time().lines.first == "no time tracked")
        let json = try #require(TaskStore.objects(time("--json")).first)
        #expect(json["minutes"]?.number == 0 && json["rows"] == .array([]))
    }

    @Test(arguments: [
        (["--by", "day"], "--by needs --time"),
        (["--time", "--by", "month"], "there is no division 'month'"),
        (["--time", "--svg"], "--time and --svg do not go together"),
        (["--time", "--days", "0"], "--days takes a number from 1 to 36500"),
    ])
    func whatIsWrongIsSaid(_ arguments: [String], _ message: String) throws {
        let outcome = try store.run("stats", arguments)
        #expect(outcome.status == 129 && outcome.codedError.contains(message), "\(outcome)")
    }

    /// A clock that is ahead somewhere, and times that are none, make no time.
    @Test func hostileIntervalsAddNothing() throws {
        let task = try store.add("Report")
        for time in ["2030-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"] {
            let outcome = try store.run(
                "commit-node",
                [
                    "START_WORK", "--task", task, "-f",
                    "workId=aaaaaaaa-aaaa-4aaa-8aaa-\(time.hasPrefix("9") ? "a" : "b")aaaaaaaaaaa",
                    "-f",
                    "at=\(time)",
                ])
            try #require(outcome.status == 0, "\(outcome)")
        }
        for by in ["task", "project", "category", "day"] {
            let outcome = try time("--by", by, "--days", "36500")
            #expect(outcome.status == 0 && outcome.lines.first == "no time tracked", "\(outcome)")
        }
    }

    /// Thousands of years in one interval.
    @Test func aLongIntervalIsCounted() throws {
        let task = try store.add("Report")
        let id = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"
        let outcome = try store.run(
            "commit-node",
            [
                "START_WORK", "--task", task, "-f", "workId=\(id)", "-f",
                "at=0001-01-01T00:00:00.000Z",
            ])
        try #require(outcome.status == 0, "\(outcome)")
        #expect(try time().status == 0)
        #expect(try time("--by", "day").lines.count == 8)
        #expect(try time("--days", "2").lines.first == "36 h 00 min tracked, 1 running")
    }

    @Test func aCompletionThatIsTakenBackCountsNoMore() throws {
        try store.add("Buy cake", "--due", "2025-11-20")
        func completed() throws -> Double? {
            try TaskStore.objects(store.run("stats", ["--json"])).first?["todos"]?["completed"]?
                .number
        }
        try #require(store.run("done", ["cake"]).status == 0)
        #expect(try completed() == 1)
        try #require(store.run("undo").status == 0)
        #expect(try completed() == 0)
    }
}
