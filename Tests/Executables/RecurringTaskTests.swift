import RedoJSON
import TestSupport
import Testing

/// Tasks that come again by a rule (docs/dates.md). It is Sunday, 16 November 2025, 12:00.
@Suite struct RecurringTaskTests {
    let store: TaskStore
    private static let berlin = ["TZ": "Europe/Berlin"]

    init() throws { store = try TaskStore() }

    private func task() throws -> JSONValue { try #require(store.tasks().first) }

    /// The deadlines of the to-dos in order.
    private func deadlines() throws -> [String?] {
        try task()["todoTasks"]?.elements.map { $0["deadline"]?.text } ?? []
    }

    private func done(_ arguments: String..., at wall: String) throws -> CommandOutcome {
        try store.run("done", arguments, extra: Self.berlin.merging(["REDO_WALL": wall]) { $1 })
    }

    // MARK: Adding

    @Test(arguments: [
        (["--every", "week"], "FREQ=WEEKLY;BYHOUR=23;BYMINUTE=59", "2025-11-16T23:59:00.000Z"),
        (
            ["--every", "1st 9:00"], "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0",
            "2025-12-01T09:00:00.000Z"
        ),
        (
            ["--every", "mon,thu", "--due", "tue 7:30"],
            "FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=7;BYMINUTE=30", "2025-11-18T07:30:00.000Z"
        ),
        (
            ["--every", "2w", "--count", "3", "--due", "tue 7:30"],
            "FREQ=WEEKLY;INTERVAL=2;BYHOUR=7;BYMINUTE=30;COUNT=3", "2025-11-18T07:30:00.000Z"
        ),
        (
            ["--every", "3d", "--until", "24 dec", "--due", "tue 7:30"],
            "FREQ=DAILY;INTERVAL=3;BYHOUR=7;BYMINUTE=30;UNTIL=20251224", "2025-11-18T07:30:00.000Z"
        ),
        (
            ["--every", "FREQ=HOURLY;INTERVAL=6", "--due", "tue 7:30"], "FREQ=HOURLY;INTERVAL=6",
            "2025-11-18T07:30:00.000Z"
        ),
    ])
    func aRuleIsWritten(_ options: [String], _ rule: String, _ due: String) throws {
        let outcome = try store.run("add", ["Rent"] + options)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let task = try task()
        #expect(task["recurrence"]?.text == rule)
        #expect(task["frequencyDays"]?.integer == 0)
        #expect(task["timeZone"] == "UTC")
        #expect(task["recurrenceFrom"] == nil)
        #expect(try deadlines() == [due])
    }

    @Test func theZoneIsTheUsers() throws {
        try store.add("Rent", "--every", "1st 9:00", extra: Self.berlin)
        #expect(try task()["timeZone"] == "Europe/Berlin")
        #expect(try deadlines() == ["2025-12-01T08:00:00.000Z"])
        try store.add(
            "Call", "--every", "1st 9:00", "--time-zone", "Asia/Tokyo", extra: Self.berlin)
        #expect(try store.tasks().contains { $0["timeZone"] == "Asia/Tokyo" })
    }

    @Test func aZoneWithoutANameIsUTC() throws {
        let outcome = try store.run("add", ["x", "--every", "day"], extra: ["TZ": "CET-1CEST"])
        #expect(
            outcome.codedError.hasPrefix("note: the local time zone has no name: "), "\(outcome)")
        #expect(try task()["timeZone"] == "UTC")
    }

    /// `TZ` can have rules in place of a name; a zone with the same rules is written, and named.
    @Test func aZoneOfRulesIsNamed() throws {
        let outcome = try store.run(
            "add", ["x", "--every", "day 9:00"], extra: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"])
        let zone = try #require(task()["timeZone"]?.text)
        #expect(zone.hasPrefix("Europe/"))
        #expect(
            outcome.codedError.hasPrefix(
                "note: the local time zone has no name: the rule follows \(zone), "), "\(outcome)")
    }

