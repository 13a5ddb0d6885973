import TestSupport
import Testing

/// Output on a real terminal: pager and colours.
@Suite struct PagerTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("late", "--due", "2025-11-14")
    }

    /// Runs a command on a terminal of its own.
    func onTerminal(_ line: String, extra: [String: String] = [:]) throws -> CommandOutcome {
        let pinned = ["TERM": "xterm", "REDO_PAGER": "cat"]
        // The terminal would end its lines with a carriage return too.
        return try store.runner.shell(
            "script -qec 'stty -onlcr; \(line)' /dev/null </dev/null",
            extra: pinned.merging(extra) { $1 })
    }

    @Test(arguments: ["list", "log"])
    func longOutputGoesThroughThePager(_ command: String) throws {
        let outcome = try onTerminal("redo-\(command)", extra: ["REDO_PAGER": "sed s/^/paged:/"])
        #expect(outcome.status == 0)
        #expect(!outcome.lines.isEmpty)
        #expect(outcome.lines.allSatisfy { $0.hasPrefix("paged:") }, "\(outcome)")
    }

    @Test func theSuitesOwnVariableComesFirst() throws {
        let variables = ["REDO_PAGER": "sed s/^/own:/", "PAGER": "sed s/^/other:/"]
        #expect(try onTerminal("redo-list", extra: variables).text.hasPrefix("own:"))
        let other = ["REDO_PAGER": "", "PAGER": "sed s/^/other:/"]
        #expect(try onTerminal("redo-list", extra: other).text.hasPrefix("other:"))
    }

    @Test func theStatusIsThatOfTheCommand() throws {
        #expect(
            try onTerminal("redo-list", extra: ["REDO_PAGER": "cat >/dev/null; exit 3"]).status == 0
        )
    }

    @Test func aPagerThatEndsEarlyEndsTheCommandQuietly() throws {
        for number in 0..<20 {
            try store.add("Number \(number) \(String(repeating: "x", count: 8000))")
        }
        let outcome = try onTerminal("redo-list", extra: ["REDO_PAGER": "head -n 1"])
        #expect(outcome.text.contains("TITLE"))
        #expect(!outcome.text.contains("error"))
    }

    @Test func otherOutputGoesToTheTerminal() throws {
        let extra = ["REDO_PAGER": "sed s/^/paged:/"]
        for command in ["redo-list --json", "redo-show late", "redo-heads"] {
            #expect(try !onTerminal(command, extra: extra).text.contains("paged:"), "\(command)")
        }
        // Help can be longer than a screen.
        #expect(try onTerminal("redo-list -h", extra: extra).text.contains("paged:"))
    }

    @Test func withoutATerminalThereIsNoPager() throws {
        let outcome = try store.run("list", extra: ["REDO_PAGER": "sed s/^/paged:/"])
        #expect(!outcome.text.contains("paged:"))
    }

    @Test func aTerminalHasColours() throws {
        let lines = try onTerminal("redo-list").lines
        #expect(lines[0].hasPrefix("\u{1B}[1m") && lines[0].hasSuffix("\u{1B}[m"))
        #expect(lines[1].hasPrefix("\u{1B}[31m") && lines[1].hasSuffix("late\u{1B}[m"))
        let paged = try onTerminal("redo-list", extra: ["REDO_PAGER": "sed s/^/paged:/"])
        #expect(paged.text.contains("paged:\u{1B}[31m"))
    }

    @Test(arguments: ["1", "0", "yes"])
    func noColourMeansNone(_ value: String) throws {
        for command in ["list", "show late", "log"] {
            let outcome = try onTerminal("redo-\(command)", extra: ["NO_COLOR": value])
            #expect(!outcome.text.contains("\u{1B}"))
        }
    }
}
