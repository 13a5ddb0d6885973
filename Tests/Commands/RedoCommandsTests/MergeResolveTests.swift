import RedoJSON
import TestSupport
import Testing

/// `redo-merge --resolve`: what decides a single member. It is the same in both dialects.
@Suite struct MergeResolveTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let entry: String
        let field: String
        let value: JSONValue
        var testDescription: String { entry }

        init(_ entry: String, _ field: String, _ value: JSONValue) {
            (self.entry, self.field, self.value) = (entry, field, value)
        }
    }

    static let cases: [Case] = [
        Case("title=lww", "title", "right"), Case("title=ours", "title", "left"),
        Case("title=ours:LEFT", "title", "left"), Case("title=ours:RIGHT", "title", "right"),
        Case("title=theirs", "title", "right"), Case("title=theirs:RIGHT", "title", "left"),
        Case("title=manual:by hand", "title", "by hand"),
        Case(#"title=manual:"by \u0068and""#, "title", "by hand"),
        Case("title=manual:5", "title", "5"), Case("title=manual:a:b=c", "title", "a:b=c"),
        Case("title=manual:E=max", "title", "E=max"),
        Case("title=manual:x=ours:LEFT", "title", "x=ours:LEFT"),
        Case("priority=max", "priority", 4), Case("priority=min", "priority", 2),
        Case("priority=manual:1", "priority", 1), Case("tags=union", "tags", ["a", "b", "z"]),
        Case("tags=lww", "tags", ["z", "b"]), Case("tags=ours", "tags", ["z", "a"]),
        Case(#"tags=manual:["x", null]"#, "tags", ["x", nil]),
        Case("tags=manual:x", "tags", "x"), Case("tags=manual:null", "tags", nil),
        Case("meta.a=min", "meta", ["a": 2, "b": ["c": 9]]),
        Case("meta.b.c=ours:LEFT", "meta", ["a": 3, "b": ["c": 2]]),
        Case("meta.b=manual:text", "meta", ["a": 3, "b": "text"]),
        Case("exact.name=ours", "exact.name", "left"),
        // One head changed it, so nothing but the entry decides.
        Case("description=ours:LEFT", "description", ""),
        Case("privacy=manual:false", "privacy", false),
    ]

    private func diverged() throws -> DivergedTask {
        try DivergedTask(
            base: [#"tags:=["z"]"#, #"meta:={"a":1,"b":{"c":1}}"#],
            left: [
                "title=left", "priority:=2", #"tags:=["z","a"]"#, "exact.name=left",
                #"meta:={"a":2,"b":{"c":2}}"#,
            ],
            right: [
                "title=right", "priority:=4", #"tags:=["z","b"]"#, "exact.name=right",
                #"meta:={"a":3,"b":{"c":9}}"#, "description=new", "privacy:=true",
            ])
    }

    @Test(arguments: cases, ["fields", "payload"])
    func anEntryDecidesItsMember(_ example: Case, _ dialect: String) throws {
        let task = try diverged()
        try task.expectMerged(["--resolve", example.entry, "--dialect", dialect])
        // The id in a value of ours is replaced like one in an entry.
        let expected: JSONValue =
            example.value.text.map { .string(JSONString(task.text($0))) } ?? example.value
        #expect(try task.state().member(example.field) == expected)
    }

    @Test(arguments: ["fields", "payload"])
    func thePartComesAfterTheWhole(_ dialect: String) throws {
        let task = try diverged()
        try task.expectMerged([
            "--resolve", "meta.b.c=manual:7", "--resolve", "meta=ours", "--dialect", dialect,
        ])
        #expect(try task.state()["meta"] == ["a": 2, "b": ["c": 7]])
    }

    @Test(
        arguments: [("a=b=ours:LEFT", 1), ("a=b=max", 2), ("a=b=manual:x=lww", "x=lww")]
            as [(String, JSONValue)])
    func aPathMayHaveAnEqualsSign(_ entry: String, _ value: JSONValue) throws {
        let task = try diverged()
        for (number, head) in [(1, task.left), (2, task.right)] {
            let outcome = try task.store.runner.run(
                "redo-commit-node",
                ["UPDATE", "--task", DivergedTask.id, "--parent", head, "--stdin"],
                input: Array(#"{"a=b":\#(number)}"#.utf8))
            try #require(outcome.status == 0, "\(outcome)")
        }
        let last = try task.store.nodes().first { $0.parents == [task.left] }
        let left = try #require(last?["id"]?.text)
        try task.expectMerged(["--resolve", entry.replacing("LEFT", with: left)])
        #expect(try task.state().member("a=b") == value)
    }

    @Test func theFirstEntryForAPathCounts() throws {
        let task = try diverged()
        try task.expectMerged(["--resolve", "title=manual:first", "--resolve", "title=ours"])
        #expect(try task.state()["title"] == "first")
    }

    @Test func anEntryMayDecideWhatOneOfSeveralTasksChanged() throws {
        let task = try diverged()
        let other = SampleNode.task(2)
        let root = try task.store.commit("CREATE", "--task", other, "-f", "title=second")
        for field in ["storyPoints:=1", "storyPoints:=8"] {
            try task.store.commit("UPDATE", "--task", other, "-p", root, "-f", field)
        }
        let outcome = try task.merge(
            "--all", "--resolve", "title=ours:LEFT", "--resolve", "storyPoints=max")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try task.state()["title"] == "left")
        #expect(try task.store.tasks().contains { $0["storyPoints"] == 8 })
        try task.store.expectJoined()
    }

    @Test func anEntryForAChosenParentThatHasNoSuchFieldRemovesIt() throws {
        let task = try DivergedTask(left: ["extra=x"], right: ["priority:=1"])
        try task.expectMerged(["--resolve", "extra=ours:RIGHT", "--dialect", "payload"])
        #expect(try task.state()["extra"] == nil)
    }

    @Test func membersOfTheTaskThatNoFieldSetsAreMergedToo() throws {
        let task = try DivergedTask(left: ["priority:=2"], right: ["priority:=1"])
        let archived = try task.write("ARCHIVE", [], after: [task.left], minute: 3)
        try task.write(
            "SNOOZE", ["snoozeUntil=2025-03-01T00:00:00Z"], after: [task.right], minute: 4)
        try task.expectMerged([
            "--resolve", "archived=theirs:\(archived)", "--resolve",
            "snoozedUntil=manual:2025-04-01T00:00:00Z", "--dialect", "payload",
        ])
        let state = try task.state()
        #expect(state["archived"] == false)
        #expect(state["snoozedUntil"] == "2025-04-01T00:00:00Z")
    }
}
