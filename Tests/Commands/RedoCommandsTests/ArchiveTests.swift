import RedoJSON
import TestSupport
import Testing

/// `redo archive` and `redo unarchive`.
@Suite struct ArchiveTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    @Test(arguments: TaskStore.dialects)
    func anArchivedTaskIsInNoListUntilItIsBroughtBack(_ dialect: String) throws {
        let task = try store.add("Water", "--draft", "--dialect", dialect)
        var head = try #require(store.nodes().last)
        for (command, action, isArchived) in [
            ("archive", "ARCHIVE", true), ("unarchive", "UNARCHIVE", false),
        ] {
            let (text, nodes) = try store.nodesWritten(by: command, "Water", "--dialect", dialect)
            #expect(text == "\(command)d Water\n")
            try #require(nodes.count == 1)
            #expect(nodes[0].action == action && nodes[0].dialect == dialect)
            #expect(nodes[0].content == .object([]))
            #expect(nodes[0].parents == [head.nodeID])
            #expect(nodes[0].lamport == head.lamport.map { $0 + 1 })
            #expect(try store.state(of: task)?["archived"] == .bool(isArchived))
            #expect(try store.run("list").lines.count == (isArchived ? 1 : 2))
            head = nodes[0]
        }
        try store.expectSound()
    }

    @Test func anArchivedTaskIsShownAmongAll() throws {
        try store.add("Water", "--draft")
        _ = try store.run("archive", ["Water"])
        #expect(try store.run("list", ["--all"]).text.contains("Water (archived)\n"))
    }

    @Test(arguments: TaskStore.dialects)
    func whatIsSoAlreadyIsNotWritten(_ dialect: String) throws {
        try store.add("Water", "--draft", "--dialect", dialect)
        let arguments = ["Water", "--dialect", dialect]
        try store.expectNothingWritten(
            by: "unarchive", arguments, status: 0, output: "unchanged Water\n")
        #expect(try store.run("archive", arguments).status == 0)
        try store.expectNothingWritten(
            by: "archive", arguments, status: 0, output: "unchanged Water\n")
    }

    @Test func ofSeveralTasksThoseThatAreNotYetAreArchived() throws {
        for title in ["One", "Two", "Three"] { try store.add(title, "--draft") }
        _ = try store.run("archive", ["Two"])
        let (text, nodes) = try store.nodesWritten(by: "archive", "One", "Two", "Three", "One")
        #expect(text == "archived One\nunchanged Two\narchived Three\n")
        #expect(nodes.map(\.action) == ["ARCHIVE", "ARCHIVE"])
        #expect(try store.run("list").lines.count == 1)
    }

    @Test(arguments: ["archive", "unarchive"], [[], ["Water", "--dialect", "pidgin"]])
    func wrongUsageWritesNothing(_ command: String, _ arguments: [String]) throws {
        try store.add("Water", "--draft")
        try store.expectNothingWritten(
            by: command, arguments, status: 129, error: "error: USAGE: ")
    }
}
