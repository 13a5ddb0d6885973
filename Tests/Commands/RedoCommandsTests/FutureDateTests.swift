import TestSupport
import Testing

/// Nodes that are dated far ahead of the clock of who checks them.
@Suite struct FutureDateTests {
    private let runner: CommandRunner
    private let line: [UInt8]
    private let id: String
    private let warning: String

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let node = SampleNode(wall: "3000-01-01T00:00:00.000Z")
        id = try runner.ids(of: [node])[0]
        line = Array(try runner.lines(of: [node])[0].utf8)
        warning =
            "warning: CLOCK_001: \(id): dated more than a day ahead of this machine's clock, "
            + "3000-01-01T00:00:00.000Z\n"
    }

    @Test func theyPassWithAWarning() throws {
        let imported = try runner.run("redo-import", ["--unsigned"], input: line)
        #expect(imported.status == 0 && imported.codedError == warning, "\(imported)")
        for (command, arguments) in [
            ("redo-verify", []), ("redo-verify", [id]), ("redo-fsck", []),
            ("redo-fsck", ["--repair"]),
        ] {
            let outcome = try runner.run(command, arguments)
            #expect(outcome.status == 0 && outcome.codedError == warning, "\(command): \(outcome)")
        }
        let lines = try runner.run("redo-verify", ["--nodes"], input: line)
        #expect(lines.status == 0 && lines.codedError == warning, "\(lines)")
        // The other commands have nothing to say about it.
        #expect(try runner.run("redo-list").error.isEmpty)
    }

    @Test func severalAreCounted() throws {
        _ = try runner.run("redo-import", ["--unsigned"], input: line)
        try runner.store(
            SampleNode(task: SampleNode.task(2), wall: "2999-01-01T00:00:00.000Z"),
            SampleNode(task: SampleNode.task(3), wall: "2025-11-17T12:00:00.001Z"),
            // A day ahead is not too far.
            SampleNode(task: SampleNode.task(4), wall: "2025-11-17T12:00:00.000Z"))
        let outcome = try runner.run("redo-fsck")
        #expect(
            outcome.status == 0
                && outcome.codedError.contains(" and 2 other nodes: dated more than "))
    }

    @Test(arguments: ["fields", "payload"])
    func theySetNoClock(_ dialect: String) throws {
        let store = try TaskStore()
        let task = try store.add("Bread")
        let far = ["REDO_WALL": "3000-01-01T00:00:00.000Z"]
        let edited = try store.run("edit", ["-p", "5", "--dialect", dialect, task], extra: far)
        #expect(edited.status == 0)
        #expect(try store.run("done", ["--dialect", dialect, task]).status == 0)
        let last = try #require(try store.nodes(of: task).last)
        #expect(last["timestamp"]?["wall"]?.text == CommandRunner.now)
        #expect(last.lamport ?? 0 < 20)
    }
}
