import Foundation
import RedoCommands
import TestSupport
import Testing

/// What each command for scripts prints for the log of the manual, compared with `Fixtures/outputs`: the promise of
/// docs/stability.md. A change of a file is a change of the promise.
///
/// `REDO_RECORD_OUTPUTS=1 swift test --filter RecordedOutputTests` writes them.
@Suite struct RecordedOutputTests {
    static let isRecording = ProcessInfo.processInfo.environment["REDO_RECORD_OUTPUTS"] != nil
    static let directory = Fixtures.directory.appending(path: "outputs")

    /// Calls of one command, in a store of their own, in this order.
    struct Calls: CustomTestStringConvertible, Sendable {
        let command: String
        /// What follows the name of the command, with what it reads: `<` and words that are lines of standard input.
        let lines: [String]
        /// What is run before them; nil for nothing.
        let preparation: String?
        var testDescription: String { command }

        init(_ command: String, after preparation: String? = nil, _ lines: String...) {
            (self.command, self.lines, self.preparation) = (command, lines, preparation)
        }
    }

    private static let rooms = "../rooms.jsonl"

    static let all = [
        Calls("blame", "milk", "--history title milk", "nothing"),
        Calls(
            "cat-node", "milk", "-t milk", "-s milk", "-e milk", "-p milk", "--body milk",
            "--signature milk", "--parents milk", "--children milk~2", "--batch < milk nothing",
            "--batch-check < milk milk~1 nothing", "nothing"),
        Calls(
            "commit-node", "UPDATE --task 86f4db9a-0aba-41ca-aff5-44964e473fd1 -f priority:=5",
            "UPDATE --task 86f4db9a-0aba-41ca-aff5-44964e473fd1 -f priority:=9",
            "NOSUCH --task 86f4db9a-0aba-41ca-aff5-44964e473fd1"),
        Calls(
            "convert", "--from todotxt --to taskwarrior < (A)_Buy_milk_+home_due:2025-12-01",
            "--from todotxt --to json < Buy_milk", "--from todotxt --to csv < Buy_milk",
            "--from todotxt --to markdown < Buy_milk", "--from nosuch --to json"),
        Calls("count-objects", "", "--verbose"),
        Calls(
            "export", "milk~1..milk", "--query title:milk", "--to todotxt", "--to csv title:milk"),
        Calls(
            "for-each-task", "", "--format %(id)%x09%(title) --sort title", "--json title:milk",
            "nosuchword"),
        Calls("fsck", "", "--json", "--quarantine"),
        Calls("gc", "--dry-run", "", ""),
        Calls(
            "graph", "--oneline", "--task fence", "--format dot --task fence", "--dependencies"),
        Calls("hash-object", "--canonical --stdin < {\"b\":1,\"a\":[]}", "--stdin < {}"),
        Calls("heads", "", "milk", "--diverged", "--json milk", "--format %H%x20%s fence"),
        Calls("import", rooms, rooms, "< {}", "< not_JSON"),
        Calls("index", after: "pack", "", "--show"),
        Calls(
            "log", "--oneline", "--task milk", "--format %H%x09%A%x09%s milk", "--json -n 1",
            "--patch -n 2 milk", "--count", "--graph --oneline --task fence", "nothing"),
        Calls(
            "merge", "--dry-run fence", "--dry-run --json fence", "--ids fence", "fence", "nothing"),
        Calls(
            "merge-base", "fence", "--is-ancestor milk~1 milk", "--is-ancestor milk milk~1",
            "--json fence"),
        Calls("pack", "--dry-run", "", "", "--list", "--verify"),
        Calls("prune", "--dry-run", "--quarantine"),
        Calls(
            "replay", "--hash", "--json --task milk", "--canonical", "--rejected",
            "--explain --task milk"),
        Calls(
            "rev-list", "--all", "--heads", "--count --all", "milk~1..milk",
            "--parents --all --task fence",
            "--children --all --task fence", "--left-right b1539e5...76f4960", "--json -n 1 --all",
            "--stdin < milk", "nothing"),
        Calls(
            "rev-parse", "milk", "--short milk~1", "--task milk", "milk~2..milk", "--quiet nothing",
            "e"),
        Calls("prove", "milk -o milk.proof", "nothing"),
        Calls("room-state", "", "--json"),
        Calls("room-transcript", "b0ca", "--json b0ca", "nothing"),
        Calls(
            "verify", "", "--json milk", "--require-signature milk", "nothing"),
    ]

    @Test func eachCommandForScriptsIsThere() {
        #expect(Set(Self.all.map(\.command)) == Set(Suite.commands.forPrograms))
    }

    @Test(arguments: all) func eachPrintsWhatItPromises(_ calls: Calls) throws {
        var harness = try CommandHarness()
        let home = "\(harness.directory.path)/ana"
        harness.variables["HOME"] = home
        harness.variables["REDO_DEVICE"] = "laptop"
        try ManualLog.addUser(toHome: home)
        try #require(harness.run("import", ManualLog.path).status == 0)
        if calls.command.hasPrefix("room-") {
            try #require(harness.run("import", Self.roomsPath).status == 0)
        }
        if let name = calls.preparation { try #require(harness.run(name).status == 0) }
        var text = ""
        for line in calls.lines { text += try Self.text(of: calls.command, line, harness) }
        let file = Self.directory.appending(path: "\(calls.command).txt")
        if Self.isRecording {
            try FileManager.default.createDirectory(
                at: Self.directory, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return
        }
        let recorded = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
        #expect(text == recorded, "REDO_RECORD_OUTPUTS=1 records it")
    }

    private static var roomsPath: String {
        ManualLog.directory.appending(path: "rooms.jsonl").path
    }

    /// A call as it is typed, with what it prints: standard error behind `!`, a status that is not 0 behind `=`.
    private static func text(
        of command: String, _ line: String, _ harness: CommandHarness
    ) throws -> String {
        let parts = line.split(separator: "< ", maxSplits: 1).map(String.init)
        let isRead = line.contains("< ")
        let words = (isRead && line.hasPrefix("< ") ? "" : parts.first ?? "").split(separator: " ")
        let input = isRead ? parts.last ?? "" : ""
        let lines = input.split(separator: " ").map { $0.replacing("_", with: " ") + "\n" }
        let outcome = try harness.run(
            [command] + words.map { $0 == rooms ? roomsPath : String($0) }, input: lines.joined())
        var text = "$ redo \(command)\(line.isEmpty ? "" : " \(line)")\n"
        text += outcome.text
        if !text.hasSuffix("\n") { text += "\n" }
        for line in outcome.error.split(separator: "\n") { text += "! \(line)\n" }
        if outcome.status != 0 { text += "= \(outcome.status)\n" }
        return text.replacing(harness.directory.path, with: "DIRECTORY")
    }
}
