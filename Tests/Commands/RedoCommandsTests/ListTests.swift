import RedoJSON
import TestSupport
import Testing

/// `redo list`: what is to be done, the most urgent first.
@Suite struct ListTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// The titles of a list.
    func titles(_ arguments: String..., extra: [String: String] = [:]) throws -> [String] {
        try TaskStore.objects(store.run("list", arguments + ["--json"], extra: extra))
            .compactMap { $0["title"]?.text }
    }

    /// Tasks in every state, the names of which are their titles.
    func addTasks() throws {
        try store.add("late", "--due", "2025-11-14T12:00", "-p", "1")
        try store.add("soon", "--due", "2025-11-18T12:00", "-p", "5", "--points", "8")
        try store.add("idea", "--draft")
        let archived = try store.add("archived")
        try store.commit("ARCHIVE", "--task", archived)
        let completed = try store.add("completed")
        try store.commit("COMPLETE", "--task", completed)
        try store.add("finished")
        _ = try store.run("done", ["finished"])
        let snoozed = try store.add("snoozed")
        try store.commit("SNOOZE", "--task", snoozed, "-f", "snoozeUntil=2025-11-16T12:00:00.001Z")
        let deleted = try store.add("deleted")
        try store.commit("DELETE", "--task", deleted)
    }

    @Test func tasksThatAreToBeDoneAreListedByRank() throws {
        try addTasks()
        #expect(try titles() == ["soon", "late", "idea"])
        #expect(try titles("--rank", "classic") == ["soon", "late", "idea"])
        // Two more days double the classic rank of the overdue one twice.
        let later = ["REDO_WALL": "2025-11-18T11:00:00.000Z"]
        #expect(try titles("--rank=classic", extra: later).first == "late")
        #expect(try titles(extra: later).first == "soon")
    }

    @Test func allTasksButDeletedOnesAreListed() throws {
        try addTasks()
        let all = ["archived", "completed", "finished", "idea", "late", "snoozed", "soon"]
        #expect(try titles("--all").sorted() == all)
        let text = try store.run("list", ["-a"]).text
        for title in [
            "archived (archived)", "completed (completed)", "finished (done)", "snoozed (snoozed)",
        ] {
            #expect(text.contains("  \(title)\n"))
        }
    }

    @Test func aSnoozedTaskComesBack() throws {
        try addTasks()
        #expect(try titles(extra: ["REDO_WALL": "2025-11-16T12:00:00.001Z"]).contains("snoozed"))
    }

    @Test(arguments: [("0", 0), ("1", 1), ("2", 2), ("99", 3)])
    func onlySoManyAreListed(_ limit: String, _ count: Int) throws {
        try addTasks()
        #expect(try titles("--limit", limit).count == count)
        #expect(try store.run("list", ["-n", limit]).lines.count == count + 1)
    }

    @Test func jsonIsOneObjectALineWithItsRank() throws {
        try addTasks()
        let outcome = try store.run("list", ["--json"])
        for (line, object) in zip(outcome.lines, try TaskStore.objects(outcome)) {
            #expect(Array(line.utf8) == CanonicalJSON.bytes(object))
            #expect(object["rank"]?.number != nil)
        }
    }

    @Test func aTableIsForPeople() throws {
        try addTasks()
        let lines = try store.run("list").lines
        #expect(lines.first?.split(separator: " ") == ["RANK", "ID", "PRI", "DUE", "TITLE"])
        #expect(lines.count == 4)
        #expect(lines[1].hasSuffix("  5    in 2 days       soon"))
        #expect(lines[2].hasSuffix("  1    2 days overdue  late"))
        #expect(lines[3].hasSuffix("  3    -               idea (idea)"))
    }

    @Test func thereAreNoColoursWithoutATerminal() throws {
        try addTasks()
        for extra in [[:], ["NO_COLOR": "1"], ["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"]] {
            #expect(try !store.run("list", extra: extra).text.contains("\u{1B}"))
            #expect(try !store.run("show", ["soon"], extra: extra).text.contains("\u{1B}"))
        }
    }

    /// The store stays usable, and says what fixes it.
    @Test func aRankOfTheConfigurationThatIsNoneIsNamed() throws {
        try addTasks()
        let usual = try store.run("list").text
        try store.configure("[redo]\nrank = x")
        for command in ["list", "stats", "show soon", "search o"] {
            let words = command.split(separator: " ").map(String.init)
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            #expect(outcome.status == 0)
            #expect(
                outcome.codedError.hasPrefix(
                    "warning: USAGE: redo.rank is 'x', not classic or sigmoid: "), "\(outcome)")
            #expect(outcome.codedError.contains("\nhint: 'redo config redo.rank "), "\(outcome)")
        }
        #expect(try store.run("list").text == usual)
        let named = try store.run("list", ["--rank", "classic"])
        #expect(named.status == 0 && named.error.isEmpty)
        // Who names a task is not told of it.
        #expect(try store.run("done", ["soon"]).error.isEmpty)
        let hint = try #require(
            store.run("list").codedError.split(separator: "'").dropFirst(3).first {
                $0.hasPrefix("redo ")
            })
        #expect(
            try store.run("config", hint.split(separator: " ").dropFirst(2).map(String.init))
                .status == 0)
        #expect(try store.run("list").error.isEmpty)
    }

    @Test func theRankIsConfigured() throws {
        try addTasks()
        _ = try store.run("config", ["redo.rank", "sigmoid"])
        let later = ["REDO_WALL": "2025-11-18T11:00:00.000Z"]
        #expect(try titles(extra: later).first == "soon")
        #expect(try titles("--rank", "classic", extra: later).first == "late")
    }

    @Test(arguments: [
        ["--rank", "random"], ["--limit", "-1"], ["--limit", "x"],
        ["--report", "operand"], ["--query", "("], ["a", "b:c"],
        ["--columns", "id,x"], ["--columns="], ["--sort", "x"], ["--sort", "--due"],
        ["--priority", "6"],
        ["--priority", "4..2"], ["--priority="], ["--report", "x"], ["--report", "x", "y"],
        ["--preset", "x"],
    ])
    func wrongUsageIsExplained(_ arguments: [String]) throws {
        let outcome = try store.run("list", arguments)
        #expect(outcome.status == 129)
        // A mistake in a query is shown at its place, without the usage.
        #expect(
            outcome.codedError.contains("usage: redo list [<options>] [<report>]\n")
                || outcome.codedError.contains(" of the query\n"))
    }

    @Test func anEmptyListIsAHeading() throws {
        #expect(try store.run("list").text == "RANK  ID  PRI  DUE  TITLE\n")
        #expect(try store.run("list", ["--json"]).output.isEmpty)
    }
}
