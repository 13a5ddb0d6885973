import RedoJSON
import TestSupport
import Testing

/// `redo-merge`: which tasks it merges, and what it writes and prints.
@Suite struct MergeTests {
    private func diverged() throws -> DivergedTask {
        try DivergedTask(left: ["title=left", "priority:=5"], right: ["title=right"])
    }

    @Test func aMergeFollowsTheHeads() throws {
        let task = try diverged()
        let merge = try task.expectMerged([])
        #expect(merge.parents == [task.left, task.right])
        #expect(merge["timestamp"]?["lamport"] == 3)
        #expect(merge["data"] == ["fields": ["title": "right"]])
        let state = try task.state()
        #expect(state["title"] == "right" && state["priority"] == 5)
    }

    @Test func thePayloadDialectNamesTheBase() throws {
        let task = try diverged()
        let merge = try task.expectMerged(["--dialect", "payload"])
        #expect(merge["data"] == ["payload": ["base": .string(JSONString(task.root))]])
        let state = try task.state()
        #expect(state["title"] == "right" && state["priority"] == 5)
    }

    @Test func theDialectCanBeConfigured() throws {
        let task = try diverged()
        _ = try task.store.run("config", ["redo.dialect", "payload"])
        #expect(try task.expectMerged([])["data"]?["payload"] != nil)
    }

    /// People read which task it was, and what both sides had changed.
    @Test func aMergeIsSaidInWords() throws {
        let conflict = try diverged().store.run("merge", [DivergedTask.id])
        #expect(conflict.text == "merged right — both sides had changed title\n", "\(conflict)")
        let quiet = try DivergedTask(left: ["priority:=2"], right: ["title=right"])
        let merged = try quiet.store.run("merge", ["--all"])
        #expect(merged.text == "merged right\n", "\(merged)")
    }

    @Test func aTaskWithOneHeadStaysAsItIs() throws {
        let task = try diverged()
        try task.expectMerged([])
        let before = try task.store.runner.contents(of: ".redo")
        let again = try task.merge(DivergedTask.id, "--resolve", "title=ours:LEFT")
        #expect(again.status == 0)
        #expect(again.output.isEmpty && again.error.isEmpty)
        #expect(try task.store.runner.contents(of: ".redo") == before)
    }

    @Test func allMergesWhatDiverged() throws {
        let task = try diverged()
        let store = task.store
        try store.add("Not diverged", "--draft")
        let other = SampleNode.task(2)
        let root = try store.commit("CREATE", "--task", other, "-f", "title=second")
        for field in ["priority:=1", "priority:=2"] {
            try store.commit("UPDATE", "--task", other, "-p", root, "-f", field)
        }
        let count = try store.nodes().count
        let outcome = try store.run("merge", ["--all", "--ids"])
        #expect(outcome.status == 0)
        #expect(
            outcome.lines.map { $0.prefix { $0 != " " } } == [DivergedTask.id[...], other[...]])
        #expect(try store.nodes().count == count + 2)
        try store.expectJoined()
        let again = try store.run("merge", ["--all"])
        #expect(again.status == 0 && again.output.isEmpty && again.error.isEmpty)
    }

    @Test func ofSeveralTasksAllAreMergedOrNone() throws {
        let task = try diverged()
        let before = try task.store.runner.contents(of: ".redo")
        let outcome = try task.merge(DivergedTask.id, "nobody")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: NAME_001: there is no task 'nobody'\n"))
        #expect(outcome.output.isEmpty)
        #expect(try task.store.runner.contents(of: ".redo") == before)
        #expect(try task.merge("ase", DivergedTask.id).status == 128)
        #expect(try task.merge("right", DivergedTask.id).lines.count == 1)
    }

    @Test(arguments: ["fields", "payload"])
    func aDryRunTellsAndWritesNothing(_ dialect: String) throws {
        let task = try diverged()
        let before = try task.store.runner.contents(of: ".redo")
        let outcome = try task.merge(DivergedTask.id, "--dry-run", "--dialect", dialect)
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        func short(_ id: String) -> String { String(id.dropFirst("sha256:".count).prefix(7)) }
        let (left, right) = (short(task.left), short(task.right))
        #expect(
            outcome.text == """
                \(DivergedTask.id) right
                  merges \(left), \(right) from \(short(task.root))
                  priority: 5, as at \(left)
                  title: "right", of
                    \(left): "left"
                    \(right): "right"

                """)
        #expect(try task.store.runner.contents(of: ".redo") == before)
    }

    @Test func aDryRunShowsWhatAResolutionMakesOfOneHeadsChange() throws {
        let task = try diverged()
        let outcome = try task.merge(
            DivergedTask.id, "-n", "--resolve", "priority=manual:1", "--resolve", "title=ours")
        let lines = outcome.lines.drop { !$0.hasPrefix("  priority") }
        #expect(lines.first == "  priority: 1, of", "\(outcome)")
        #expect(lines.dropFirst().first?.hasSuffix(": 5") == true)
        #expect(lines.contains("  title: \"left\", of"))
    }

    @Test(arguments: ["fields", "payload"])
    func moreThanTenHeadsAreMergedTenByTen(_ dialect: String) throws {
        let task = try diverged()
        for number in 3...12 {
            try task.write(
                "UPDATE", ["note\(number):=\(number)"], after: [task.root], minute: number)
        }
        let count = try task.store.nodes().count
        let outcome = try task.merge(DivergedTask.id, "--dialect", dialect)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let merges = try task.store.nodes().dropFirst(count)
        #expect(merges.map(\.parents.count) == [10, 3])
        #expect(outcome.lines == merges.map { "\(DivergedTask.id) \($0["id"]?.text ?? "")" })
        try task.store.expectJoined()
        let state = try task.state()
        for number in 3...12 {
            let note = try #require(state.member("note\(number)"))
            #expect(note == .number(Double(number)))
        }
        #expect(state["title"] == "right" && state["priority"] == 5)
    }

    /// A three-way merge cannot do without a base, so the other dialect is written.
    @Test func headsWithoutACommonAncestorAreMergedInTheFieldsDialect() throws {
        let task = try DivergedTask(left: ["title=left"], right: ["title=right"])
        try task.expectMerged([])
        try task.store.commit(
            "UPDATE", "--task", DivergedTask.id, "--root", "-f", "description=stray")
        let merge = try task.expectMerged(["--dialect", "payload"])
        #expect(merge["data"]?["fields"] != nil)
        #expect(try task.state()["title"] == "right")
    }
}