    @Test(arguments: [
        (["--every", "FREQ=OFTEN"], "'FREQ=OFTEN', FREQ=OFTEN is not known"),
        (["--every", "FREQ=DAILY;COUNT=2;UNTIL=20260101"], "a last day or a count, not both"),
        (
            ["--every", "FREQ=DAILY;COUNT=2", "--until", "tomorrow"],
            "a last day or a count, not both"
        ),
        (["--every", "day", "--until", "tomorrow", "--count", "2"], "do not go together"),
        (["--every", "day", "--until", "yesterday"], "gives no first deadline: UNTIL is over"),
        (["--every", "day", "--count", "0"], "--count takes a number from 1"),
        (
            ["--every", "day", "--from", "birth"],
            "there is no origin 'birth'; there are deadline and completion"
        ),
        (
            ["--every", "day", "--time-zone", "../../etc/passwd"],
            "there is no time zone '../../etc/passwd'"
        ),
        (["--every", "none", "--count", "2"], "--count needs another --every"),
        (["--count", "2"], "--count needs --every"),
        (
            ["--every", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30"],
            "gives no first deadline: the rule has no further"
        ),
        (
            ["--every", "week", "--dialect", "payload", "--due", "fri"],
            "with redo.dialect = payload there are only days after each completion"
        ),
    ])
    func whatIsWrongIsNamedAndNothingWritten(_ options: [String], _ reason: String) throws {
        let outcome = try store.run("add", ["x"] + options)
        #expect(outcome.status == 129)
        #expect(outcome.codedError.contains(reason), "\(outcome)")
        #expect(try store.nodes().isEmpty)
    }

    @Test func aRuleOverALimitIsRefused() throws {
        let outcome = try store.run("add", ["x", "--every", CalendarTests.longRule])
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.hasPrefix(
                "error: CALENDAR_001: the rule '\(CalendarTests.longRule)': the rule takes more than 10000 steps"
            ),
            "\(outcome)")
        #expect(try store.nodes().isEmpty)
    }

    // MARK: Completing

