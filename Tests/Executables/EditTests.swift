import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo edit`: an UPDATE of what is different (protocol, section 3).
@Suite struct EditTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    static let due = "2025-12-24T09:00:00.000Z"

    @Test(arguments: TaskStore.dialects)
    func isOneUpdateAfterTheHead(_ dialect: String) throws {
        let task = try store.add("Water", "--due", Self.due, "--dialect", dialect)
        let head = try #require(store.nodes().last)
        let (text, nodes) = try store.nodesWritten(
            by: "edit", "Water", "--title", "Water the fern", "-p", "high", "--points", "2",
            "--every", "7", "--description", "all of it", "--private", "--dialect", dialect)
        #expect(
            text
                == "edited Water the fern: 7 days after it is done, title, note, "
                + "priority 4, points 2, private\n")
        try #require(nodes.count == 1)
        #expect(nodes[0].action == "UPDATE")
        #expect(nodes[0].dialect == dialect)
        #expect(nodes[0].parents == [head.nodeID])
        #expect(nodes[0].lamport == 3)
        let fields: JSONValue = [
            "description": "all of it", "frequencyDays": 7, "priority": 4, "privacy": true,
            "storyPoints": 2, "title": "Water the fern",
        ]
        #expect(nodes[0].content == fields)
        let state = try #require(try store.state(of: task))
        for name in fields.names {
            #expect(state.member(name) == fields.member(name), "\(name)")
        }
        #expect(try store.run("heads").text == "\(task) \(nodes[0].nodeID ?? "")\n")
        try store.expectSound()
    }

    /// A deadline is the to-do's: a SNOOZE after the UPDATE, or a to-do where there is none.
    @Test(arguments: TaskStore.dialects)
    func theDeadlineMoves(_ dialect: String) throws {
        let task = try store.add("Water", "--due", Self.due, "--dialect", dialect)
        let (text, nodes) = try store.nodesWritten(
            by: "edit", "Water", "--due", "2025-12-25 18:00", "-p", "5", "--dialect", dialect)
        #expect(text == "edited Water: due Thu 25 Dec 18:00 (in 5 weeks), priority 5\n")
        #expect(nodes.map(\.action) == ["UPDATE", "SNOOZE"])
        let shown = try store.run("show", [task]).text
        #expect(shown.contains("due:          2025-12-25 18:00"), "\(shown)")
        // What is so already is not written.
        let again = try store.nodesWritten(
            by: "edit", "Water", "-d", "2025-12-25 18:00", "--dialect", dialect)
        #expect(again.text == "unchanged Water\n" && again.nodes.isEmpty)
        try store.add("Draft", "--draft", "--dialect", dialect)
        let added = try store.nodesWritten(
            by: "edit", "Draft", "--due", "+1d", "--dialect", dialect)
        #expect(added.text == "edited Draft: due Mon 17 Nov 12:00 (tomorrow)\n")
        #expect(added.nodes.map(\.action) == ["CREATE_TODO"])
        try store.expectSound()
    }

    /// No action takes a deadline away, so another to-do takes the place of the one that has it.
    @Test func aDeadlineIsTakenAway() throws {
        let task = try store.add("Water", "--due", Self.due, "--notes", "fern")
        let written = try store.nodesWritten(by: "edit", "Water", "--due", "none", "-p", "5")
        #expect(written.text == "edited Water: no deadline, priority 5\n")
        #expect(written.nodes.map(\.action) == ["UPDATE", "CREATE_TODO", "COMPLETE_TODO"])
        let shown = try store.run("show", [task]).lines
        #expect(shown.suffix(2) == ["  occurrences:", "  [ ] no deadline  fern"])
        #expect(try store.run("edit", ["Water", "--due", "none"]).text == "unchanged Water\n")
        try store.expectSound()
    }

    @Test func inThePayloadDialectADeadlineCannotBeTakenAway() throws {
        try store.add("Water", "--due", Self.due)
        let outcome = try store.run("edit", ["Water", "--due", "none", "--dialect", "payload"])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: with redo.dialect = payload a deadline is needed"))
        #expect(try store.nodes().count == 2)
    }

    @Test(arguments: TaskStore.dialects) func notesAreChanged(_ dialect: String) throws {
        let task = try store.add("Water", "--due", Self.due, "--notes", "fern")
        let written = try store.nodesWritten(
            by: "edit", "Water", "--notes", "rose", "--dialect", dialect)
        #expect(written.text == "edited Water: notes\n")
        let todo = try #require(store.tasks().first?["todo"])
        #expect(todo["notes"] == "rose")
        #expect(todo["deadline"]?.text == Self.due)
        #expect(
            try store.run("edit", [task, "--notes", "rose", "--dialect", dialect]).text
                == "unchanged Water\n")
        // The to-do before it does not come back, and does not count.
        #expect(try store.run("done", ["Water"]).status == 0)
        #expect(try store.run("list").lines.count == 1)
        #expect(
            try store.run("stats", ["--json"]).text.contains(#""todos":{"completed":1,"#))
        try store.expectSound()
    }

    @Test(arguments: [
        ("90", 90.0), ("90min", 90), ("45m", 45), ("2h", 120), ("1h30", 90), ("1h30m", 90),
        ("0h5m", 5),
    ])
    func anEstimateIsAFieldOfMinutes(_ text: String, _ minutes: Double) throws {
        try store.add("Water", "--estimate", text)
        #expect(try store.tasks().first?["timeEstimate"]?.number == minutes)
        #expect(
            try store.run("edit", ["Water", "--estimate", "none"]).text
                == "edited Water: no estimate\n")
        #expect(try store.tasks().first?["timeEstimate"]?.isNull == true)
    }

    @Test(arguments: ["", "h", "1h60x", "-5", "1d", "min", "99999999"])
    func anEstimateOfAnotherFormIsWrongUsage(_ text: String) throws {
        let outcome = try store.run("add", ["Water", "--estimate=\(text)"])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: --estimate expects a time, found "))
        #expect(try store.nodes().isEmpty)
    }

    @Test func headsThatAreJoinedAreSaid() throws {
        let task = try store.add("Water")
        let last = try #require(store.nodes().last?["id"]?.text)
        for title in ["left", "right"] {
            try store.commit("UPDATE", "--task", task, "--parent", last, "-f", "title=\(title)")
        }
        let outcome = try store.run("edit", [task, "-p", "5"])
        #expect(outcome.lines.last == "  joined 2 versions that had diverged", "\(outcome)")
        #expect(try store.run("edit", [task, "-p", "4"]).lines.count == 1)
    }

    @Test func aTaskOfOneDialectIsEditedInTheOther() throws {
        for (first, second) in [("fields", "payload"), ("payload", "fields")] {
            try store.add(first, "--draft", "--dialect", first)
            let nodes = try store.nodesWritten(
                by: "edit", first, "-p", "5", "--dialect", second
            ).nodes
            #expect(nodes.map(\.dialect) == [second])
        }
        try store.expectSound()
    }

    /// A field that stays as it is would win over a change made elsewhere.
    @Test(arguments: TaskStore.dialects)
    func onlyWhatIsDifferentIsWritten(_ dialect: String) throws {
        try store.add("Water", "-p", "4", "--every", "7", "--draft", "--dialect", dialect)
        let nodes = try store.nodesWritten(
            by: "edit", "Water", "-p", "4", "--every", "7", "--points", "1", "--title", "Fern",
            "--dialect", dialect
        ).nodes
        #expect(nodes.map(\.content) == [["title": "Fern"]])
    }

    @Test(arguments: TaskStore.dialects)
    func nothingIsWrittenWhereNothingIsDifferent(_ dialect: String) throws {
        try store.add("Water", "--draft", "--dialect", dialect)
        try store.expectNothingWritten(
            by: "edit",
            [
                "Water", "--title", "Water", "-p", "3", "--points", "1.0", "--every", "0",
                "--description", "", "--no-private", "--dialect", dialect,
            ], status: 0, output: "unchanged Water\n")
    }

    @Test(arguments: TaskStore.dialects)
    func aTaskThatWasPrivateIsNotAnyMore(_ dialect: String) throws {
        let task = try store.add("Water", "--private", "--draft", "--dialect", dialect)
        let nodes = try store.nodesWritten(
            by: "edit", "Water", "--no-private", "--dialect", dialect
        ).nodes
        #expect(nodes.map(\.content) == [["privacy": false]])
        #expect(try store.state(of: task)?["privacy"] == false)
    }

    /// Zero means one-time in the fields dialect only.
    @Test func aFrequencyOfZeroIsRefusedInThePayloadDialect() throws {
        let task = try store.add("Water", "--every", "7", "--draft", "--dialect", "payload")
        try store.expectNothingWritten(
            by: "edit", ["Water", "--every", "0", "-p", "5", "--dialect", "payload"], status: 1,
            error: "error: E_SCHEMA_MISMATCH: frequencyDays must be an integer of 1 or more")
        let nodes = try store.nodesWritten(by: "edit", "Water", "--every", "0").nodes
        #expect(nodes.map(\.content) == [["frequencyDays": 0]])
        #expect(try store.state(of: task)?["frequencyDays"] == 0)
    }

    @Test(arguments: [
        [], ["-p", "0"], ["-p", "urgent"], ["--points", "-1"], ["--points", "nan"],
        ["--every", "-1"], ["--every", "1.5"], ["--dialect", "pidgin", "-p", "5"],
        ["--tag", "x", "--dialect", "payload"], ["--untag", "x", "--dialect", "payload"],
        ["Lawn", "-p", "5"], ["--title", ""], ["--title", " \t"], ["--tag", ""],
        ["-p", "5", "--title", "", "--dialect", "payload"], ["--untag", ""], ["--untag", "a,"],
    ])
    func wrongUsageWritesNothing(_ arguments: [String]) throws {
        try store.add("Water", "--draft")
        try store.expectNothingWritten(
            by: "edit", ["Water"] + arguments, status: 129, error: "error: USAGE: ")
    }

    @Test(arguments: [
        ["--every", "9007199254740993"], ["--points", "0.5", "--dialect", "payload"],
    ])
    func aFieldThatIsNotAllowedWritesNothing(_ arguments: [String]) throws {
        try store.add("Water", "--draft")
        try store.expectNothingWritten(
            by: "edit", ["Water"] + arguments, status: 1, error: "error: E_SCHEMA_MISMATCH: ")
    }

    /// The rule of each task is tried, all of them in one process.
    @Test func oneProcessTriesTheRulesOfAllTasks() throws {
        let store = try TaskStore()
        for number in 0..<4 { try store.add("task \(number)", "--due", "2025-11-2\(number)") }
        let directory = store.runner.path("exec")
        let real = CommandRunner.executables.appending(path: "redo-calendar").path
        let script = "#!/bin/sh\necho >> '\(directory)/runs'\nexec '\(real)' \"$@\"\n"
        try store.runner.writeProgram(script, to: "exec/redo-calendar")
        let outcome = try store.run(
            "edit", ["--query", "task", "--every", "monday"], extra: ["REDO_EXEC_PATH": directory])
        #expect(outcome.status == 0 && outcome.lines.count == 4, "\(outcome)")
        #expect(try store.runner.contents(ofFile: "exec/runs").count == 1)
        #expect(
            try store.tasks().allSatisfy { $0["recurrence"]?.text?.contains("BYDAY=MO") == true })
    }
}
