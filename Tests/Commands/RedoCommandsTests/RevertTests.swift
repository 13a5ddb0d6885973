import RedoJSON
import TestSupport
import Testing

/// `redo revert`: what nodes did is taken back, whoever wrote them.
@Suite struct RevertTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    func at(_ minute: Int) -> [String: String] {
        ["REDO_WALL": "2025-11-16T13:\(minute < 10 ? "0" : "")\(minute):00.000Z"]
    }

    /// The last node of an action.
    func node(_ action: String) throws -> String {
        try #require(store.nodes().last { $0.action == action }?.nodeID)
    }

    @Test func aNodeOfSomebodyElseIsTakenBack() throws {
        let task = try store.add("Water", extra: at(0))
        let other = try TaskStore()
        try other.receive(from: store)
        #expect(try other.run("edit", [task, "-p", "5"], extra: at(1)).status == 0)
        try store.receive(from: other)
        let update = try node("UPDATE")
        let (text, nodes) = try store.nodesWritten(by: "revert", update, extra: at(2))
        #expect(text == "reverted a change of Water\n  priority: 3\n")
        #expect(nodes.map(\.action) == ["UPDATE"])
        #expect(try store.state(of: task)?["priority"] == 3)
        // It is a command as others.
        #expect(try store.run("undo", extra: at(3)).status == 0)
        #expect(try store.state(of: task)?["priority"] == 5)
        try store.expectSound()
    }

    @Test func nodesOfSeveralTasksAreTakenBackAtOnce() throws {
        try store.add("Water", extra: at(0))
        try store.add("Lawn", extra: at(0))
        #expect(try store.run("archive", ["Water", "Lawn"], extra: at(1)).status == 0)
        let ids = try store.nodes().filter { $0.action == "ARCHIVE" }.compactMap(\.nodeID)
        let outcome = try store.run("revert", ids, extra: at(2))
        #expect(outcome.status == 0 && outcome.lines.count == 4, "\(outcome)")
        #expect(try store.run("list").lines.count == 3)
    }

    @Test func whatWasChangedSinceStays() throws {
        try store.add("Water", extra: at(0))
        #expect(try store.run("edit", ["Water", "-p", "5"], extra: at(1)).status == 0)
        let update = try node("UPDATE")
        #expect(try store.run("edit", ["Water", "-p", "1"], extra: at(2)).status == 0)
        let outcome = try store.run("revert", [update], extra: at(3))
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("  priority was changed later, and is kept\n"), "\(outcome)")
        #expect(try store.tasks().first?["priority"] == 1)
    }

    @Test func aDryRunWritesNothing() throws {
        try store.add("Water", extra: at(0))
        #expect(try store.run("edit", ["Water", "-p", "5"], extra: at(1)).status == 0)
        try store.expectNothingWritten(
            by: "revert", ["-n", try node("UPDATE")], status: 0,
            output: "would revert a change of Water\n  priority: 3\n")
        try store.expectNothingWritten(
            by: "revert", ["--dry-run", try node("CREATE")], status: 0,
            output: "would archive Water, which was added\n")
    }

    // MARK: Categories, comments and work

    private func expectNothingVoid() throws {
        #expect(try store.run("replay", ["--family", "organisation", "--void"]).text.isEmpty)
        let verified = try store.run("verify", ["--all", "--require-signature"])
        #expect(verified.status == 0 && verified.output.isEmpty, "\(verified)")
    }

    @Test func aCategoryThatWasAddedIsDeletedAndOneThatWasDeletedComesBack() throws {
        #expect(try store.run("category", ["add", "Home"], extra: at(0)).status == 0)
        #expect(
            try store.run("category", ["edit", "Home", "--name", "House"], extra: at(1)).status == 0
        )
        var outcome = try store.run("revert", [node("UPDATE_CATEGORY")], extra: at(2))
        #expect(
            outcome.text == "reverted a change of category House\n  name: \"Home\"\n", "\(outcome)")
        #expect(try store.run("category", ["delete", "Home"], extra: at(3)).status == 0)
        outcome = try store.run("revert", [node("DELETE_CATEGORY")], extra: at(4))
        #expect(outcome.text == "added category Home again\n", "\(outcome)")
        try store.expectNothingWritten(
            by: "revert", ["-n", try node("CREATE_CATEGORY")], status: 0,
            output: "would delete category Home, which was added\n")
        outcome = try store.run("revert", [node("CREATE_CATEGORY")], extra: at(5))
        #expect(outcome.text == "deleted category Home, which was added\n", "\(outcome)")
        // It is a command as others.
        #expect(try store.run("undo", extra: at(6)).text == "added category Home again\n")
        #expect(try store.run("category", ["list"]).lines.count == 1)
        try expectNothingVoid()
    }

    @Test func aCommentAndItsTaskAreTakenBackAtOnce() throws {
        try store.add("Water", extra: at(0))
        #expect(try store.run("comment", ["add", "Water", "daily"], extra: at(1)).status == 0)
        #expect(try store.run("edit", ["Water", "-p", "5"], extra: at(2)).status == 0)
        let outcome = try store.run(
            "revert", [node("ADD_COMMENT"), node("UPDATE")], extra: at(3))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("deleted comment "), "\(outcome)")
        #expect(outcome.text.contains("reverted a change of Water\n  priority: 3\n"))
        #expect(try store.tasks().first?["priority"] == 3)
        try expectNothingVoid()
    }

    /// Nobody can write what its author alone may.
    @Test func whatOnlyItsAuthorMayChangeStays() throws {
        let task = try store.add("Water", extra: at(0))
        let other = try TaskStore()
        try other.receive(from: store)
        #expect(try other.run("comment", ["add", task, "daily"], extra: at(1)).status == 0)
        #expect(try other.run("start", [task], extra: at(2)).status == 0)
        #expect(try other.run("category", ["add", "Home"], extra: at(3)).status == 0)
        try store.receive(from: other)
        let before = try store.nodes().count
        let refused = try store.run("revert", [node("CREATE_CATEGORY")], extra: at(4))
        #expect(
            refused.status == 1 && refused.text.contains("only its owner can delete it"),
            "\(refused)")
        #expect(try store.nodes().count == before)
        // The owner of the task may delete a comment and an interval of work.
        for (action, start) in [
            ("ADD_COMMENT", "deleted comment "), ("START_WORK", "deleted work on Water"),
        ] {
            let outcome = try store.run("revert", [node(action)], extra: at(5))
            #expect(outcome.status == 0 && outcome.text.hasPrefix(start), "\(outcome)")
        }
        try other.receive(from: store)
        let own = try store.add("Lawn", extra: at(6))
        #expect(try store.run("comment", ["add", own, "weekly"], extra: at(7)).status == 0)
        try other.receive(from: store)
        let foreign = try other.run("revert", [node("ADD_COMMENT")], extra: at(8))
        #expect(foreign.status == 1 && foreign.text.contains("only its author and the owner"))
        try expectNothingVoid()
    }

    @Test func whatNothingTakesBackIsSaid() throws {
        let task = try store.add("Water", "--draft")
        let unknown = try store.commit("WATER", "--task", task, "-f", "text=Hello")
        try store.expectNothingWritten(
            by: "revert", [unknown], status: 1,
            error: "error: RECONSTRUCT_002: \(unknown) cannot be reverted: WATER changes no")
        // All nodes or none.
        try store.expectNothingWritten(
            by: "revert", [try node("CREATE"), unknown], status: 1,
            error: "error: RECONSTRUCT_002: ")
        // A comment that nothing made has no effect.
        let comment = try store.commit(
            "EDIT_COMMENT", "--task", task, "-f", "commentId=8f0f2a1e-6d3b-4c43-8a52-1f0f6d1f2a10",
            "-f", "text=Hello")
        try store.expectNothingWritten(
            by: "revert", [comment], status: 1,
            error: "error: E_INVALID_REF: \(comment) has no effect, so nothing takes it back")
        #expect(try store.run("delete", ["--now", task]).status == 0)
        let outcome = try store.run("revert", [try node("DELETE")])
        #expect(outcome.status == 1 && outcome.text.hasPrefix("Water was deleted, which is final"))
    }

    @Test(arguments: [[], ["Fern"], ["sha256:00"]]) func whatIsNoNodeIsSaid(_ names: [String])
        throws
    {
        try store.expectNothingWritten(
            by: "revert", names, status: names.isEmpty ? 129 : 128,
            error: names.isEmpty ? "error: USAGE: " : "error: NAME_001: ")
    }
}
