import RedoJSON
import TestSupport
import Testing

/// `--expect`, `"expect"` of `redo batch` and `--heads` of `redo commit-node`: a change is written only after the heads
/// that it names.
@Suite struct ExpectedHeadsTests {
    private let store: TaskStore
    private let task: String

    init() throws {
        store = try TaskStore()
        task = try store.add("Pay rent", "--due", "2025-11-20T09:00:00.000Z")
    }

    private func head() throws -> String { try #require(try store.heads(of: task).first) }

    private func expectStale(
        _ command: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try store.expectNothingWritten(
            by: command, arguments, status: 1, error: "error: E_STALE: ",
            sourceLocation: sourceLocation)
    }

    @Test func aChangeAfterTheHeadIsWritten() throws {
        try store.expect(["edit", task, "-p", "5", "--expect", head()])
        #expect(try store.state(of: task)?["priority"] == 5)
        // The beginning of an id is enough.
        let short = try String(head().dropFirst("sha256:".count).prefix(12))
        try store.expect(["edit", task, "-p", "4", "--expect", short])
        #expect(try store.state(of: task)?["priority"] == 4)
    }

    @Test func anErrorNamesTheHeadsThatAreThere() throws {
        let old = try head()
        try store.expect(["edit", task, "-p", "5"])
        let outcome = try store.run("edit", [task, "-p", "4", "--expect", old])
        #expect(outcome.status == 1)
        #expect(
            outcome.codedError.hasPrefix(
                "error: E_STALE: the heads of the task \(task) are not the expected ones: they are "
                    + "\(try head())\n"), "\(outcome)")
    }

    /// Each writes to a task.
    static let commands: [[String]] = [
        ["edit", "-p", "5"], ["done"], ["archive"], ["delete"], ["delete", "--now", "-f"],
        ["snooze", "--days", "2"], ["todo", "--due", "tomorrow"], ["start"],
        ["comment add", "text"],
        ["block", "--on", "Other"], ["share", "--close"], ["edit", "-p", "5", "--dry-run"],
        ["commit-node", "UPDATE", "-f", "title=x"],
    ]

    private func arguments(_ words: [String], expecting head: String) -> (String, [String]) {
        let parts = words[0].split(separator: " ").map(String.init)
        let named = parts[0] == "commit-node" ? ["--task", task] : [task]
        // The task comes before the text of a comment.
        let rest =
            parts[0] == "comment"
            ? parts.dropFirst() + named + words.dropFirst()
            : parts.dropFirst() + words.dropFirst() + named
        return (parts[0], Array(rest) + ["--expect", head])
    }

