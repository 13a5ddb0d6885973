import RedoJSON
import TestSupport
import Testing

/// Deadlines as people write them, with the clock and the time zone pinned.
@Suite struct DueDateTests {
    struct Zone: CustomTestStringConvertible, Sendable {
        let name: String
        var now = CommandRunner.now
        /// Deadlines with the moments that they may mean.
        let deadlines: [(text: String, moments: [String])]
        var testDescription: String { "\(name) at \(now)" }

        init(_ name: String, now: String = CommandRunner.now, _ deadlines: [(String, String)]) {
            self.name = name
            self.now = now
            self.deadlines = deadlines.map {
                ($0.0, $0.1.split(separator: " ").map { "\($0):00.000Z" })
            }
        }
    }

    static let zones = [
        Zone(
            "UTC",
            [
                ("today", "2025-11-16T23:59"), ("tomorrow", "2025-11-17T23:59"),
                ("2025-12-24", "2025-12-24T23:59"), ("2025-12-24T09:00", "2025-12-24T09:00"),
                ("2028-02-29", "2028-02-29T23:59"), ("1999-12-31", "1999-12-31T23:59"),
                ("+0min", "2025-11-16T12:00"), ("+90min", "2025-11-16T13:30"),
                ("+4h", "2025-11-16T16:00"),
                ("+3d", "2025-11-19T12:00"), ("+2w", "2025-11-30T12:00"),
                ("+03d", "2025-11-19T12:00"),
                ("Today", "2025-11-16T23:59"), ("2025-12-24 09:00", "2025-12-24T09:00"),
                ("2025-12-24T09:00:00", "2025-12-24T09:00"), ("fri", "2025-11-21T23:59"),
                ("next fri 9am", "2025-11-21T09:00"), ("24 dec", "2025-12-24T23:59"),
                ("in 3 days", "2025-11-19T12:00"), ("noon", "2025-11-16T12:00"),
                ("2025-12-24T09:00:00Z", "2025-12-24T09:00"),
                ("2025-12-24T09:00:00+01:00", "2025-12-24T08:00"),
                ("2025-12-24T09:00:00.000123-05:00", "2025-12-24T14:00"),
            ]),
        Zone(
            "Europe/Berlin",
            [
                ("today", "2025-11-16T22:59"), ("2026-03-28", "2026-03-28T22:59"),
                ("2026-03-29", "2026-03-29T21:59"), ("2026-03-29T01:59", "2026-03-29T00:59"),
                ("2026-03-29T03:00", "2026-03-29T01:00"), ("2026-10-24", "2026-10-24T21:59"),
                ("2026-10-25", "2026-10-25T22:59"), ("2026-10-25T01:59", "2026-10-24T23:59"),
                ("2026-10-25T03:00", "2026-10-25T02:00"),
                // Clocks show it twice, and never.
                ("2026-10-25T02:30", "2026-10-25T00:30 2026-10-25T01:30"),
                ("2026-03-29T02:30", "2026-03-29T00:30 2026-03-29T01:30"),
                ("2026-12-24T09:00:00Z", "2026-12-24T09:00"),
            ]),
        // Half past eleven in the evening before the clocks go forward, half past twelve after it.
        Zone(
            "Europe/Berlin", now: "2026-03-28T22:30:00.000Z",
            [
                ("today", "2026-03-28T22:59"), ("tomorrow", "2026-03-29T21:59"),
                ("+1d", "2026-03-29T22:30"), ("+3h", "2026-03-29T01:30"),
            ]),
        Zone(
            "Europe/Berlin", now: "2026-03-28T23:30:00.000Z",
            [("today", "2026-03-29T21:59"), ("tomorrow", "2026-03-30T21:59")]),
        // Before and after they go back.
        Zone(
            "Europe/Berlin", now: "2026-10-24T21:30:00.000Z",
            [("today", "2026-10-24T21:59"), ("tomorrow", "2026-10-25T22:59")]),
        Zone(
            "Europe/Berlin", now: "2026-10-24T22:30:00.000Z",
            [("today", "2026-10-25T22:59"), ("tomorrow", "2026-10-26T22:59")]),
        Zone(
            "America/New_York",
            [
                ("2026-03-07", "2026-03-08T04:59"), ("2026-03-08", "2026-03-09T03:59"),
                ("2026-03-08T01:59", "2026-03-08T06:59"), ("2026-03-08T03:00", "2026-03-08T07:00"),
                ("2026-10-31", "2026-11-01T03:59"), ("2026-11-01", "2026-11-02T04:59"),
                ("2026-11-01T00:59", "2026-11-01T04:59"), ("2026-11-01T02:00", "2026-11-01T07:00"),
                ("2026-11-01T01:30", "2026-11-01T05:30 2026-11-01T06:30"),
                ("2026-03-08T02:30", "2026-03-08T06:30 2026-03-08T07:30"),
            ]),
        Zone(
            "America/New_York", now: "2026-03-08T04:30:00.000Z",
            [("today", "2026-03-08T04:59"), ("tomorrow", "2026-03-09T03:59")]),
        Zone("Asia/Kathmandu", [("2026-01-01T00:00", "2025-12-31T18:15")]),
    ]

