import RedoJSON
import TestSupport
import Testing

/// `redo undo` and `redo restore`: taking back and bringing back.
@Suite struct UndoTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// A moment that is so many minutes later.
    func at(_ minute: Int) -> [String: String] {
        ["REDO_WALL": "2025-11-16T13:\(minute < 10 ? "0" : "")\(minute):00.000Z"]
    }

    func task() throws -> JSONValue { try #require(store.tasks().first) }

    var due: String? {
        get throws {
            try task()["todoTasks"]?.elements.last { $0["completed"]?.isNull == true }?["deadline"]?
                .text
        }
    }

    func run(_ command: String, _ arguments: [String], minute: Int) throws {
        let outcome = try store.run(command, arguments, extra: at(minute))
        try #require(outcome.status == 0, "\(outcome)")
    }

    @Test func anEditIsTakenBack() throws {
        try store.add("Buy milk", "-t", "a", "--due", "2025-11-20")
        try run("edit", ["milk", "--title", "Buy oats", "-p", "5", "-t", "b"], minute: 1)
        let outcome = try store.run("undo", extra: at(2))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines.first == "took back a change of Buy oats")
        let task = try task()
        #expect(task["title"]?.text == "Buy milk")
        #expect(task["priority"]?.number == 3)
        #expect(task["tags"] == ["a"])
        #expect(try store.run("undo", ["--redo"], extra: at(3)).status == 0)
        #expect(try self.task()["title"]?.text == "Buy oats")
    }

    /// What comes back has the words and the dates of people.
    @Test func whatComesBackIsSaidInWords() throws {
        try store.add(
            "Buy milk", "--due", "2025-11-20", "--wait", "2025-11-18", "--expires", "2025-12-01",
            "--description", "two")
        try run(
            "edit",
            [
                "milk", "--due", "2025-11-21", "--wait", "2025-11-19 9:00", "--expires", "none",
                "--description", "one", "--project", "home",
            ], minute: 1)
        let lines = try store.run("undo", extra: at(2)).lines.sorted()
        #expect(
            lines == [
                "  due Thu 20 Nov 2025", "  expires: Mon 1 Dec 2025",
                "  hidden until: Tue 18 Nov 2025", "  note: \"two\"", "  project: nothing",
                "took back a change of Buy milk",
            ], "\(lines)")
    }

    @Test(arguments: ["archive", "unarchive"]) func anArchivedTaskComesBack(_ command: String)
        throws
    {
        try store.add("Buy milk")
        if command == "unarchive" { try run("archive", ["milk"], minute: 1) }
        try run(command, ["milk"], minute: 2)
        #expect(try store.run("undo", extra: at(3)).status == 0)
        #expect(try task()["archived"] == .bool(command == "unarchive"))
    }

    @Test func aSnoozeIsTakenBack() throws {
        try store.add("Buy milk", "--due", "2025-11-20")
        try run("snooze", ["milk", "--days", "3"], minute: 1)
        #expect(try store.run("undo", extra: at(2)).status == 0)
        #expect(try due == "2025-11-20T23:59:00.000Z")
        try run("snooze", ["milk", "--until", "2025-12-01"], minute: 3)
        #expect(try store.run("list").lines.count == 1)
        #expect(try store.run("undo", extra: at(4)).status == 0)
        #expect(try store.run("list").lines.count == 2)
    }

    @Test(arguments: [[], ["--every", "7"]]) func aCompletionIsTakenBack(_ options: [String]) throws
    {
        _ = try store.run("add", ["Water", "--due", "2025-11-20", "--notes", "n"] + options)
        try run("done", ["Water"], minute: 1)
        #expect(try due != "2025-11-20T23:59:00.000Z")
        #expect(try store.run("undo", extra: at(2)).status == 0)
        #expect(try due == "2025-11-20T23:59:00.000Z")
        #expect(try store.run("list", ["--json"]).text.contains("\"notes\":\"n\""))
    }

    @Test func anAddedTaskIsArchived() throws {
        try store.add("Buy milk")
        let outcome = try store.run("undo")
        #expect(
            outcome.text == "archived Buy milk, which was added; 'redo restore' brings it back\n")
        #expect(try store.run("list").lines.count == 1)
        #expect(try store.run("restore", ["milk"], extra: at(1)).text == "restored Buy milk\n")
        #expect(try store.run("list").lines.count == 2)
    }

    /// What somebody else has set since stays.
    @Test func aLaterChangeStays() throws {
        try store.add("Buy milk")
        try run("edit", ["milk", "--title", "Buy oats", "-p", "5"], minute: 1)
        let other = at(2).merging(["REDO_DEVICE": "other"]) { $1 }
        _ = try store.run("edit", ["oats", "--title", "Buy tea"], extra: other)
        let outcome = try store.run("undo", extra: at(3))
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("  title was changed later, and is kept\n"), "\(outcome)")
        #expect(try task()["title"]?.text == "Buy tea")
        #expect(try task()["priority"]?.number == 3)
    }

    @Test func changesOfOneCommandBelongTogether() throws {
        try store.add("one")
        try store.add("two")
        try run("archive", ["one", "two"], minute: 1)
        #expect(try store.run("undo", extra: at(2)).lines.count == 4)
        #expect(try store.run("list").lines.count == 3)
        try run("edit", ["one", "-p", "5"], minute: 3)
        try run("edit", ["two", "-p", "5"], minute: 4)
        #expect(try store.run("undo", ["one"], extra: at(5)).status == 0)
        #expect(try store.tasks().compactMap { $0["priority"]?.number }.sorted() == [3, 5])
    }

    @Test func nothingOfOthersIsTakenBack() throws {
        #expect(try store.run("undo").status == 1)
        try store.runner.store(SampleNode())
        let outcome = try store.run("undo")
        #expect(outcome.status == 1 && outcome.text == "there is nothing to take back\n")
    }

    @Test func aDeletionIsFinalAndACopyIsNot() throws {
        let id = try store.add(
            "Buy milk", "-p", "5", "-t", "home", "--due", "2025-11-20", "--notes", "n")
        _ = try store.runner.run("redo-edit", [id, "--description", "blue"])
        try run("delete", ["--now", id], minute: 1)
        for command in [["undo"], ["restore", id]] {
            let outcome = try store.run(command[0], Array(command.dropFirst()), extra: at(2))
            #expect(outcome.status == 1 && outcome.error.isEmpty, "\(outcome)")
            let report = "Buy milk was deleted, which is final; 'redo restore --copy \(id)' "
            #expect(outcome.text == report + "adds it as a new task\n")
        }
        let copied = try store.run("restore", ["--copy", id], extra: at(3))
        #expect(copied.status == 0 && copied.text == "added a copy of Buy milk\n", "\(copied)")
        let task = try task()
        #expect(task["guid"]?.text != id)
        #expect(task["priority"]?.number == 5)
        #expect(task["description"]?.text == "blue")
        #expect(task["tags"] == ["home"])
        #expect(try due == "2025-11-20T23:59:00.000Z")
        #expect(task["todoTasks"]?.elements.first?["notes"]?.text == "n")
    }
}