    @Test func theDayAndTheTimeStay() throws {
        try store.add("Rent", "--every", "1st 9:00", extra: Self.berlin)
        let outcome = try done("Rent", at: "2025-12-05T20:00:00Z")
        #expect(
            outcome.text
                == "done Rent, next due Thu 1 Jan 2026 09:00 (in 3 weeks), "
                + "every month on the 1st at 09:00\n", "\(outcome)")
        _ = try done("Rent", at: "2026-03-20T20:00:00Z")
        // In summer nine o'clock is an hour earlier.
        #expect(try deadlines().last == "2026-04-01T07:00:00.000Z")
    }

    @Test func aMovedTimeDoesNotStayMoved() throws {
        try store.add("x", "--every", "day", "--due", "2026-03-28 2:30", extra: Self.berlin)
        _ = try done("x", at: "2026-03-28T12:00:00Z")
        _ = try done("x", at: "2026-03-29T12:00:00Z")
        #expect(
            try deadlines() == [
                "2026-03-28T01:30:00.000Z", "2026-03-29T01:30:00.000Z", "2026-03-30T00:30:00.000Z",
            ])
    }

    @Test func theCompletionCounts() throws {
        try store.add("x", "--every", "week", "--from", "completion", "--due", "tue 9:00")
        #expect(try task()["recurrenceFrom"] == "completion")
        #expect(try task()["recurrence"] == "FREQ=WEEKLY")
        _ = try done("x", at: "2025-11-20T20:00:00Z")
        #expect(try deadlines().last == "2025-11-27T20:00:00.000Z")
    }

    @Test func aSnoozedOccurrenceMovesNoOther() throws {
        try store.add("x", "--every", "week", "--due", "2025-11-17 9:00")
        _ = try store.run("edit", ["x", "--due", "2025-11-19 18:00"])
        #expect(try task()["recurrence"] == "FREQ=WEEKLY;BYHOUR=9;BYMINUTE=0")
        _ = try store.run("done", ["x"])
        #expect(try deadlines().last == "2025-11-24T09:00:00.000Z")
    }

    @Test func countIsOfCompletionsThatCount() throws {
        try store.add("x", "--every", "day", "--count", "2", "--due", "2025-11-17 9:00")
        _ = try store.run("done", ["x"], extra: ["REDO_WALL": "2025-11-17T09:30:00Z"])
        _ = try store.run("undo", extra: ["REDO_WALL": "2025-11-17T09:31:00Z"])
        let again = try store.run("done", ["x"], extra: ["REDO_WALL": "2025-11-17T09:32:00Z"])
        #expect(
            again.text.hasPrefix("done x, next due Tue 18 Nov 09:00 (tomorrow), every day"),
            "\(again)")
        let last = try store.run("done", ["x"], extra: ["REDO_WALL": "2025-11-18T09:30:00Z"])
        #expect(last.text == "done x, no next one: COUNT is reached\n", "\(last)")
        #expect(last.status == 0)
    }

    /// The rule of somebody else does not keep a task from being done.
    @Test func aRuleOverALimitIsReported() throws {
        let task = try store.add("x", "--due", "2025-11-17 9:00")
        try store.commit("UPDATE", "--task", task, "-f", "recurrence=\(CalendarTests.longRule)")
        let outcome = try store.run("done", ["x"])
        #expect(outcome.status == 1)
        #expect(outcome.text == "done x, no next one\n")
        #expect(
            outcome.codedError
                == "error: CALENDAR_001: the rule '\(CalendarTests.longRule)': the rule takes more than 10000 "
                + "steps to its next instance\nhint: 'redo edit \(task) --every' gives it another rule\n"
        )
        #expect(
            try store.run("show", ["x"]).text.contains(
                "every:        \(CalendarTests.longRule)"))
    }

    @Test(arguments: [
        ("FREQ=FORTNIGHTLY", "not a valid rule: FREQ=FORTNIGHTLY is not known"),
        ("FREQ=DAILY\tX\n", "not a valid rule: it has a character that no rule has"),
    ])
    func whatIsNoRuleHasNoNextOne(_ rule: String, _ reason: String) throws {
        let task = try store.add("x", "--due", "2025-11-17 9:00", "--every", "7")
        try store.commit("UPDATE", "--task", task, "-f", "recurrence=\(rule)")
        let outcome = try store.run("done", ["x"])
        #expect(outcome.text == "done x, no next one: \(reason)\n", "\(outcome)")
    }

    @Test func aFieldOfAnotherFormCountsAsAbsent() throws {
        let task = try store.add("x", "--due", "2025-11-17 9:00", "--every", "7")
        try store.commit("UPDATE", "--task", task, "-f", "recurrence:=5", "-f", "recurrenceFrom:=7")
        #expect(
            try store.run("done", ["x"]).text
                == "done x, next due Sun 23 Nov 09:00 (in 7 days), 7 days after it is done\n")
    }

    /// Two devices that complete one occurrence make one next one.
    @Test func twoDevicesMakeOneNextOne() throws {
        try store.add("x", "--every", "day", "--due", "2025-11-17 9:00")
        let other = try TaskStore()
        try other.receive(from: store)
        _ = try store.run("done", ["x"])
        _ = try other.run("done", ["x"], extra: ["REDO_WALL": "2025-11-16T13:00:00Z"])
        try store.exchange(with: other)
        #expect(try deadlines() == ["2025-11-17T09:00:00.000Z", "2025-11-18T09:00:00.000Z"])
    }

    // MARK: Skipping

    /// A skip uses up no completion of COUNT; the next deadline is that of the rule.
    @Test func aSkippedOccurrenceDoesNotCount() throws {
        try store.add("x", "--every", "day", "--count", "2", "--due", "2025-11-17 9:00")
        let skipped = try store.run("skip", ["x"])
        #expect(
            skipped.text
                == "skipped x, next due Tue 18 Nov 09:00 (in 2 days), every day at 09:00, 2 times\n",
            "\(skipped)")
        for day in [18, 19] {
            _ = try store.run("done", ["x"], extra: ["REDO_WALL": "2025-11-\(day)T08:00:00Z"])
        }
        #expect(
            try deadlines() == [
                "2025-11-17T09:00:00.000Z", "2025-11-18T09:00:00.000Z", "2025-11-19T09:00:00.000Z",
            ])
    }

    @Test func theLastOccurrenceIsNotSkipped() throws {
        try store.add("x", "--every", "day", "--until", "2025-11-18", "--due", "2025-11-17 9:00")
        #expect(try store.run("skip", ["x"]).status == 0)
        let count = try store.nodes().count
        let outcome = try store.run("skip", ["x"])
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("'x' has no next occurrence: UNTIL is over"), "\(outcome)")
        #expect(try store.nodes().count == count)
    }

    /// One device skips the occurrence that another one completes.
    @Test func aSkipAndACompletionMakeOneNextOne() throws {
        try store.add("x", "--every", "day", "--due", "2025-11-17 9:00")
        let other = try TaskStore()
        try other.receive(from: store)
        _ = try store.run("skip", ["x"])
        _ = try other.run("done", ["x"], extra: ["REDO_WALL": "2025-11-16T13:00:00Z"])
        try store.exchange(with: other)
        #expect(try deadlines() == ["2025-11-17T09:00:00.000Z", "2025-11-18T09:00:00.000Z"])
        let both = [try store.run("replay").output, try other.run("replay").output]
        #expect(both[0] == both[1])
    }

    /// What a rule counts from completions is counted from a deadline that is ahead.
    @Test func aRuleOfCompletionsIsSkippedFromTheDeadline() throws {
        try store.add("x", "--every", "2 months after done", "--due", "2025-11-20 9:00")
        #expect(try task()["recurrenceFrom"] == "completion")
        let outcome = try store.run("skip", ["x"])
        #expect(outcome.text.hasSuffix(", 2 months after it is done\n"), "\(outcome)")
        #expect(try deadlines().last == "2026-01-20T09:00:00.000Z")
    }

    // MARK: Completed elsewhere

    /// Completes the current to-do as a client without rules does.
    private func completeElsewhere() throws {
        let task = try task()
        let todo = try #require(task["todoTasks"]?.elements.first?["guid"]?.text)
        try store.commit(
            "COMPLETE_TODO", "--task", #require(task["guid"]?.text), "-f", "todoTaskId=\(todo)",
            "-f", "completed=2025-11-17T10:00:00.000Z")
    }

    @Test func theMissingNextOneIsMadeByDone() throws {
        try store.add("x", "--every", "day", "--due", "2025-11-17 9:00")
        try completeElsewhere()
        let outcome = try store.run("done", ["x"])
        #expect(
            outcome.text
                == "done elsewhere: x, next due Tue 18 Nov 09:00 (in 2 days), every day at 09:00\n",
            "\(outcome)")
        #expect(try deadlines() == ["2025-11-17T09:00:00.000Z", "2025-11-18T09:00:00.000Z"])
        #expect(
            try store.run("done", ["x"]).text
                == "done x, next due Wed 19 Nov 09:00 (in 3 days), every day at 09:00\n")
    }

    @Test func theMissingNextOneIsMadeBySyncBeforeItPushes() throws {
        try store.add("x", "--every", "day", "--due", "2025-11-17 9:00")
        try completeElsewhere()
        let made = try store.runner.shell(
            "git init -q --bare remote.git && redo-remote add origin \"$PWD/remote.git\" && redo-sync"
        )
        #expect(made.status == 0 && made.text.contains("made 1 next occurrence\n"), "\(made)")
        #expect(made.text.contains("sent 4 changes to origin\n"), "\(made)")
        #expect(try deadlines().last == "2025-11-18T09:00:00.000Z")
        let again = try store.run("sync")
        #expect(!again.text.contains("next occurrence"), "\(again)")
    }

    // MARK: Editing

    @Test func aRuleIsChangedAndCleared() throws {
        let task = try store.add("x", "--due", "2025-11-17 9:00", "--every", "7")
        _ = try store.run("edit", ["x", "--every", "last friday"])
        #expect(try self.task()["recurrence"] == "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9;BYMINUTE=0")
        #expect(try self.task()["frequencyDays"]?.integer == 0)
        #expect(
            try store.run("edit", ["x", "--count", "4"]).text
                == "edited x: every month on the last Friday at 09:00, 4 times\n")
        #expect(
            try self.task()["recurrence"] == "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9;BYMINUTE=0;COUNT=4")
        let same = try store.run("edit", ["x", "--count", "4"])
        #expect(same.text == "unchanged x\n")
        #expect(try store.run("edit", ["x", "--every", "7"]).status == 0)
        #expect(try self.task()["recurrence"]?.isNull == true)
        #expect(try self.task()["frequencyDays"]?.integer == 7)
        #expect(try deadlines().count == 1, "\(task)")
    }

    /// A deadline beside a new rule is the one that the rule counts from.
    @Test func aNewRuleCountsFromTheNewDeadline() throws {
        try store.add("x", "--due", "2025-11-17 9:00")
        _ = try store.run("edit", ["x", "--every", "2w", "--due", "2025-11-19 18:00"])
        _ = try store.run("done", ["x"])
        #expect(try deadlines().last == "2025-12-03T18:00:00.000Z")
    }

    @Test func aTaskWithoutADeadlineGetsTheFirst() throws {
        try store.add("x")
        _ = try store.run("edit", ["x", "--every", "1st 9:00"])
        let open = try #require(
            task()["todoTasks"]?.elements.filter { $0["completed"]?.isNull == true })
        #expect(open.map { $0["deadline"]?.text } == ["2025-12-01T09:00:00.000Z"])
    }

    @Test func aFormShowsTheRule() throws {
        try store.add("x", "--every", "1st 9:00")
        let rule = "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0"
        let script =
            "set -e\ngrep -q 'Every: \(rule)' \"$1\"\nsed -i 's/^Every:.*/Every: mon 8:00/' \"$1\"\n"
        try store.runner.write(Array(script.utf8), to: "editor.sh")
        let outcome = try store.run(
            "edit", ["x"], extra: ["REDO_EDITOR": "sh '\(store.runner.path("editor.sh"))'"])
        #expect(outcome.text == "edited x: every week on Monday at 08:00\n", "\(outcome)")
        #expect(try task()["recurrence"] == "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0")
    }

    // MARK: Showing

    @Test(arguments: [
        ("1st 9:00", "every month on the 1st at 09:00"),
        ("mon,thu 9:00", "every week on Monday and Thursday at 09:00"),
        ("last friday 9:00", "every month on the last Friday at 09:00"),
        ("2nd tue 9:00", "every month on the 2nd Tuesday at 09:00"),
        ("last day 9:00", "every month on the last day at 09:00"),
        ("24 dec 9:00", "every year on 24 December at 09:00"),
        ("2w 9:00", "every 2 weeks at 09:00"),
        ("last workday 9:00", "every month on the last workday at 09:00"),
        ("every other friday 9:00", "every 2 weeks on Friday at 09:00"),
        ("quarterly 9:00", "every 3 months at 09:00"),
        ("2 months after done", "2 months after it is done"),
        (
            "FREQ=YEARLY;BYWEEKNO=53;BYHOUR=9;BYMINUTE=0",
            "FREQ=YEARLY;BYWEEKNO=53;BYHOUR=9;BYMINUTE=0"
        ),
    ])
    func aRuleIsShownInWords(_ every: String, _ words: String) throws {
        try store.add("x", "--every", every)
        let shown = try store.run("show", ["x"]).text
        #expect(shown.contains("  every:        \(words), UTC\n"), "\(shown)")
        #expect(shown.contains("recurrence:") == words.hasPrefix("FREQ"))
        let listed = try store.run("list", ["--columns", "every"]).lines
        #expect(listed.last == words)
        let json = try store.run("list", ["--json", "--recurring"]).text
        #expect(json.contains("\"every\":\"\(words), UTC\""), "\(json)")
    }
}
