import Foundation
import TestSupport
import Testing

/// Standard output that cannot be written.
@Suite struct UnwritableOutputTests {
    static let commands = [
        "redo-log", "redo-log --json", "redo-log --count", "redo-export", "redo-export --array",
        "redo-list", "redo-show water", "redo-replay", "redo-replay --canonical",
        "redo-replay --hash", "redo-heads", "redo-verify --porcelain", "redo-verify --json",
        "redo-cat-node --batch --batch-all-objects", "redo-rev-parse water", "redo-count-objects",
        "redo-config --list", "redo-hash-object --batch <node", "redo-import --porcelain node",
        "redo-hash-object --canonical node", "redo-log --help", "redo-log --version", "redo --help",
        "redo --version", "redo log",
    ]

    @Test(arguments: ["/dev/full", "&-"])
    func isAnErrorOfEveryCommand(_ output: String) throws {
        let runner = try CommandRunner.withEmptyStore()
        try runner.store(SampleNode())
        let line = try runner.lines(of: [SampleNode()])[0]
        try runner.write(line.utf8, to: "node")
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.shell(
            Self.commands.map { "\($0) >\(output); echo \"status $?\" >&2" }
                .joined(separator: "\n"))
        let lines = outcome.codedError.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == 2 * Self.commands.count + 1, "\(outcome.codedError)")
        for (index, command) in Self.commands.enumerated() {
            #expect(
                lines[2 * index].hasPrefix("error: STORAGE_002: the output cannot be written: "),
                "\(command)")
            #expect(lines[2 * index].hasSuffix(": standard output"))
            #expect(lines[2 * index + 1] == "status 128", "\(command)")
        }
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func whatWasToBeWrittenToTheStoreIsWritten() throws {
        let runner = try CommandRunner.withEmptyStore()
        let line = try runner.lines(of: [SampleNode()])[0]
        try runner.write(line.utf8, to: "node")
        let outcome = try runner.shell("redo-hash-object -w node >/dev/full")
        #expect(outcome.status == 128)
        #expect(try runner.objectNames().count == 1)
    }

    /// Who repeats such a command makes the change twice, so it says that the change was made.
    @Test func whatWasWrittenIsSaid() throws {
        let store = try TaskStore()
        let added = try store.runner.shell("redo-add Milk >/dev/full")
        #expect(added.status == 128, "\(added)")
        #expect(
            added.codedError.hasPrefix("error: STORAGE_002: the output cannot be written: "),
            "\(added)")
        #expect(added.error.contains("hint: the change is written: 'redo op log' shows it"))
        #expect(try store.run("op", ["log"]).text.contains("  add  Milk "))
        for command in ["redo-add -n Bread", "redo-list"] {
            let other = try store.runner.shell("\(command) >/dev/full")
            #expect(other.status == 128 && !other.error.contains("is written"), "\(other)")
        }
    }

    @Test func nothingIsSaidWhereStandardErrorCannotBeWritten() throws {
        let runner = try CommandRunner.withEmptyStore()
        #expect(try runner.shell("redo-log beef 2>/dev/full").status == 128)
        #expect(try runner.shell("redo-log --unknown 2>&-").status == 129)
    }
}
