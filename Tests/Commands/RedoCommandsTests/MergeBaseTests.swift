import RedoJSON
import TestSupport
import Testing

/// `redo-merge-base`.
@Suite struct MergeBaseTests {
    private let runner: CommandRunner
    private let root: String
    private let left: String
    private let right: String

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        root = try runner.store(SampleNode())[0]
        left = try runner.store(Self.node(after: [root], lamport: 2, minute: 1))[0]
        right = try runner.store(Self.node(after: [root], lamport: 2, minute: 2))[0]
    }

    private static func node(
        after parents: [String], lamport: Int, minute: Int, task: Int = 1
    ) -> SampleNode {
        SampleNode(
            action: "ARCHIVE", task: SampleNode.task(task), parents: parents, lamport: lamport,
            wall: "2025-01-01T09:0\(minute):00.000Z", fields: [:])
    }

    /// Checks that a command answers with a status, prints some lines, and complains of nothing.
    private func expect(_ arguments: [String], _ lines: [String], status: Int32 = 0) throws {
        let outcome = try runner.run("redo-merge-base", arguments)
        #expect(outcome.status == status, "\(arguments): \(outcome)")
        #expect(outcome.text == lines.map { $0 + "\n" }.joined(), "\(arguments)")
        #expect(outcome.error.isEmpty, "\(arguments)")
    }

    @Test func twoNodesHaveTheLatestNodeAboveBoth() throws {
        try expect([left, right], [root])
        try expect([right, left], [root])
        try expect([root, left], [root])
        try expect([left, left], [left])
        try expect([left, "\(right)~1"], [root])
        try expect([String(left.dropFirst(7).prefix(12)), right, root], [root])
    }

    @Test func aTaskMeansItsHeads() throws {
        try expect([SampleNode.task(1)], [root])
        try expect(["plants"], [root])
        let merge = try runner.store(Self.node(after: [left, right], lamport: 3, minute: 3))[0]
        try expect(["plants"], [merge])
        try runner.store(
            SampleNode(action: "DELETE", parents: [merge], lamport: 4, fields: [:]))
        try expect([SampleNode.task(1)], [], status: 1)
    }

    @Test func aCrissCrossHasTwo() throws {
        let merges = try [3, 4].map {
            try runner.store(Self.node(after: [left, right], lamport: 3, minute: $0))[0]
        }
        try expect(merges, [right])
        for option in ["--all", "-a"] { try expect([option] + merges, [right, left]) }
        try expect(["--all", SampleNode.task(1)], [right, left])
    }

    @Test func nothingInCommonIsTheAnswerNo() throws {
        let other = try runner.store(SampleNode(task: SampleNode.task(2)))[0]
        try expect([left, other], [], status: 1)
        try expect(["--all", left, other], [], status: 1)
        // Between tasks any node counts.
        let below = try runner.store(Self.node(after: [left], lamport: 3, minute: 5, task: 2))[0]
        try expect([right, below], [root])
    }

    @Test func isAncestorAnswersWithItsStatus() throws {
        try expect(["--is-ancestor", root, right], [])
        try expect(["--is-ancestor", right, right], [])
        try expect(["--is-ancestor", right, root], [], status: 1)
        try expect(["--is-ancestor", left, right], [], status: 1)
        try expect(["--is-ancestor", "\(right)^1", right], [])
    }

    @Test(
        arguments: [
            ([], 129, "USAGE"), (["--is-ancestor", "plants"], 129, "USAGE"),
            (["--is-ancestor", "a", "b", "c"], 129, "USAGE"),
            (["--all", "--is-ancestor", "a", "b"], 129, "USAGE"),
            (["nobody"], 128, "NAME_001"), (["ffffffff", "plants~1"], 128, "NAME_001"),
            // Of two heads neither is the one that a name of the task means.
            (["plants", "plants"], 128, "NAME_002"),
        ] as [([String], Int32, String)])
    func wrongNames(_ arguments: [String], _ status: Int32, _ code: String) throws {
        let outcome = try runner.run("redo-merge-base", arguments)
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: \(code): "))
        #expect(outcome.output.isEmpty)
    }

    @Test func nothingIsWritten() throws {
        let before = try runner.contents(of: ".redo")
        _ = try runner.run("redo-merge-base", [left, right])
        #expect(try runner.contents(of: ".redo") == before)
    }
}
