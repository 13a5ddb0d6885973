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
        let lines = outcome.error.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == 3 * Self.commands.count + 1, "\(outcome.error)")
        for (index, command) in Self.commands.enumerated() {
            #expect(lines[3 * index].hasPrefix("error: STORAGE_001: "), "\(command)")
            // That of a person who has just begun; elsewhere a store was named.
            let hint =
                option.isEmpty
                ? "'redo add <title>' makes it; 'redo init' makes one for this folder"
                : "'redo init' makes one"
            #expect(lines[3 * index + 1] == "hint: \(hint)", "\(command)")
            #expect(lines[3 * index + 2] == "status 128", "\(command)")
        }
        let after = try runner.contents(of: "").filter { !$0.key.hasPrefix("input-") }
        #expect(after == before.filter { !$0.key.hasPrefix("input-") })
    }

    /// Elsewhere it makes the person's own.
    @Test(arguments: ["--redo-dir=nowhere", "--redo-dir=file", "--redo-dir=home"])
    func addMakesNoStoreThatIsNamed(_ option: String) throws {
        let runner = try CommandRunner()
        try runner.write("".utf8, to: "file")
        let outcome = try runner.run("redo-add", [option, "Buy milk"])
        #expect(outcome.status == 128 && outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("error: STORAGE_001: "))
        #expect(outcome.error.hasSuffix("hint: 'redo init' makes one\n"))
        #expect(try runner.contents(of: "home").isEmpty)
    }

    @Test func theVariableNamesAStoreToo() throws {
        let runner = try CommandRunner()
        let outcome = try runner.run("redo-log", extra: ["REDO_DIR": "/no/such/store"])
        #expect(outcome.status == 128)
        #expect(outcome.error.hasPrefix("error: STORAGE_001: there is no store /no/such/store\n"))
    }

    @Test func withoutAHomeAStoreCanStillBeNamed() throws {
        let runner = try CommandRunner.withEmptyStore()
        let outcome = try runner.shell("cd / && unset HOME && redo-log")
        #expect(outcome.status == 128)
        #expect(outcome.error.hasPrefix("error: STORAGE_001: "))
        #expect(outcome.error.contains("\nhint: "))
    }
}
