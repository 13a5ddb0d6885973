import RedoJSON
import TestSupport
import Testing

/// `redo show`: a task with its to-dos.
@Suite struct ShowTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    @Test func everythingAPersonWantsToKnowIsShown() throws {
        let task = try store.add(
            "Water", "-p", "4", "--every", "7", "--due", "today", "--description", "All of them.",
            "-t", "home", "--notes", "fern too")
        let outcome = try store.run("done", ["Water"])
        #expect(outcome.status == 0)
        let text = try store.run("show", ["Water"]).text
        #expect(
            text == """
                Water
                  id:           \(task.prefix(8))
                  state:        open
                  rank:         5.9
                  priority:     4
                  points:       1
                  every:        7 days after it is done
                  due:          2025-11-23 23:59 (in 7 days)
                  created:      2025-11-16 12:00
                  updated:      2025-11-16 12:00
                  owner:        you
                  changed by:   anyone who can write to this log
                  tags:         home

                    All of them.

                  occurrences:
                  [x] due 2025-11-16 23:59, done 2025-11-16 12:00  fern too
                  [ ] due 2025-11-23 23:59

                """)
    }

    @Test func idsAreWholeOnRequest() throws {
        let task = try store.add("Water")
        let owner = try #require(store.tasks().first?["userId"]?.text)
        let lines = try store.run("show", ["Water", "--ids"]).lines
        #expect(lines.contains("  id:           \(task)"))
        #expect(lines.contains("  owner:        you \(owner)"))
        // Without it no id is longer than its first eight digits.
        #expect(try !store.run("show", ["Water"]).text.contains(#/[0-9a-f]{9}/#))
    }

    @Test func membersAreShownInWords() throws {
        let first = try store.add("Buy paint", "--draft")
        try store.expect([
            "add", "Paint", "--depends-on", first, "--estimate", "4h", "--wait", "2025-11-17 9:00",
            "--project", "big house.garden",
        ])
        try store.expect(["edit", "Paint", "--project", "none"])
        let lines = try store.run("show", ["Paint"]).lines
        for line in [
            "  depends on:   Buy paint", "  estimate:     4h",
            "  hidden until: 2025-11-17 09:00",
        ] { #expect(lines.contains(line), "\(lines)") }
        #expect(!lines.contains { $0.contains("null") || $0.contains("project") }, "\(lines)")
    }

    @Test func aLongNoteIsWrittenWithAWarning() throws {
        let text = String(repeating: "long ", count: 120)
        let outcome = try store.run("add", ["Essay", "--description", text])
        #expect(outcome.status == 0 && outcome.error.contains("a note has 600 characters"))
        #expect(try store.tasks().first?["description"]?.text == text)
        let short = try store.run("edit", ["Essay", "--description", "short"])
        #expect(short.status == 0 && !short.error.contains("characters"))
    }

    @Test func projectsHaveSpaces() throws {
        try store.add("Paint", "--project", "big house.front garden")
        #expect(
            try store.run("show", ["Paint"]).lines.contains(
                "  project:      big house.front garden"))
        #expect(
            try store.run("list", ["project:'big house'"]).text.contains("Paint")
                || store.run("list", ["project:\"big house\""]).text.contains("Paint"))
        for name in [" ", "a..b", "a. .b", "a\nb"] {
            #expect(try store.run("edit", ["Paint", "--project", name]).status == 129, "'\(name)'")
        }
    }

    @Test func aDescriptionHasItsLines() throws {
        try store.add(
            "Bank", "--draft", "--description", "Ask about:\n- the loan\n\nto-dos:\u{1B}\n\n")
        #expect(
            try store.run("show", ["Bank"]).text.hasSuffix(
                "\n\n    Ask about:\n    - the loan\n\n    to-dos:\u{FFFD}\n"))
    }

    @Test func jsonIsTheTaskOfTheCanonicalState() throws {
        let task = try store.add("Water")
        let outcome = try store.run("show", [task, "--json"])
        let state = try store.run("replay", ["--canonical"])
        #expect("[\(outcome.text.dropLast())]" == state.text)
    }

    @Test func severalTasksAreShown() throws {
        try store.add("One")
        try store.add("Two")
        let text = try store.run("show", ["Two", "One"]).text
        #expect(text.hasPrefix("Two\n") && text.contains("\n\nOne\n"))
        #expect(try store.run("show", ["Two", "One", "--json"]).lines.count == 2)
    }

    @Test func anOrphanedToDoIsMarked() throws {
        let task = try store.add("Water")
        try store.commit("ADD_TODO", "--task", task, "-f", "notes=later")
        let lines = try store.run("show", [task]).lines
        let todos = try store.tasks().first?["todoTasks"]?.elements
        let orphan = try #require(todos?.first?["guid"]?.text?.prefix(8))
        #expect(lines.suffix(2) == ["  [~] \(orphan)  no deadline", "  [ ] no deadline  later"])
    }

    @Test func whatDiffersIsShown() throws {
        let task = try store.add("Water")
        let last = try #require(store.nodes().last?["id"]?.text)
        for title in ["left", "right"] {
            try store.commit("UPDATE", "--task", task, "--parent", last, "-f", "title=\(title)")
        }
        let lines = try store.run("show", [task]).lines
        #expect(
            lines.contains(
                "  differs:      changed on test-device, test-device at the same time; "
                    + "'redo merge \(task.prefix(8))' settles it"), "\(lines)")
        #expect(
            lines.contains { $0.hasPrefix("    title: \"left\" on test-device, \"right\" on ") }
                || lines.contains { $0.hasPrefix("    title: \"right\" on test-device, \"left\"") },
            "\(lines)")
    }

    @Test func aTextCannotMoveTheCursor() throws {
        try store.add("a\u{1B}[2Jb", "--description", "c\u{1B}]0;d\u{7}", "-t", "e\u{9B}f")
        let text = try store.run("show", ["a"]).text
        let harmful = text.unicodeScalars.filter {
            ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value)
        }
        #expect(harmful.isEmpty)
    }

    @Test func aDeletedTaskIsNotShown() throws {
        let task = try store.add("Water")
        try store.commit("DELETE", "--task", task)
        let outcome = try store.run("show", [task])
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError == """
                error: NAME_001: the task \(task) is deleted
                hint: 'redo log --task \(task)' shows its history

                """)
    }

    @Test func withoutATaskItIsWrongUsage() throws {
        let outcome = try store.run("show")
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: an operand is missing: <task>...\n"))
    }

    @Test func aNodeIsShownWithWhatItChanged() throws {
        let task = try store.add("Water")
        _ = try store.run("edit", [task, "--title", "Fern"])
        let id = try #require(store.nodes().last?["id"]?.text)
        for name in [id, String(id.dropFirst(7).prefix(7))] {
            let outcome = try store.run("show", [name])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.lines.first == "node \(id)")
            #expect(outcome.lines.contains("Task:    \(task) (Fern)"))
            #expect(
                outcome.lines.suffix(2)
                    == ["    UPDATE: title", "      title: \"Water\" → \"Fern\""])
        }
        let shown = try store.run("show", ["--json", id])
        #expect(try shown.lines == store.run("log", ["--json", "-1"]).lines)
        // What is neither is named as a task.
        let missing = try store.run("show", ["beefbeef"])
        #expect(missing.status == 128)
        #expect(missing.codedError.hasPrefix("error: NAME_001: there is no task 'beefbeef'\n"))
    }

    @Test func aToDoHasItsTitle() throws {
        let task = try store.add("Water", "--draft")
        _ = try store.run("todo", [task, "--title", "Ferns", "--notes", "both"])
        #expect(try store.run("show", [task]).lines.last == "  [ ] no deadline  Ferns  both")
        let found = try store.run("search", ["ferns"])
        #expect(found.lines.last == "      occurrence: Ferns")
        let json = try TaskStore.objects(store.run("search", ["ferns", "--json"]))[0]
        #expect(json["matches"] == ["todo"])
    }
}
