import TestSupport
import Testing

/// What others wrote, or what was typed, moves no terminal's cursor when an error repeats it.
@Suite struct TerminalSafetyTests {
    func expectHarmless(_ outcome: CommandOutcome) {
        #expect(outcome.status != 0)
        let scalars = outcome.error.unicodeScalars.filter {
            ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}"
        }
        #expect(scalars.isEmpty, "\(outcome.error.debugDescription)")
    }

    @Test func titlesOfCandidates() throws {
        let store = try TaskStore()
        for number in 1...2 { try store.add("Fern \(number) \(HostileText.harmful)", "--draft") }
        expectHarmless(try store.run("show", ["Fern"]))
    }

    @Test func namesOfTasksAndNodes() throws {
        let store = try TaskStore()
        expectHarmless(try store.run("show", [HostileText.harmful]))
        expectHarmless(try store.run("done", [HostileText.harmful]))
        expectHarmless(try store.run("cat-node", ["-p", HostileText.harmful]))
    }

    @Test func membersOfImportedNodes() throws {
        let store = try TaskStore()
        try store.add("x", "--draft", "--dialect", "payload")
        let escaped = #"\u001b[2J\u0007\u009b1m\u202e"#
        let node = try store.run("export").text
            .split(separator: "\"title\"").joined(separator: "\"\(escaped)\":1,\"title\"")
        let outcome = try store.runner.run("redo-import", input: Array(node.utf8))
        #expect(outcome.codedError.contains("E_SCHEMA_MISMATCH"))
        expectHarmless(outcome)
    }

    @Test func commandsAndOptions() throws {
        let runner = try CommandRunner()
        expectHarmless(try runner.run("redo", [HostileText.harmful]))
        expectHarmless(try runner.run("redo", ["-\(HostileText.harmful)"]))
        expectHarmless(try runner.run("redo-list", ["--\(HostileText.harmful)"]))
        expectHarmless(try runner.run("redo-list", ["--limit", HostileText.harmful]))
        expectHarmless(try runner.run("redo-list", extra: ["REDO_WALL": HostileText.harmful]))
    }
}
