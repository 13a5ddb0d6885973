import Foundation
import TestSupport
import Testing

/// Commands where there is no store.
@Suite struct NoStoreTests {
    static let commands = [
        "redo-log", "redo-list", "redo-show x", "redo-done x", "redo-import",
        "redo-export", "redo-gc", "redo-count-objects", "redo-hash-object -w --batch",
        "redo-verify", "redo-replay", "redo-heads", "redo-cat-node --batch", "redo-rev-parse x",
        "redo-commit-node CREATE -f title=x", "redo-config --list", "redo-config user.name x",
    ]

    @Test(arguments: ["", "--redo-dir nowhere", "--redo-dir=file", "--redo-dir home"])
    func isAnErrorWithAHint(_ option: String) throws {
        let runner = try CommandRunner()
        try runner.write("".utf8, to: "file")
        let before = try runner.contents(of: "")
        let outcome = try runner.shell(
            Self.commands.map { "\($0) \(option) </dev/null; echo \"status $?\" >&2" }
                .joined(separator: "\n"))
        #expect(outcome.output.isEmpty)
        let lines = outcome.codedError.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        // Those of a person who has just begun; elsewhere a store was named.
        let hints =
            option.isEmpty
            ? [
                "hint: 'redo add <title>' creates it; 'redo init' creates one for this folder",
                "hint: 'redo clone --personal URL' brings your tasks from another device",
            ] : Self.hints(option, runner)
        let count = hints.count + 2
        try #require(lines.count == count * Self.commands.count + 1, "\(outcome.codedError)")
        for (index, command) in Self.commands.enumerated() {
            let answer = lines[count * index..<count * (index + 1)]
            #expect(answer.first?.hasPrefix("error: STORAGE_001: ") == true, "\(command)")
            #expect(answer.dropFirst() == ArraySlice(hints + ["status 128"]), "\(command)")
        }
        let after = try runner.contents(of: "").filter { !$0.key.hasPrefix("input-") }
        #expect(after == before.filter { !$0.key.hasPrefix("input-") })
    }

    /// What helps where a store was named that is not there, or is something else.
    private static func hints(_ option: String, _ runner: CommandRunner) -> [String] {
        let name = option.split { $0 == " " || $0 == "=" }.last.map(String.init) ?? ""
        let command = "redo --redo-dir \(runner.path(name)) init"
        switch name {
        case "file": return ["hint: move it away; then '\(command)' creates a store"]
        case "home":
            return [
                "hint: '\(command)' creates the folder; what is there stays as it is",
                "hint: if nodes were in it, a backup has them, or 'redo fetch REMOTE' brings them back",
            ]
        default: return ["hint: '\(command)' creates it"]
        }
    }

    /// Elsewhere it makes the person's own.
    @Test(arguments: ["--redo-dir=nowhere", "--redo-dir=file", "--redo-dir=home"])
    func addMakesNoStoreThatIsNamed(_ option: String) throws {
        let runner = try CommandRunner()
        try runner.write("".utf8, to: "file")
        let outcome = try runner.run("redo-add", [option, "Buy milk"])
        #expect(outcome.status == 128 && outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: "))
        #expect(
            outcome.codedError.hasSuffix(
                Self.hints(option, runner).joined(separator: "\n") + "\n"))
        #expect(try runner.contents(of: "home").isEmpty)
    }

    @Test func storesOneFolderBelowAreNamed() throws {
        let runner = try CommandRunner()
        for directory in ["tasks", "a b", "deep/er", "home/x"] {
            _ = try runner.run("redo-init", [directory])
        }
        _ = try runner.shell("mkdir -p empty/.redo")
        let outcome = try runner.run("redo-list")
        #expect(outcome.status == 128)
        let hints = outcome.codedError.split(separator: "\n").dropFirst()
        #expect(
            hints.prefix(2) == [
                "hint: there is one in ./a b: redo -C 'a b' …",
                "hint: there is one in ./tasks: redo -C tasks …",
            ])
        #expect(hints.count == 4)
        #expect(try runner.shell("redo -C 'a b' list").status == 0)
    }

    @Test func theVariableNamesAStoreToo() throws {
        let runner = try CommandRunner()
        let outcome = try runner.run("redo-log", extra: ["REDO_DIR": "/no/such/store"])
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.hasPrefix("error: STORAGE_001: there is no store /no/such/store\n"))
    }

    @Test func withoutAHomeAStoreCanStillBeNamed() throws {
        let runner = try CommandRunner.withEmptyStore()
        let outcome = try runner.shell("cd / && unset HOME && redo-log")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: "))
        #expect(outcome.codedError.contains("\nhint: "))
    }
}
