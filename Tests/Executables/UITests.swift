import Foundation
import TestSupport
import Testing

/// `redo ui` in a real terminal, which tmux is.
@Suite struct UITests {
    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner()
        for line in ["redo init", "redo keygen --no-passphrase", "redo add 'Buy milk'"] {
            #expect(try runner.shell(line).status == 0)
        }
    }

    @Test func theTerminalIsGivenBack() throws {
        let terminal = try RealTerminal(runner, columns: 80, rows: 24)
        try terminal.type(
            "'redo ui; stty -a | grep -o -w -e -*icanon -e -*echo; echo over'", "Enter"
        ) {
            $0.contains("1 Tasks") && $0.contains("▸") && $0.contains("Buy milk")
        }
        try terminal.type("q") { $0.contains("icanon\necho\nover") }
    }

    @Test(arguments: ["TERM", "HUP", "KILL", "SEGV"])
    func aSignalGivesTheTerminalBack(_ signal: String) throws {
        let terminal = try RealTerminal(runner, columns: 80, rows: 24)
        // The runtime of Swift would ask what to do after a crash.
        try terminal.type("'SWIFT_BACKTRACE=enable=no redo ui'", "Enter") { $0.contains("1 Tasks") }
        // The one of this test is that which works in its folder.
        let directory = try runner.shell("realpath .").lines.first
        for process in try runner.shell("pgrep -f -x 'redo ui'").lines
        where try runner.shell("readlink /proc/\(process)/cwd || true").lines.first == directory {
            _ = try runner.shell("kill -\(signal) \(process)")
        }
        try terminal.type { !$0.contains("1 Tasks") && $0.contains("ready:") }
        try terminal.type("'stty -a | grep -o -w -e -*icanon -e -*echo'", "Enter") {
            $0.contains("icanon\necho")
        }
    }

    @Test func sizesAndPastesAreTaken() throws {
        let terminal = try RealTerminal(runner, columns: 120, rows: 30)
        try terminal.type("'redo ui'", "Enter") { $0.contains("│ Buy milk") }
        try terminal.tmux("resize-window -x 40 -y 12")
        try terminal.type { $0.contains("Buy milk") && !$0.contains("│ Buy milk") }
        for size in 0..<20 { try terminal.tmux("resize-window -x \(30 + size * 5) -y \(6 + size)") }
        try terminal.type { $0.contains("│ Buy milk") }
        // A paste stays text, line feeds included.
        try terminal.type("a") { $0.contains("Add a task") }
        try Data(String(repeating: "long ", count: 200_000).utf8).write(
            to: URL(filePath: "\(runner.directory.path)/text"))
        try terminal.tmux("load-buffer \(runner.directory.path)/text")
        try terminal.tmux("paste-buffer -p")
        try terminal.type("Escape") { !$0.contains("Add a task") }
        try terminal.type("q") { $0.contains("ready:") }
        #expect(try runner.run("redo-list", ["--ids"]).lines.count == 1)
    }

    @Test func whatAnotherProcessWritesAppears() throws {
        let terminal = try RealTerminal(runner, columns: 80, rows: 24)
        try terminal.type("'redo ui'", "Enter") { $0.contains("Buy milk") }
        _ = try runner.run("redo-add", ["Call Ana"])
        try terminal.type { $0.contains("Call Ana") }
        try terminal.type("q") { $0.contains("ready:") }
    }

    @Test func withoutATerminalItSaysSo() throws {
        let outcome = try runner.run("redo-ui", [])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: redo ui needs a terminal"))
    }
}
