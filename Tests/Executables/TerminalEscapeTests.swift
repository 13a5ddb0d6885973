import Foundation
import RedoJSON
import TestSupport
import Testing

/// Texts of other people that could move a terminal's cursor, set its title or turn its writing round.
@Suite struct TerminalEscapeTests {
    private let runner: CommandRunner
    private let id: String

    init() throws {
        runner = try CommandRunner.withStore()
        let text = JSONValue.string(JSONString(HostileText.nasty))
        var create = SampleNode(device: HostileText.nasty)
        create.name = HostileText.nasty
        create.fields = [
            "title": text, "description": text, "tags": [text],
            JSONString(HostileText.nasty): text,
        ]
        let root = try runner.store(create)[0]
        let todo = SampleNode(
            action: "ADD_TODO", parents: [root], lamport: 2, device: HostileText.nasty,
            fields: ["notes": text, "title": text])
        let todoID = try runner.store(todo)[0]
        id = try runner.store(
            SampleNode(
                action: "UPDATE", parents: [todoID], lamport: 3, device: HostileText.nasty,
                fields: [JSONString(HostileText.nasty): text]))[0]
        // Two tasks whose titles have a part in common.
        try runner.store(
            SampleNode(task: SampleNode.task(2), fields: ["title": text]))
    }

    @Test(arguments: [
        "redo-list", "redo-list --all", "redo-show TASK", "redo-log", "redo-log --oneline",
        "redo-log --format=%s", "redo-log --format=%D", "redo-log --time-order -n 3",
        "redo-replay", "redo-done TASK", "redo-add \"$(printf 'a\\033[31mb')\"",
    ])
    func neverReachTheOutput(_ template: String) throws {
        let line = template.replacing("TASK", with: SampleNode.task(1))
        let outcome = try runner.shell(line)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(!outcome.output.isEmpty)
        #expect(HostileText.isSafe(outcome.text), "\(outcome.text.debugDescription)")
        #expect(outcome.error.isEmpty)
    }

    @Test func aNodeStaysOnItsLine() throws {
        #expect(try runner.run("redo-log", ["--oneline"]).lines.count == 4)
        #expect(try runner.run("redo-list", ["--all"]).lines.count == 3)
    }

    @Test func neverReachTheHintsOfAnAmbiguousName() throws {
        let outcome = try runner.run("redo-show", ["31m"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.split(separator: "\n").count == 3)
        #expect(HostileText.isSafe(outcome.error), "\(outcome.error.debugDescription)")
        let byID = try runner.run("redo-show", ["0000"])
        #expect(byID.codedError.split(separator: "\n").count == 3)
        #expect(HostileText.isSafe(byID.error), "\(byID.error.debugDescription)")
    }

    @Test func neverReachTheReportOfARefusedNode() throws {
        // A name that no node has stands in the report, made safe.
        let name = #""\u001b[31m\u009b2J\n\u202e\u0000""#
        let text = "{\(name):1}"
        let imported = try runner.run("redo-import", input: Array(text.utf8))
        #expect(imported.status == 1)
        #expect(imported.codedError.contains("31m"))
        #expect(imported.codedError.split(separator: "\n").count == 1)
        #expect(HostileText.isSafe(imported.error), "\(imported.error.debugDescription)")
        let batch = try runner.run("redo-hash-object", ["--batch"], input: Array(text.utf8))
        #expect(batch.lines.count == 1)
        #expect(HostileText.isSafe(batch.text), "\(batch.text.debugDescription)")
        let single = try runner.run("redo-hash-object", ["--stdin"], input: Array(text.utf8))
        #expect(HostileText.isSafe(single.error), "\(single.error.debugDescription)")
        try runner.damage(id) { $0 = Array(text.utf8) }
        let verified = try runner.run("redo-verify")
        #expect(verified.lines.count == 1)
        #expect(HostileText.isSafe(verified.text), "\(verified.text.debugDescription)")
        let log = try runner.run("redo-log")
        #expect(log.codedError.hasPrefix("warning: RECONSTRUCT_003: "))
        #expect(HostileText.isSafe(log.error), "\(log.error.debugDescription)")
    }

    @Test func neverComeBackFromTheCommandLine() throws {
        let name = "\u{1B}[31m\u{9B}2J"
        for (command, arguments) in [
            ("redo", [name]), ("redo-log", [name]), ("redo-cat-node", [name]),
            ("redo-show", [name]), ("redo-import", [name]), ("redo-log", ["--\(name)"]),
            ("redo-log", ["--since", name]), ("redo-config", [name]),
            ("redo-log", ["--redo-dir", name]),
        ] {
            let outcome = try runner.run(command, arguments)
            #expect(outcome.status >= 128)
            #expect(outcome.codedError.contains("31m"))
            #expect(
                HostileText.isSafe(outcome.error),
                "\(command): \(outcome.error.debugDescription)")
        }
    }
}
