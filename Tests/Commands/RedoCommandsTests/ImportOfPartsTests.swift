import RedoJSON
import TestSupport
import Testing

/// The fields `parent` of imported tasks, and the work that was done on them.
@Suite struct ImportOfPartsTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func run(_ text: String, _ arguments: String...) throws -> CommandOutcome {
        try store.runner.run(
            "redo-import", ["--from", "json"] + arguments, input: Array(text.utf8))
    }

    private func task(_ title: String) throws -> JSONValue {
        try #require(try store.tasks().first { $0["title"]?.text == title })
    }

    @Test func aParentIsAnotherEntryByItsUidOrItsLine() throws {
        let text = """
            {"title":"Trip","uid":"t"}
            {"title":"Pack","parent":"t","uid":"p"}
            {"title":"Socks","parent":"p"}
            {"title":"Hotel"}
            {"title":"Book","parent":"line 4"}
            """
        #expect(try run(text).text == "added 5 tasks\n")
        #expect(try task("Pack")["parent"]?.text == task("Trip")["guid"]?.text)
        #expect(try task("Socks")["parent"]?.text == task("Pack")["guid"]?.text)
        #expect(try task("Book")["parent"]?.text == task("Hotel")["guid"]?.text)
        #expect(try task("Trip")["parent"] == nil)
        let written = try store.run("export", ["--to", "json"])
        let pack = try #require(written.lines.first { $0.contains("\"Pack\"") })
        let trip = try #require(try task("Trip")["guid"]?.text)
        #expect(pack.contains("\"parent\":\"\(trip)\""))
        try store.expectSound()
    }

    @Test func aMissingParentAndACircleAreNamed() throws {
        let text = """
            {"title":"A","uid":"a","parent":"b"}
            {"title":"B","uid":"b","parent":"a"}
            {"title":"C","parent":"z"}
            """
        let outcome = try run(text)
        #expect(outcome.status == 0 && outcome.text == "added 3 tasks\n")
        #expect(outcome.codedError.contains("it is a part of 'a', which is a part of it: left out"))
        #expect(
            outcome.codedError.contains(
                "it is a part of 'z', which is neither in the file nor in the log"))
        #expect(try store.tasks().count { $0["parent"] != nil } == 1)
    }

    @Test func anUpdateMovesATaskToAnotherParent() throws {
        let known = "{\"title\":\"A\",\"uid\":\"a\"}\n{\"title\":\"B\",\"uid\":\"b\"}\n"
        #expect(try run(known + "{\"title\":\"C\",\"uid\":\"c\",\"parent\":\"a\"}").status == 0)
        let moved = known + "{\"title\":\"C\",\"uid\":\"c\",\"parent\":\"b\"}"
        #expect(try run(moved, "--update").text == "added 0 tasks, updated 1, 2 were known\n")
        #expect(try task("C")["parent"]?.text == task("B")["guid"]?.text)
        // An import set it, so its absence takes it away.
        let without = known + "{\"title\":\"C\",\"uid\":\"c\"}"
        #expect(try run(without, "--update").text == "added 0 tasks, updated 1, 2 were known\n")
        #expect((try task("C")["parent"] ?? .null) == .null)
    }

    @Test(arguments: [
        ("org", "* TODO Trip\n** TODO Pack\n"), ("markdown", "- [ ] Trip\n  - [ ] Pack\n"),
        ("todoist", "TYPE,CONTENT,PRIORITY,INDENT\ntask,Trip,4,1\ntask,Pack,4,2\n"),
    ])
    func outlinesOfOtherProgramsAreInLists(_ format: String, _ text: String) throws {
        let outcome = try store.runner.run(
            "redo-import", ["--from", format], input: Array(text.utf8))
        #expect(outcome.status == 0, "\(outcome)")
        let list = try store.run("list", ["--columns", "title"])
        #expect(list.lines == ["TITLE", "Trip (0/1)", "  Pack"], "\(list)")
    }

    @Test(arguments: ["json", "csv", "markdown", "icalendar", "taskwarrior"])
    func partsLeaveAndComeBack(_ format: String) throws {
        try store.add("Trip", "--due", "2025-12-01")
        try store.add("Pack", "--due", "2025-12-01", "--parent", "Trip")
        let exported = try store.run("export", ["--to", format])
        try #require(exported.status == 0, "\(exported)")
        let other = try TaskStore()
        let imported = try other.runner.run(
            "redo-import", ["--from", format], input: exported.output)
        #expect(imported.status == 0, "\(imported)")
        let list = try other.run("list", ["--columns", "title"])
        #expect(list.lines == ["TITLE", "Trip (0/1)", "  Pack"], "\(list)")
    }

    /// What a line of todo.txt cannot say is named.
    @Test func todoTxtHasNoParts() throws {
        try store.add("Trip")
        try store.add("Pack", "--parent", "Trip")
        let exported = try store.run("export", ["--to", "todotxt"])
        #expect(exported.error.contains("parent"), "\(exported)")
    }

    @Test func workIsKeptAsIntervals() throws {
        let text = """
            {"title":"Report","uid":"r","work":[\
            {"start":"2025-11-01T10:00:00Z","end":"2025-11-01T11:30:00Z"},\
            {"start":"2025-11-02T10:00:00Z"}]}
            """
        #expect(try run(text).status == 0)
        let work = try store.nodes().filter { $0["action"]?.text?.hasSuffix("_WORK") == true }
        #expect(work.map { $0["action"]?.text } == ["START_WORK", "STOP_WORK", "START_WORK"])
        #expect(
            work.map { $0["data"]?["fields"]?["at"]?.text } == [
                "2025-11-01T10:00:00.000Z", "2025-11-01T11:30:00.000Z", "2025-11-02T10:00:00.000Z",
            ])
        let ids = work.map { $0["data"]?["fields"]?["workId"]?.text }
        #expect(ids[0] != nil && ids[0] == ids[1] && ids[0] != ids[2])
        try store.expectSound(skipping: 3)
    }

    @Test(arguments: [
        "[{\"end\":\"2025-11-01T10:00:00Z\"}]",
        "[{\"start\":\"2025-11-01T10:00:00Z\",\"end\":\"2025-11-01T09:00:00Z\"}]",
        "[{\"start\":\"2025-11-01T10:00:00Z\",\"end\":\"soon\"}]", "{}",
    ])
    func workThatIsNoTimeIsKeptAsAField(_ work: String) throws {
        let outcome = try run("{\"title\":\"A\",\"work\":\(work)}")
        #expect(outcome.status == 0 && outcome.codedError.contains("work must be"), "\(outcome)")
        #expect(outcome.codedError.contains("; kept as the field 'work'\n"))
        #expect(try task("A")["work"] != nil)
    }
}
