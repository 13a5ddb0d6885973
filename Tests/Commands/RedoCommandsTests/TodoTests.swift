import RedoJSON
import TestSupport
import Testing

/// `redo todo`: another CREATE_TODO, which becomes the current to-do.
@Suite struct TodoTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    static let first = "2025-11-20T09:00:00.000Z"
    static let second = "2025-11-18T09:00:00.000Z"

    @Test(arguments: TaskStore.dialects)
    func aDraftGetsItsFirst(_ dialect: String) throws {
        let task = try store.add("Idea", "--draft", "--dialect", dialect)
        let head = try #require(store.nodes().last)
        let (text, nodes) = try store.nodesWritten(
            by: "todo", "Idea", "--due", Self.first, "--notes", "soon", "--dialect", dialect)
        #expect(text == "opened Idea again, due Thu 20 Nov 09:00 (in 4 days)\n")
        try #require(nodes.count == 1)
        #expect(nodes[0].action == "CREATE_TODO" && nodes[0].dialect == dialect)
        #expect(nodes[0].parents == [head.nodeID])
        #expect(nodes[0].lamport == 2)
        #expect(nodes[0].content?.names.sorted() == ["deadline", "notes", "todoTaskId"])
        let todo = try #require(try store.state(of: task)?.todos.first)
        #expect(todo["deadline"]?.text == Self.first)
        #expect(todo["notes"] == "soon")
        #expect(todo["guid"] == nodes[0].content?["todoTaskId"])
        #expect(try store.run("list").text.hasSuffix("in 4 days  Idea (note)\n"))
        try store.expectSound()
    }

    /// The tallest to-do is the current one, whatever its deadline, and stays the last one.
    @Test(arguments: TaskStore.dialects)
    func theOpenOneIsReplaced(_ dialect: String) throws {
        let task = try store.add("Call", "--due", Self.second, "--dialect", dialect)
        let text = try store.nodesWritten(
            by: "todo", "Call", "--due", Self.first, "--dialect", dialect
        ).text
        #expect(
            text == """
                opened Call again, due Thu 20 Nov 09:00 (in 4 days)
                  in place of the open one, due Tue 18 Nov 09:00 (in 2 days)

                """)
        #expect(
            try store.run("show", [task]).lines.suffix(2)
                == ["  occurrences:", "  [ ] due 2025-11-20 09:00"])
        #expect(try store.run("done", ["Call", "--dialect", dialect]).status == 0)
        let completed = try store.state(of: task)?.todos.map { $0["completed"]?.isNull == false }
        #expect(completed == [true, true])
        #expect(try store.run("list").lines.count == 1)
        #expect(try store.run("stats", ["--json"]).text.contains(#""completed":1"#))
        try store.expectSound()
    }

    @Test func withoutADeadlineThereIsNone() throws {
        try store.add("Call")
        let (text, nodes) = try store.nodesWritten(by: "todo", "Call")
        #expect(
            text == """
                opened Call again, without a deadline
                  in place of the open one, without a deadline

                """)
        #expect(
            nodes.map { $0.content?.names }
                == [["todoTaskId"], ["completed", "superseded", "todoTaskId"]])
    }

    @Test(arguments: TaskStore.dialects)
    func aFinishedTaskIsToBeDoneAgain(_ dialect: String) throws {
        let task = try store.add("Call", "--due", Self.second, "--dialect", dialect)
        #expect(try store.run("done", ["Call", "--dialect", dialect]).status == 0)
        #expect(try store.run("list").lines.count == 1)
        let text = try store.nodesWritten(
            by: "todo", "Call", "--due", Self.first, "--dialect", dialect
        ).text
        #expect(text == "opened Call again, due Thu 20 Nov 09:00 (in 4 days)\n")
        #expect(try store.run("list").lines.count == 2)
        #expect(try store.state(of: task)?.todos.count == 2)
    }

    /// Such a task is in no list, so the new to-do would not be seen.
    @Test(arguments: [
        ("ARCHIVE", "opened Call again, without a deadline\nthe task is archived\n"),
        (
            "COMPLETE",
            "gave Call an occurrence, without a deadline\nthe task as a whole stays completed\n"
        ),
    ])
    func itIsSaidThatAListDoesNotShowTheTask(_ action: String, _ expected: String) throws {
        let task = try store.add("Call", "--draft")
        try store.commit(action, "--task", task)
        let text = try store.nodesWritten(by: "todo", "Call").text
        #expect(text == expected)
        #expect(try store.run("list").lines.count == 1)
    }

    @Test func aToDoOfTheFieldsDialectMayHaveATitle() throws {
        let task = try store.add("Call", "--draft")
        let nodes = try store.nodesWritten(by: "todo", "Call", "--title", "Ana").nodes
        #expect(nodes.map { $0.content?["title"] } == ["Ana"])
        #expect(try store.state(of: task)?.todos.map { $0["title"] } == ["Ana"])
    }

    @Test(arguments: [
        [], ["Call", "Other"], ["Call", "--due", "someday"], ["Call", "--dialect", "pidgin"],
        ["Call", "--dialect", "payload"],
        ["Call", "--due", "today", "--title", "Ana", "--dialect", "payload"],
    ])
    func wrongUsageWritesNothing(_ arguments: [String]) throws {
        try store.add("Call", "--draft")
        try store.expectNothingWritten(
            by: "todo", arguments, status: 129, error: "error: USAGE: ")
    }
}
