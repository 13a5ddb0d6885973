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
        let owner = try #require(store.tasks().first?["userId"]?.text)
        #expect(
            text == """
                Water
                  id:           \(task)
                  state:        open
                  rank:         5.8
                  priority:     4
                  points:       1
                  every:        7 days
                  due:          2025-11-23 12:00 (in 7 days)
                  created:      2025-11-16 12:00
                  updated:      2025-11-16 12:00
                  owner:        \(owner)
                  tags:         home

                    All of them.

                  to-dos:
                  [x] due 2025-11-16 23:59, done 2025-11-16 12:00  fern too
                  [ ] due 2025-11-23 12:00

                """)
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
        #expect(lines.suffix(2) == ["  [~] no deadline", "  [ ] no deadline  later"])
    }

    @Test func severalHeadsAreShown() throws {
        let task = try store.add("Water")
        let last = try #require(store.nodes().last?["id"]?.text)
        for title in ["left", "right"] {
            try store.commit("UPDATE", "--task", task, "--parent", last, "-f", "title=\(title)")
        }
        #expect(try store.run("show", [task]).text.contains("\n  heads:        2 (diverged)\n"))
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
            outcome.error == """
                error: STORAGE_001: the task \(task) is deleted
                hint: 'redo log --task \(task)' shows its nodes

                """)
    }

    @Test func withoutATaskItIsWrongUsage() throws {
        let outcome = try store.run("show")
        #expect(outcome.status == 129)
        #expect(outcome.error.hasPrefix("error: USAGE: an operand is missing: <task>...\n"))
    }
}
