import Foundation
import TestSupport
import Testing

extension CommandRunner {
    /// Runs command lines at once.
    ///
    /// The exit status of each is appended to the file `statuses`.
    func runAtOnce(_ lines: [String]) throws -> CommandOutcome {
        try write(lines.joined(separator: "\0").utf8, to: "lines")
        return try shell(
            "xargs -0 -P 64 -I {} sh -c '{}; echo \"status $?\" >>statuses' <lines")
    }

    /// Expects that commands which ran at once have succeeded, and the store to be whole.
    func expectAllDone(_ count: Int) throws {
        let statuses = String(decoding: try contents(ofFile: "statuses"), as: UTF8.self)
        #expect(statuses == String(repeating: "status 0\n", count: count))
        #expect(try temporaryNames().isEmpty)
        #expect(try run("redo-verify").status == 0)
    }
}

/// Processes that write into one store at the same time.
@Suite struct ConcurrentWritersTests {
    @Test func loseNothing() throws {
        let runner = try CommandRunner.withStore()
        let log = Fixtures.directory.appending(path: Fixtures.generatedLog + "/nodes.jsonl").path
        let ids = try runner.ids(of: [SampleNode()])
        try runner.write(SampleNode().text(id: ids[0]).utf8, to: "node")
        let imports = Array(repeating: "redo-import --unsigned \(log)", count: 8)
        let hashes = Array(repeating: "redo-hash-object -w node", count: 4)
        let commits = (1...8).map { "redo-commit-node CREATE -f title=task-\($0)" }
        let outcome = try runner.runAtOnce((0..<8).flatMap { [imports[$0], commits[$0]] } + hashes)
        #expect(outcome.error.isEmpty)
        try runner.expectAllDone(20)
        let counts = outcome.lines.filter { $0.hasPrefix("received ") }
        #expect(counts.count == 8)
        let printed = Set(outcome.lines).subtracting(counts)
        #expect(printed.count == 9 && printed.contains(ids[0]))
        let stored = Set(try runner.run("redo-log", ["--format=%H"]).lines)
        #expect(stored.isSuperset(of: printed))
        #expect(stored.count == 60 + 9)
    }

    @Test func oneTaskGetsAHeadOfEach() throws {
        let runner = try CommandRunner.withStore()
        let task = SampleNode.task(1)
        _ = try runner.run("redo-commit-node", ["CREATE", "--task", task, "-f", "title=shared"])
        let root = try runner.run("redo-rev-parse", [task]).lines[0]
        let outcome = try runner.runAtOnce(
            (1...20).map { "redo-commit-node UPDATE --task \(task) -p \(root) -f value:=\($0)" })
        try runner.expectAllDone(20)
        #expect(outcome.error.isEmpty)
        let heads = try runner.run("redo-heads", ["--diverged"]).lines
        #expect(Set(heads) == Set(outcome.lines.map { "\(task) \($0)" }))
        #expect(heads.count == 20)
    }

    @Test func mayAllAddTheSameSignature() throws {
        let runner = try CommandRunner.withEmptyStore()
        let copies = try Fixtures.copiesOfANode()
        _ = try runner.run("redo-import", ["--unsigned"], input: copies[0])
        try runner.write(copies[2], to: "signed")
        let outcome = try runner.runAtOnce(
            Array(repeating: "redo-import --unsigned signed", count: 20))
        #expect(outcome.error.isEmpty)
        try runner.expectAllDone(20)
        #expect(try runner.run("redo-verify", ["--require-signature"]).status == 0)
    }

    @Test func readersNeverSeeHalfANode() throws {
        let runner = try CommandRunner.withEmptyStore()
        let log = Fixtures.directory.appending(path: Fixtures.generatedLog + "/nodes.jsonl").path
        let outcome = try runner.runAtOnce(
            ["redo-import --unsigned \(log)"]
                + Array(repeating: "redo-verify --require-signature", count: 6))
        #expect(outcome.text == "received 60 nodes\n")
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        try runner.expectAllDone(7)
    }
}
