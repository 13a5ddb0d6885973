import Foundation
import TestSupport
import Testing

/// The screens of `redo ui` in a real terminal: what it shows is what `Fixtures/frames` has (`RecordedFrameTests`).
@Suite struct UIScreenTests {
    private static func runner() throws -> CommandRunner {
        var runner = try CommandRunner()
        runner.environment["REDO_DEVICE"] = "laptop"
        try ManualLog.addUser(toHome: runner.path("home"))
        // A new store has a random name for its device, which the settings show.
        let outcome = try runner.shell(
            "redo init && redo config redo.device laptop && redo import '\(ManualLog.path)' "
                // Each screen begins with the first tab: what the one before left cannot be kept.
                + "&& mkdir .redo/ui.cache")
        try #require(outcome.status == 0, "\(outcome)")
        return runner
    }

    /// The lines of a recorded frame, without what a terminal does not keep: blanks at ends, and empty lines at the end.
    private static func recorded(_ name: String) throws -> [String] {
        let file = Fixtures.directory.appending(path: "frames/\(name).txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return shown(lines.filter { $0.hasPrefix("|") }.map { String($0.dropFirst()) })
    }

    private static func shown(_ lines: [String]) -> [String] {
        var lines = lines.map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    @Test(arguments: InterfaceScreens.sizes)
    func eachScreenIsAsItWasRecorded(_ size: InterfaceScreens.Size) throws {
        let runner = try Self.runner()
        let terminal = try RealTerminal(runner, columns: size.columns, rows: size.rows)
        try terminal.tmux("set-option -g status off")
        try terminal.tmux("set-option -g escape-time 0")
        for (name, keys) in InterfaceScreens.all {
            let expected = try Self.recorded("\(name)-\(size.testDescription)")
            try terminal.tmux("respawn-pane -k 'exec redo ui'")
            try terminal.type { $0.contains("Tasks") && $0.contains("▸") }
            for key in keys {
                switch key {
                case "\n": try terminal.tmux("send-keys Enter")
                case "\t": try terminal.tmux("send-keys Tab")
                case " ": try terminal.tmux("send-keys Space")
                default: try terminal.tmux("send-keys -l '\(key)'")
                }
            }
            try terminal.type { screen in
                Self.shown(
                    screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                )
                    == expected
            }
        }
    }
}
