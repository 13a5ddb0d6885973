import TestSupport
import Testing

@testable import RedoCommandLine
@testable import RedoCommands

/// `REDO_READONLY` and `--read-only`: a command that may write is refused before it opens anything.
@Suite struct ReadOnlyTests {
    private let harness: CommandHarness
    private let task: String

    init() throws {
        harness = try CommandHarness()
        task = try harness.add("Water")
    }

    private func reading(_ value: String = "1") -> CommandHarness {
        var harness = harness
        harness.variables["REDO_READONLY"] = value
        return harness
    }

    /// Every command of the suite that is not declared to read, whatever its arguments: none of them has a form that
    /// writes and is let through.
    @Test func everyCommandThatWritesIsRefused() throws {
        let before = try harness.nodeCount()
        for words in [
            ["add", "More"], ["edit", task, "--priority", "5"], ["done", task], ["delete", task],
            ["archive", task], ["snooze", task, "--days", "1"], ["undo"],
            ["comment", "add", task, "Mine"], ["category", "add", "Home"], ["start", task],
            ["batch"], ["import", "x"], ["sync"], ["fetch"], ["push"], ["claim", task],
            ["claim", "--next"], ["claim", "--list"], ["release", task], ["share", task],
            ["revert", "--by", "me"], ["config", "user.name", "Eve"], ["key", "delete", "x"],
            ["keygen"], ["init"], ["gc"], ["pack"], ["fsck", "--repair"], ["trash", "empty"],
            ["op", "restore", "1"], ["device", "revoke", "x"], ["person", "create", "Eve"],
            ["agent", "add", "bot"], ["agent", "revoke", "bot"], ["export", "-o", "x"],
            ["prove", task, "-o", "x"], ["template", "use", "x"], ["ignore", "x"], ["ui"],
            ["commit-node", "CREATE"], ["context", "none"], ["room", "say", "x", "y"],
            ["remote", "add", "a", "b"], ["open", "task://taskId/\(task)"],
        ] {
            let outcome = try reading().run(words)
            #expect(outcome.status == 128, "\(words): \(outcome)")
            #expect(outcome.codedError.hasPrefix("error: E_READ_ONLY: "), "\(words): \(outcome)")
            #expect(outcome.text.isEmpty)
        }
        #expect(try harness.nodeCount() == before)
    }

    @Test func whatReadsIsNot() throws {
        for words in [
            ["list"], ["show", task], ["log"], ["status"], ["agenda"], ["search", "Water"],
            ["blame", task], ["diff", "2020-01-01"], ["category"], ["category", "list"],
            ["comment"], ["work"], ["trash"], ["op"], ["op", "log"], ["key"], ["device", "list"],
            ["person", "list"], ["template"], ["config", "--list"], ["ignore"], ["shares"],
            ["remote"], ["agent"], ["agent", "list"], ["remind", "--list"], ["fsck"], ["verify"],
            ["open", "--json", "task://taskId/\(task)"], ["room", "list"],
        ] {
            let outcome = try reading().run(words)
            #expect(!outcome.codedError.contains("E_READ_ONLY"), "\(words): \(outcome)")
        }
    }

    @Test(arguments: [
        ("1", true), ("true", true), ("yes", true), ("on", true), ("2", true), ("0", false),
        ("false", false), ("no", false), ("OFF", false), ("", false),
    ])
    func aSlipIsOnTheSafeSide(_ value: String, _ isOn: Bool) throws {
        #expect(try (reading(value).run("add", "More").status == 128) == isOn)
    }

    @Test func theOptionIsOfEveryCommand() throws {
        #expect(try harness.run("add", "More", "--read-only").status == 128)
        #expect(try harness.run("list", "--read-only").status == 0)
    }

    /// A wrong call is one, read-only or not.
    @Test func aWrongCallIsSaidFirst() throws {
        #expect(try reading().run("add", "--frobnicate").status == 129)
    }
}