    @Test(arguments: zones)
    func aDeadlineIsWhatLocalClocksShow(_ zone: Zone) throws {
        let store = try TaskStore()
        let extra = ["TZ": zone.name, "REDO_WALL": zone.now]
        for (text, _) in zone.deadlines {
            let outcome = try store.run("add", [text, "--due", text], extra: extra)
            #expect(outcome.status == 0, "\(outcome)")
        }
        let tasks = try store.tasks()
        for (text, moments) in zone.deadlines {
            let task = tasks.first { $0["title"]?.text == text }
            let deadline = try #require(task?["todoTasks"]?.elements.first?["deadline"]?.text)
            #expect(moments.contains(deadline), "\(text) is \(deadline), not \(moments)")
        }
    }

    @Test func listsShowTheDeadlineByLocalClocks() throws {
        let store = try TaskStore()
        for zone in ["UTC", "Europe/Berlin", "America/New_York"] {
            for deadline in [
                "2026-03-29T03:00", "2026-10-25T03:00", "2026-03-08T03:00", "2026-11-01T02:00",
            ] {
                let extra = ["TZ": zone]
                try store.add("\(zone) \(deadline)", "--due", deadline, extra: extra)
                let list = try store.run(
                    "list", ["--columns", "deadline,title"], extra: extra
                ).lines
                let line = try #require(list.first { $0.hasSuffix("\(zone) \(deadline)") })
                let shown = deadline.split(separator: "T").joined(separator: " ")
                #expect(line.contains("\(shown)  "), "\(line)")
            }
        }
    }

    @Test(arguments: [
        "", "2026-13-01", "2026-02-30", "2025-02-29", "+3", "+d", "+-3d", "++3d", "+3x", "+3 d",
        "+1.5d", "+1000001d", "2026-12-24T25:00", "2026-12-24 25:00", "24.13.2026", "24.12",
        "2026-12-24T", "２０２６-12-24", "tomorrow 9", "\u{1B}[31mfri",
    ])
    func whatIsNoDeadlineIsWrongUsage(_ text: String) throws {
        let store = try TaskStore()
        let outcome = try store.run("add", ["x", "--due=\(text)"])
        #expect(outcome.status == 129)
        let shown = text.replacing("\u{1B}", with: "\u{FFFD}")
        let first = try #require(outcome.codedError.split(separator: "\n").first)
        #expect(first.hasPrefix("error: USAGE: not a valid date: '\(shown)'"))
        // What is not understood is a part of the text, or nothing else is said.
        #expect(!first.hasSuffix(": '\(shown)' is not understood"))
        #expect(outcome.codedError.contains("\nhint: for example: tomorrow 9am, next fri, 24 dec"))
        #expect(try store.nodes().isEmpty)
    }

    /// A day that is not over when the last year is, or began before the first: nothing that cannot
    /// be written down is written.
    @Test(arguments: [
        ("America/New_York", "9999-12-31"), ("America/New_York", "9999-12-31T23:00"),
        ("Europe/Berlin", "0000-01-01T00:30"), ("UTC", "9999-12-31T23:59:59-05:00"),
        ("UTC", "0000-01-01T00:00:00+01:00"),
    ])
    func aDeadlineBeyondTheYears(_ zone: String, _ text: String) throws {
        let store = try TaskStore()
        let outcome = try store.run("add", ["x", "--due", text], extra: ["TZ": zone])
        if outcome.status == 0 {
            let deadline = try store.tasks().first?["todoTasks"]?.elements.first?["deadline"]?.text
            let ends = ["9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z"]
            #expect(ends.contains(deadline ?? ""), "\(deadline ?? "none")")
        } else {
            #expect(outcome.status == 129, "\(outcome)")
            #expect(try store.nodes().isEmpty)
        }
    }

    @Test(arguments: [
        ("yesterday", "2025-11-15T23:59:00.000Z"), ("3 days ago", "2025-11-13T12:00:00.000Z"),
        ("3d", "2025-11-19T12:00:00.000Z"), ("-3d", "2025-11-13T12:00:00.000Z"),
        ("24.12.2026", "2026-12-24T23:59:00.000Z"), ("eom", "2025-11-30T23:59:00.000Z"),
    ])
    func aDeadlineIsWrittenInOtherWays(_ text: String, _ deadline: String) throws {
        let store = try TaskStore()
        try store.add("x", "--due=\(text)")
        let todo = try store.tasks().first?["todoTasks"]?.elements.first
        #expect(todo?["deadline"]?.text == deadline)
    }

    @Test func minutesAndMonthsAreToldApart() throws {
        let store = try TaskStore()
        let outcome = try store.run("add", ["x", "--due", "+1m"])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                """
                error: USAGE: not a valid date: '+1m', '1m' could be minutes or months
                hint: write 1min for minutes, 1mo for months

                """))
        #expect(try store.nodes().isEmpty)
    }

    @Test(arguments: [
        ("sometime", "not a valid date: 'sometime'"), ("Sometime", "not a valid date: 'Sometime'"),
        (
            "fri sometime",
            "not a valid date: 'fri sometime', 'sometime' is not understood, at character 5"
        ),
    ])
    func whatIsNoDateIsSaidOnce(_ text: String, _ message: String) throws {
        let outcome = try TaskStore().run("add", ["x", "--due", text])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: \(message)\nhint: for example: "),
            "\(outcome)")
    }
}
