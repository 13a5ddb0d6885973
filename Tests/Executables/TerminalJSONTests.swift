import Foundation
import RedoJSON
import TestSupport
import Testing

/// JSON on a terminal is the same JSON, and moves no cursor; in a pipe it is as it is.
@Suite struct TerminalJSONTests {
    static let harmful = "x\u{9B}2J\u{7F}\u{61C}\u{200E}\u{202E}\u{2066}\u{85}y"
    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withStore()
        let text = JSONValue.string(JSONString(Self.harmful))
        try runner.store(SampleNode(fields: ["title": text, "tags": [text]]))
    }

    private func onTerminal(_ line: String) throws -> CommandOutcome {
        try runner.shell(
            "script -qec 'stty -onlcr; \(line)' /dev/null </dev/null",
            extra: ["TERM": "xterm", "REDO_PAGER": "cat", "NO_COLOR": "1"])
    }

    @Test(arguments: [
        "redo-list --all --json", "redo-show --json TASK", "redo-log --json", "redo-export",
        "redo-export --array", "redo-cat-node TASK", "redo-cat-node -p TASK",
        "redo-replay --canonical", "redo-search --json y",
    ])
    func itIsEscapedThere(_ template: String) throws {
        let line = template.replacing("TASK", with: SampleNode.task(1))
        let plain = try runner.shell(line)
        #expect(plain.status == 0 && plain.text.contains(Self.harmful), "\(plain)")
        let shown = try onTerminal(line)
        #expect(shown.status == 0, "\(shown)")
        #expect(HostileText.isSafe(shown.text), "\(shown.text.debugDescription)")
        #expect(!shown.text.unicodeScalars.contains { [0x61C, 0x200E].contains($0.value) })
        #expect(shown.text.contains("x\\u009b2J\\u007f\\u061c\\u200e\\u202e\\u2066\\u0085y"))
        // The same JSON.
        if plain.lines.count == 1 {
            let values = try [plain, shown].map {
                try JSONDocument(Array($0.lines[0].utf8)).root.value
            }
            #expect(values[0] == values[1])
        }
    }

    /// Where a buffer ends in the midst of a character.
    @Test func longOutputIsEscapedThroughout() throws {
        let text = JSONValue.string(JSONString(String(repeating: "\u{9B}é🧑‍🌾", count: 300)))
        for number in 2...60 {
            try runner.store(SampleNode(task: SampleNode.task(number), fields: ["title": text]))
        }
        let shown = try onTerminal("redo-export")
        #expect(shown.output.count > 200_000)
        #expect(HostileText.isSafe(shown.text))
        let expected = try runner.run("redo-export").text.unicodeScalars.map {
            HostileText.isSafe(String($0))
                && !["\u{7F}", "\u{61C}", "\u{200E}"].contains($0)
                ? String($0) : "\\u" + String($0.value + 0x10000, radix: 16).dropFirst()
        }.joined()
        #expect(shown.text == expected)
    }

    @Test func theConfigurationIsPrintable() throws {
        let value = "x\u{1B}[2J\u{9B}\u{61C}\u{202E}y"
        try runner.write(
            "[a]\n\tk = \"\(value)\"\n[remote \"r\"]\n\turl = \"\(value)\"\n".utf8,
            to: ".redo/config")
        for line in ["redo-config --list", "redo-config a.k", "redo-remote list"] {
            #expect(try runner.shell(line).text.contains(value), "\(line)")
            let shown = try onTerminal(line)
            #expect(
                shown.status == 0 && shown.text.contains("x\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}y"),
                "\(shown)")
            #expect(
                HostileText.isSafe(shown.text.replacing("\t", with: " ")),
                "\(shown.text.debugDescription)")
        }
    }
}
