import TestSupport
import Testing

/// `redo calendar`: a month on one screen.
@Suite struct MonthTests {
    let store: TaskStore

    /// It is Sunday, 16 November 2025, 12:00.
    init() throws { store = try TaskStore() }

    private func month(_ arguments: String...) throws -> CommandOutcome {
        try store.run("calendar", arguments)
    }

    /// - Returns: the lines of a month on a terminal, without colours.
    private func onTerminal(_ columns: Int, _ arguments: String = "") throws -> [String] {
        try store.linesOnTerminal("cols \(columns) rows 24", "redo-calendar \(arguments)")
    }

    private func addTasks() throws {
        try store.add("Pay rent", "--due", "2025-11-14 09:00")
        try store.add("Call Ana", "--due", "2025-11-18 18:30")
        try store.add("Mow", "--due", "2025-11-18")
        try store.add("Buy cake", "--due", "2025-11-16 08:00")
        try #require(store.run("done", ["cake"]).status == 0)
    }

    @Test func daysHaveCounts() throws {
        try addTasks()
        #expect(
            try month().text == """
                November 2025
                Mon        Tue        Wed        Thu        Fri        Sat        Sun
                                                                         1          2
                  3          4          5          6          7          8          9
                 10         11         12         13         14         15        [16]
                                                            !1 due                x1 done
                 17         18         19         20         21         22         23
                           o2 due
                 24         25         26         27         28         29         30
                ! 1 overdue, o 2 due, x 1 done

                """)
    }

    /// What the sum counts is on its day, in every width.
    @Test(arguments: [(40, ">1"), (80, ">1 plan"), (160, "> Paint")])
    func whatIsScheduledIsOnItsDay(_ width: Int, _ text: String) throws {
        try store.add("Paint", "--scheduled", "2025-11-20")
        let lines = try onTerminal(width)
        #expect(lines.contains { $0.hasSuffix(text) }, "\(lines)")
        #expect(lines.contains("> 1 scheduled"), "\(lines)")
    }

    @Test func aNarrowTerminalHasMarksAndAWideOneTitles() throws {
        try addTasks()
        let narrow = try onTerminal(40)
        #expect(narrow.contains("Mon  Tue  Wed  Thu  Fri  Sat  Sun"))
        #expect(narrow.contains { $0.hasSuffix("!1        x1") })
        #expect(narrow.allSatisfy { $0.count <= 40 })
        let wide = try onTerminal(160)
        #expect(wide.contains { $0.contains("! Pay rent") && $0.hasSuffix("x Buy cake") })
        #expect(wide.contains { $0.contains("o Call Ana") })
        #expect(wide.contains { $0.contains("o Mow") })
    }

    @Test(arguments: [40, 80, 160])
    func itFitsAScreen(_ width: Int) throws {
        for hour in 0..<9 {
            for day in [1, 16, 30] {
                try store.add(
                    "水をやる 水をやる 水をやる 🌹", "--due", "2025-11-\(day < 10 ? "0" : "")\(day) 0\(hour):00")
            }
        }
        // With weeks from Saturday on November 2025 has five of them, March 2026 six.
        let lines = try onTerminal(width)
        #expect(lines.count <= 23)
        for line in lines {
            let columns = line.reduce(0) {
                let first = $1.unicodeScalars.first?.value ?? 0
                return $0 + ((0x3000...0x9FFF).contains(first) || first >= 0x1F300 ? 2 : 1)
            }
            #expect(columns <= width, "\(line)")
        }
        if width == 160 { #expect(lines.contains { $0.contains("+ 5 more") }, "\(lines)") }
    }

    @Test(arguments: [
        ("dec", "December 2025"), ("December 2026", "December 2026"), ("2024-02", "February 2024"),
        ("2", "February 2025"), ("next", "December 2025"), ("last", "October 2025"),
        ("this", "November 2025"), ("+14", "January 2027"), ("9999-12", "December 9999"),
        ("0000-01", "January 0000"),
    ])
    func monthsAreNamed(_ name: String, _ title: String) throws {
        let outcome = try month(name)
        #expect(outcome.lines.first == title, "\(outcome)")
        #expect(outcome.lines.last == "nothing in this month")
        #expect(outcome.status == 0)
    }

    @Test func wordsAreJoined() throws {
        #expect(try month("feb", "2024").text.contains(" 29\n"))
    }

    @Test(arguments: [
        "13", "0", "2025-13", "2025-00", "dec 26", "december 2025 1", "", "tomorrow", "+", "+-1",
        "+99999999999999999999", "+119999", "20255-01", "x", "2025-1-1",
    ])
    func whatIsNoMonthIsRefused(_ text: String) throws {
        let outcome = try month(text)
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: not a valid month: '\(text)'\n"),
            "\(outcome)")
    }

    @Test(arguments: [
        ("monday", "Mon", "Sun", 5), ("sunday", "Sun", "Sat", 6), ("saturday", "Sat", "Fri", 5),
    ])
    func theFirstDayOfTheWeekIsConfigured(
        _ value: String, _ first: String, _ last: String, _ weeks: Int
    ) throws {
        try #require(store.run("config", ["calendar.firstWeekday", value]).status == 0)
        let lines = try month().lines
        #expect(lines[1].hasPrefix(first) && lines[1].hasSuffix(last))
        #expect(lines.count == 3 + weeks)
    }

    @Test func anotherFirstDayIsRefused() throws {
        let outcome = try store.run("config", ["calendar.firstWeekday", "tuesday"])
        #expect(outcome.status == 129)
        try store.configure("[calendar]\nfirstWeekday = tuesday")
        #expect(try month().lines[1].hasPrefix("Mon"))
    }

    @Test func theContextApplies() throws {
        try addTasks()
        try #require(store.run("config", ["context.cake.query", "cake"]).status == 0)
        try #require(store.run("context", ["cake"]).status == 0)
        let outcome = try month()
        #expect(outcome.codedError == "note: the context cake is on: cake\n")
        #expect(outcome.lines.last == "x 1 done")
        #expect(try month("--context", "none").lines.last == "! 1 overdue, o 2 due, x 1 done")
    }
}