    @Test(arguments: commands) func everyCommandCompares(_ words: [String]) throws {
        try store.add("Other", "--draft")
        let old = try head()
        try store.expect(["edit", task, "--title", "Pay the rent"])
        let (command, stale) = arguments(words, expecting: old)
        let refused = try store.run(command, stale)
        #expect(
            refused.status == 1 && refused.codedError.contains("error: E_STALE: "), "\(refused)")
        #expect(try store.nodes(of: task).count == 3)
        let (_, fresh) = arguments(words, expecting: try head())
        let outcome = try store.run(command, fresh)
        #expect(outcome.status == 0, "\(outcome)")
        let isWritten = !words.contains("--dry-run")
        #expect(try (store.nodes(of: task).count > 3) == isWritten)
    }

    @Test(arguments: ["undo", "revert"]) func takingBackCompares(_ command: String) throws {
        let old = try head()
        try store.expect(["edit", task, "--title", "Pay the rent"])
        let node = try head()
        let operands = command == "revert" ? [node] : []
        try expectStale(command, operands + ["--expect", old])
        try store.expect([command] + operands + ["--expect", node])
        #expect(try store.state(of: task)?["title"] == "Pay rent")
    }

    @Test func allHeadsHaveToBeNamed() throws {
        let heads = try store.diverge(task).sorted()
        try #require(heads.count == 2)
        for head in heads { try expectStale("edit", [task, "-p", "5", "--expect", head]) }
        try expectStale("merge", [task, "--expect", heads[0]])
        try store.expect(["merge", task, "--expect", heads[0], "--expect", heads[1]])
        #expect(try store.heads(of: task).count == 1)
    }

    @Test func ofSeveralTasksTheHeadsOfAllAreNamed() throws {
        let other = try store.add("Water", "--draft")
        let heads = try [head(), #require(store.heads(of: other).first)]
        try expectStale("archive", [task, other, "--expect", heads[0]])
        try store.expect(["archive", task, other, "--expect", heads[0], "--expect", heads[1]])
    }

    @Test func aNodeThatIsNoHeadIsNotExpected() throws {
        let known = try head()
        let unknown = "sha256:" + String(repeating: "ab", count: 32)
        try expectStale("edit", [task, "-p", "5", "--expect", unknown])
        try expectStale("edit", [task, "-p", "5", "--expect", known, "--expect", unknown])
        // Also if nothing would change.
        try expectStale("edit", [task, "--title", "Pay rent", "--expect", unknown])
        try store.expectNothingWritten(
            by: "edit", [task, "-p", "5", "--expect", "rent"], status: 129, error: "error: USAGE: ")
        try store.expectNothingWritten(
            by: "edit", [task, "-p", "5", "--expect", "abababab"], status: 128,
            error: "error: NAME_001: ")
    }

    @Test func aDeletedTaskHasNoHeads() throws {
        let old = try head()
        try store.expect(["delete", "--now", "-f", task])
        let outcome = try store.run(
            "commit-node", ["ARCHIVE", "--task", task, "-p", old, "--expect", old])
        #expect(
            outcome.status == 1 && outcome.codedError.contains(": there are none\n"), "\(outcome)")
    }

    // MARK: commit-node

    @Test func parentsCanBeRequiredToBeTheHeads() throws {
        let old = try head()
        let node = try store.commit("UPDATE", "--task", task, "-p", old, "--heads", "-f", "x=1")
        try expectStale(
            "commit-node", ["UPDATE", "--task", task, "-p", old, "--heads", "-f", "x=2"])
        // Without the option a second head is made.
        let second = try store.commit("UPDATE", "--task", task, "-p", old, "-f", "x=2")
        #expect(try store.heads(of: task) == [node, second])
        try expectStale("commit-node", ["MERGE", "--task", task, "-p", node, "--heads"])
        _ = try store.commit("MERGE", "--task", task, "-p", node, "-p", second, "--heads")
        #expect(try store.heads(of: task).count == 1)
    }

    // MARK: batch

    private func batch(
        _ operations: [String], _ options: [String] = []
    ) throws -> (status: Int32, answers: [JSONValue]) {
        let input = Array((operations.joined(separator: "\n") + "\n").utf8)
        let outcome = try store.runner.run("redo-batch", options, input: input)
        // One line for each operation, also if some fail.
        let answers = try outcome.lines.map { try JSONDocument(Array($0.utf8)).root.value }
        return (outcome.status, answers)
    }

    @Test func eachOperationOfABatchCompares() throws {
        let other = try store.add("Water", "--draft")
        let old = try head()
        try store.expect(["edit", task, "-p", "5"])
        let (status, answers) = try batch([
            #"{"id":1,"op":"edit","task":"\#(task)","fields":{"x":1},"expect":["\#(old)"]}"#,
            #"{"id":2,"op":"edit","task":"\#(task)","fields":{"x":2},"expect":["\#(try head())"]}"#,
            // The heads are those before the batch.
            #"{"id":3,"op":"edit","task":"\#(task)","fields":{"y":3},"expect":["\#(try head())"]}"#,
            #"{"id":4,"op":"archive","task":"\#(other)","expect":[]}"#,
        ])
        #expect(status == 1)
        #expect(answers.map { $0["code"]?.text } == ["E_STALE", nil, nil, "E_STALE"])
        let head = try #require(try store.nodes(of: task).dropLast(2).last?.nodeID)
        #expect(answers[0]["heads"]?.elements.map(\.text) == [head])
        #expect(try store.state(of: task)?["x"] == 2 && store.state(of: task)?["y"] == 3)
        #expect(try store.state(of: other)?["archived"] == false)
    }

    @Test func anAtomicBatchWritesNothingIfOneIsStale() throws {
        let old = try head()
        try store.expect(["edit", task, "-p", "5"])
        let before = try store.ids()
        let (status, answers) = try batch(
            [
                #"{"id":1,"op":"add","fields":{"title":"New"}}"#,
                #"{"id":2,"op":"edit","task":"\#(task)","fields":{"x":1},"expect":["\#(old)"]}"#,
            ], ["--atomic"])
        #expect(status == 1)
        #expect(answers.map { $0["code"]?.text } == ["USAGE", "E_STALE"])
        #expect(try store.ids() == before)
    }

    @Test(arguments: [
        #""op":"edit","task":"TASK","fields":{"x":1},"expect":"sha256:00""#,
        #""op":"edit","task":"TASK","fields":{"x":1},"expect":["00"]"#,
        #""op":"edit","task":"TASK","fields":{"x":1},"expect":[1]"#,
        #""op":"add","fields":{"title":"x"},"expect":[]"#,
    ]) func anExpectationOfAnotherFormIsRefused(_ operation: String) throws {
        let line = "{\"id\":1," + operation.replacing("TASK", with: task) + "}"
        let (status, answers) = try batch([line])
        #expect(status == 1)
        #expect(answers.map { $0["code"]?.text } == ["E_SCHEMA_MISMATCH"])
    }
}
