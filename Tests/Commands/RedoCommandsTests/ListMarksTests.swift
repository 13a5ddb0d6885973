import TestSupport
import Testing

/// `redo list`: what is marked beside the titles, and in which colours.
@Suite struct ListMarksTests {
    let store: TaskStore

    /// It is Sunday, 16 November 2025, 12:00.
    init() throws { store = try TaskStore() }

    private func list(_ arguments: String..., extra: [String: String] = [:]) throws -> [String] {
        let outcome = try store.run("list", arguments, extra: extra)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.lines
    }

    private func colored(
        _ arguments: String..., terminal: String = "xterm", depth: String = ""
    ) throws -> [String] {
        let outcome = try store.run(
            "list", arguments,
            extra: ["REDO_COLOR": "always", "TERM": terminal, "COLORTERM": depth])
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.lines
    }

    // MARK: Words

    @Test(arguments: [
        ("2025-11-16 12:00", true), ("2025-11-17 11:59", true), ("2025-11-17 12:00", false),
        ("2025-11-16 11:59", false), ("2025-12-24", false),
    ])
    func whatIsDueWithinADayIsMarked(_ due: String, _ isSoon: Bool) throws {
        try store.add("Buy cake", "--due", due)
        #expect(
            try list("--columns", "title") == ["TITLE", "Buy cake" + (isSoon ? " (soon)" : "")])
    }

    @Test func marksAreJoined() throws {
        try store.add("First")
        try store.add("Second", "--due", "2025-11-16 18:00", "--depends-on", "First")
        try store.add("Third", "--due", "2025-11-16 18:00", "--wait", "tomorrow", "-t", "x")
        let lines = try list("--all", "--columns", "title")
        #expect(lines.contains("Second (blocked, soon)"))
        #expect(lines.contains("Third (waiting, soon) #x"))
        // What is in a column is not said again.
        #expect(try list("--all", "--columns", "state,title").allSatisfy { !$0.contains("(") })
    }

    @Test func whatIsDoneIsNotSoon() throws {
        try store.add("Buy cake", "--due", "2025-11-16 18:00")
        try #require(store.run("done", ["cake"]).status == 0)
        #expect(try list("--all", "--columns", "title").last == "Buy cake (done)")
    }

    @Test func runningTasksAreListed() throws {
        try store.add("Report")
        try store.add("Other")
        #expect(try list("--active", "--columns", "title") == ["TITLE"])
        try #require(store.run("start", ["Report"]).status == 0)
        #expect(try list("--active", "--columns", "title") == ["TITLE", "Report (active)"])
        try #require(store.run("stop").status == 0)
        #expect(try list("--active", "--columns", "title") == ["TITLE"])
    }

    // MARK: Colours

    private func addCategory(_ color: String) throws {
        try #require(store.run("category", ["add", "Home", "--color", color]).status == 0)
        try store.add("Buy cake", "--category", "Home", "--project", "house.kitchen")
    }

    @Test(arguments: [
        ("xterm", "", "91"), ("xterm-256color", "", "38;5;203"),
        ("xterm-256color", "truecolor", "38;2;255;64;64"), ("xterm", "24bit", "38;2;255;64;64"),
        ("xterm-direct", "", "38;2;255;64;64"), ("", "", "91"),
    ])
    func aCategoryHasItsColour(_ terminal: String, _ depth: String, _ codes: String) throws {
        try addCategory("#FF4040")
        let lines = try colored("--columns", "title,category", terminal: terminal, depth: depth)
        #expect(lines.last == "Buy cake  \u{1B}[\(codes)mHome\u{1B}[m")
        let named = try store.run(
            "category", [], extra: ["REDO_COLOR": "always", "TERM": terminal, "COLORTERM": depth])
        #expect(named.text.contains("\u{1B}[\(codes)m■\u{1B}[m #FF4040  Home"))
    }

    @Test(arguments: [
        ("#808080", "38;5;244"), ("#000000", "38;5;16"), ("#FFFFFF", "38;5;231"),
        ("#1E88E5", "38;5;32"),
    ])
    func theNearestOf256IsTaken(_ color: String, _ codes: String) throws {
        try addCategory(color)
        let lines = try colored("--columns", "category", terminal: "screen-256color")
        #expect(lines.last == "\u{1B}[\(codes)mHome\u{1B}[m")
    }

    @Test func partsOfAListHaveTheColoursOfTheirNames() throws {
        try addCategory("#FF4040")
        try store.add("Some day")
        let lines = try colored("--group", "category", "--columns", "title")
        #expect(lines.first == "\u{1B}[91mHome\u{1B}[m")
        #expect(lines.contains("\u{1B}[1mno category\u{1B}[m"))
        let projects = try colored("--group", "project", "--columns", "title")
        #expect(projects.first?.hasSuffix("mhouse.kitchen\u{1B}[m") == true)
    }

    @Test func projectsUnderOneNameHaveOneColour() throws {
        try store.add("One", "--project", "house.kitchen")
        try store.add("Two", "--project", "house")
        let lines = try colored("--columns", "project").dropFirst()
        let starts = Set(lines.map { $0.prefix { $0 != "m" } })
        #expect(starts.count == 1 && lines.allSatisfy { $0.hasSuffix("\u{1B}[m") }, "\(lines)")
    }

    @Test func deadlinesHaveTheirColours() throws {
        try store.add("Soon", "--due", "2025-11-16 18:00")
        try store.add("Late", "--due", "2025-11-10", "--project", "house")
        let lines = try colored("--columns", "due,project,title")
        #expect(lines.contains { $0.hasPrefix("\u{1B}[1;33mtoday 18:00") })
        // The colour of the line goes on after that of a cell.
        #expect(
            lines.contains {
                $0.hasPrefix("\u{1B}[31m") && $0.hasSuffix("\u{1B}[m\u{1B}[31m  Late\u{1B}[m")
            }, "\(lines)")
    }

    @Test func thereAreNoColoursWhereNobodyWantsThem() throws {
        try addCategory("red")
        for extra in [[:], ["NO_COLOR": "1"], ["REDO_COLOR": "never"], ["COLORTERM": "truecolor"]] {
            #expect(try list("--columns", "title,category", extra: extra).last == "Buy cake  Home")
        }
    }

    /// A node with another colour does not count; a colour never reaches a terminal as it was written.
    @Test func aColourThatIsNoneIsLeftOut() throws {
        try addCategory("#FF4040")
        let id = try #require(store.tasks().first?["category"]?.text)
        _ = try store.run(
            "commit-node", ["UPDATE_CATEGORY", "-f", "categoryId=\(id)", "-f", "color=\u{1B}[2J"])
        #expect(try colored("--columns", "category").last == "\u{1B}[91mHome\u{1B}[m")
    }
}
