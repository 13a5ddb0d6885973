import RedoJSON
import TestSupport
import Testing

/// Commands for any number of tasks: names on standard input, and queries.
@Suite struct BulkTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func pipe(_ command: String, _ arguments: [String], _ input: String) throws
        -> CommandOutcome
    {
        try store.runner.run("redo-\(command)", arguments, input: Array(input.utf8))
    }

    /// How many operations the store has recorded.
    private var operationCount: Int {
        get throws { try store.run("op", ["log", "--json", "--limit", "1000"]).lines.count }
    }

    /// Adds tasks of a project.
    private func addTasks(_ count: Int, _ arguments: String...) throws {
        let titles = (0..<count).map { "Task \($0)\n" }.joined()
        let outcome = try pipe("add", ["-", "--project", "home"] + arguments, titles)
        try #require(outcome.status == 0, "\(outcome)")
    }

    // MARK: Standard input

    static let commands: [[String]] = [
        ["done"], ["archive"], ["delete"], ["delete", "--now"], ["edit", "-p", "5"],
        ["snooze", "--days", "2"], ["todo", "--due", "2025-12-01"], ["start"],
    ]

    @Test(arguments: commands) func namesCanStandOnStandardInput(_ command: [String]) throws {
        let first = try store.add("Milk", "--due", "2025-11-20")
        try store.add("Bread", "--due", "2025-11-21")
        try store.add("Salt", "--due", "2025-11-22")
        if command == ["start"] { _ = try store.run("config", ["work.single", "false"]) }
        let before = try operationCount
        let outcome = try pipe(
            command[0], Array(command.dropFirst()) + ["-"], "\n\(first)\n  \nBread\nbread")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.text.contains("Milk") && outcome.text.contains("Bread"), "\(outcome)")
        #expect(!outcome.text.contains("Salt"))
        #expect(try operationCount == before + 1)
        try store.expectSound(skipping: command == ["start"] ? 2 : 0)
    }

    @Test func whatWasPutAwayComesBackByNames() throws {
        for title in ["Milk", "Bread"] { try store.add(title, "--draft") }
        for (away, back) in [("archive", "unarchive"), ("delete", "restore")] {
            #expect(try pipe(away, ["-"], "Milk\nBread\n").status == 0)
            #expect(try store.run("list").lines.count == 1)
            let outcome = try pipe(back, ["-"], "Milk\nBread\n")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try store.run("list").lines.count == 3)
        }
        _ = try store.run("config", ["work.single", "false"])
        _ = try pipe("start", ["-"], "Milk\nBread\n")
        #expect(try pipe("stop", ["-"], "Milk\n").text.contains("stopped Milk"))
        #expect(try pipe("stop", ["-z", "-"], "Bread\0").text.contains("stopped Bread"))
    }

    /// One bad name, and nothing is written.
    @Test(arguments: [
        ("Milk\n\nNothing\n", "NAME_001", "line 3"), ("Milk\nBread\n", "NAME_002", "line 2"),
        ("Milk\n\u{FFFD}\n", "NAME_001", "line 2"),
    ])
    func aBadNameIsNamedWithItsLine(_ input: String, _ code: String, _ place: String) throws {
        for title in ["Milk", "Bread one", "Bread two"] { try store.add(title, "--draft") }
        let before = try store.runner.contents(of: ".redo/objects")
        for command in Self.commands {
            let outcome = try pipe(command[0], Array(command.dropFirst()) + ["-"], input)
            #expect(outcome.status == 128 && outcome.text.isEmpty, "\(outcome)")
            #expect(
                outcome.codedError.hasPrefix("error: \(code): standard input, \(place): "),
                "\(outcome)")
        }
        #expect(try store.runner.contents(of: ".redo/objects") == before)
    }

    @Test func aDeletedTaskIsNamedWithItsLine() throws {
        try store.add("Milk", "--draft")
        let gone = try store.add("Bread", "--draft")
        #expect(try store.run("delete", ["--now", gone]).status == 0)
        let outcome = try pipe("archive", ["-"], "Milk\n\(gone)\n")
        #expect(outcome.status == 128 && outcome.codedError.contains("standard input, line 2: "))
        #expect(try store.run("list", ["--archived"]).lines.count == 1)
    }

    @Test func bytesThatAreNoTextAreRefused() throws {
        let outcome = try store.runner.run("redo-done", ["-"], input: [0x41, 0x0A, 0xFF, 0x0A])
        #expect(outcome.status == 129 && outcome.codedError.contains("line 2"), "\(outcome)")
    }

    @Test(arguments: ["", "\n\n", " \n"]) func noNamesAreNoChange(_ input: String) throws {
        try store.add("Milk", "--draft")
        let outcome = try pipe("archive", ["-"], input)
        #expect(outcome.status == 1 && outcome.text.isEmpty, "\(outcome)")
        #expect(outcome.codedError == "note: there are no task names on standard input\n")
    }

    @Test(arguments: [
        ["done", "-", "Milk"], ["done", "-z", "Milk"], ["done"], ["edit", "-"],
        ["edit", "Milk", "Bread"], ["archive", "--query", "milk", "Milk"],
        ["archive", "--context", "none", "Milk"], ["archive", "--yes", "Milk"],
        ["delete", "--query", "status:nothing"], ["edit", "--query", "milk"],
        ["restore", "--copy", "--query", "milk"], ["list", "-z"], ["list", "-q", "--json"],
    ])
    func wrongUsageWritesNothing(_ words: [String]) throws {
        try store.add("Milk", "--draft")
        try store.expectNothingWritten(
            by: words[0], Array(words.dropFirst()), status: 129, error: "error: USAGE: ")
    }

    // MARK: Pipelines

    @Test func aListNamesTasksForOtherCommands() throws {
        try addTasks(3)
        try store.add("Bread", "--draft")
        let outcome = try store.runner.shell("redo-list -q project:home | redo-done -")
        #expect(outcome.status == 0 && outcome.lines.count == 3, "\(outcome)")
        #expect(try store.run("list", ["-q"]).lines.count == 1)
        let zeros = try store.runner.shell("redo-list -qz | redo-archive -z -")
        #expect(zeros.status == 0 && zeros.text == "archived Bread\n", "\(zeros)")
        let ids = try store.run("list", ["--archived", "--ids"])
        #expect(ids.lines.allSatisfy { $0.utf8.count == 36 } && ids.lines.count == 1)
    }

    /// The context that is on is for people.
    @Test func aContextDoesNotHideFromPipelines() throws {
        try addTasks(2)
        #expect(try store.run("config", ["context.work.query", "project:work"]).status == 0)
        #expect(try store.run("context", ["work"]).status == 0)
        #expect(try store.run("list", ["-q"]).lines.count == 2)
        #expect(try store.run("archive", ["--query", "Task", "--context", "work"]).status == 1)
        #expect(try store.run("archive", ["--query", "Task"]).lines.count == 2)
    }

    // MARK: Queries

    @Test(arguments: commands) func aQuerySelectsTasks(_ command: [String]) throws {
        try addTasks(3, "--due", "2025-11-20")
        try store.add("Bread", "--due", "2025-11-20")
        if command == ["start"] { _ = try store.run("config", ["work.single", "false"]) }
        let before = try operationCount
        let arguments = Array(command.dropFirst()) + ["--query", "project:home"]
        let dry = try store.run(command[0], arguments + ["--dry-run"])
        #expect(
            dry.status == 0 && dry.codedError == "note: nothing is written: --dry-run\n", "\(dry)")
        #expect(try operationCount == before)
        let outcome = try store.run(command[0], arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.text == dry.text && !outcome.text.contains("Bread"), "\(outcome)")
        #expect(outcome.lines.count { $0.contains("Task ") } == 3)
        #expect(try operationCount == before + 1)
    }

    @Test func aQueryEditsManyAsOne() throws {
        try addTasks(150)
        #expect(try store.run("category", ["add", "Garden"]).status == 0)
        let before = try store.stateHash()
        let outcome = try store.run(
            "edit", ["--query", "project:home", "--category", "Garden", "-t", "+x", "-d", "fri"])
        #expect(outcome.status == 0 && outcome.lines.count == 150, "\(outcome.error)")
        #expect(outcome.lines[0].hasSuffix(": due Fri 21 Nov (in 5 days), category Garden, +x"))
        #expect(try store.run("list", ["-q", "category:Garden", "tag:x"]).lines.count == 150)
        #expect(try store.run("undo").status == 0)
        #expect(try store.run("list", ["-q", "category:Garden"]).lines.isEmpty)
        #expect(try store.stateHash() != before)
        #expect(
            try store.run("edit", ["--query", "project:home", "--untag", "x"]).lines
                .allSatisfy { $0.hasPrefix("unchanged ") })
    }

    /// A task that cannot be changed keeps the others from being changed.
    @Test func allOrNothing() throws {
        try addTasks(3)
        let task = try store.add("Bread", "--project", "home")
        try store.expectNothingWritten(
            by: "edit", ["--query", "project:home", "--depends-on", task], status: 129,
            error: "error: USAGE: a task cannot depend on itself: Bread")
    }

    @Test func aQueryThatMatchesNothingSaysSo() throws {
        try store.add("Bread", "--draft")
        for command in Self.commands {
            try store.expectNothingWritten(
                by: command[0], Array(command.dropFirst()) + ["--query", "project:nowhere"],
                status: 1, error: "note: no task matches 'project:nowhere'\n")
        }
    }

    /// What lists hide is meant only by a query that says so.
    @Test func aQueryMeansWhatAListShows() throws {
        try addTasks(2)
        try store.add("Bread", "--project", "home", "--wait", "2025-12-01")
        #expect(try store.run("archive", ["--query", "project:home"]).lines.count == 2)
        #expect(try store.run("unarchive", ["--query", "project:home"]).lines.count == 2)
        #expect(try store.run("delete", ["--query", "project:home"]).lines.count == 2)
        #expect(try store.run("archive", ["--query", "project:home"]).status == 1)
        #expect(try store.run("restore", ["--query", "project:home"]).lines.count == 2)
        #expect(try store.run("delete", ["--query", "status:waiting"]).lines.count == 1)
    }

    @Test(arguments: [(10, false), (11, true)])
    func aTerminalIsAskedAboutMany(_ count: Int, _ isAsked: Bool) throws {
        try addTasks(count)
        let script = { (options: String, answer: String) in
            try store.runner.shell(
                "echo '\(answer)' | script -qec 'stty -onlcr -echo; redo-archive \(options)"
                    + " --query Task' /dev/null")
        }
        let refused = try script("", "n")
        #expect(refused.text.contains("archive \(count) tasks? [y/N]") == isAsked, "\(refused)")
        #expect(try store.run("list", ["-q"]).lines.count == (isAsked ? count : 0))
        if isAsked {
            #expect(try !script("--yes", "n").text.contains("[y/N]"))
            #expect(try store.run("list", ["-q"]).lines.isEmpty)
        }
    }

    @Test func aHundredDeletionsAreOnePack() throws {
        try addTasks(120)
        let packs = try store.runner.shell("ls .redo/objects/pack | grep -c 'pack$'")
        #expect(try store.run("delete", ["--now", "--query", "project:home"]).lines.count == 120)
        let after = try store.runner.shell("ls .redo/objects/pack | grep -c 'pack$'")
        #expect(Int(after.lines[0]) == (Int(packs.lines[0]) ?? 0) + 1)
        #expect(try store.tasks().isEmpty)
        try store.expectSound()
    }
}
