import Foundation
import TestSupport
import Testing

/// The screens of `redo ui` in a real terminal: what it shows is what `Fixtures/frames` has (`RecordedFrameTests`).
@Suite struct UIScreenTests {
    /// As `RecordedFrameTests` has them: a line feed is Enter, a tab is Tab.
    private static let screens: [(name: String, keys: String)] = [
        ("tasks", ""), ("marked", "  j"), ("search", "/tag:home"), ("agenda", "2"),
        ("projects", "3"), ("log", "4"), ("statistics", "5"), ("help", "?"),
        ("add", "aBuy stamps\ttomorrow"), ("edit", "e"), ("task", "\n"), ("node", "4\n"),
        ("repair", "4R"), ("merge", "/fence\nm"), ("command", ":merge\t"), ("snooze", "s"),
    ]

    /// The store of the manual's examples.
    private static func runner() throws -> CommandRunner {
        var runner = try CommandRunner()
        runner.environment["REDO_DEVICE"] = "laptop"
        let user = "8fbbe5d01550d2d4d43baa6895ac4ca6"
        let manual = Fixtures.folder.appending(path: "manual")
        let setUp = """
            mkdir -p -m 700 ~/.config/redo/keys
            cp '\(manual.appending(path: "\(user).key").path)' ~/.config/redo/keys
            chmod 600 ~/.config/redo/keys/*
            printf '[user]\\n\\tkey = \(user)\\n\\tname = Ana\\n' >~/.config/redo/config
            redo init && redo import '\(manual.appending(path: "log.jsonl").path)'
            """
        let outcome = try runner.shell(setUp)
        try #require(outcome.status == 0, "\(outcome)")
        return runner
    }

    /// The lines of a recorded frame, without what a terminal does not keep: blanks at ends, and empty lines at the end.
    private static func recorded(_ name: String) throws -> [String] {
        let file = Fixtures.folder.appending(path: "frames/\(name).txt")
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

    @Test(arguments: [(40, 12), (80, 24), (160, 50)])
    func eachScreenIsAsItWasRecorded(_ columns: Int, _ rows: Int) throws {
        let runner = try Self.runner()
        let terminal = try RealTerminal(runner, columns: columns, rows: rows)
        try terminal.tmux("set-option -g status off")
        try terminal.tmux("set-option -g escape-time 0")
        for (name, keys) in Self.screens {
            let expected = try Self.recorded("\(name)-\(columns)x\(rows)")
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
