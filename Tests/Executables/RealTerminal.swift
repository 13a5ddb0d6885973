import Foundation
import TestSupport
import Testing

/// A real terminal with a shell, which tmux is. Its server listens on a socket in the folder of the test, and ends with
/// this object.
final class RealTerminal {
    private let runner: CommandRunner
    private let socket: String

    init(_ runner: CommandRunner, columns: Int, rows: Int) throws {
        self.runner = runner
        socket = "\(runner.directory.path)/tmux"
        // The server goes on; what it inherits beside its outputs would keep this process waiting.
        let server =
            "TERM=xterm-256color exec tmux -u -S \(socket) -f /dev/null new-session -d -x \(columns) -y \(rows) "
            + "\"PS1=ready: exec bash --norc --noprofile -i\""
        let closing =
            "for f in /proc/$$/fd/*; do n=${f##*/}; [ $n -gt 2 ] && eval \"exec $n>&-\"; done"
        _ = try runner.shell("bash -c '\(closing); \(server)' </dev/null >/dev/null 2>&1")
        try type { $0.contains("ready:") }
    }

    deinit { _ = try? runner.shell("tmux -S \(socket) kill-server") }

    @discardableResult
    func tmux(_ words: String) throws -> CommandOutcome {
        try runner.shell("TERM=xterm-256color tmux -u -S \(socket) \(words)")
    }

    /// Types keys, and waits until the screen is as it should be.
    func type(_ keys: String..., until isRight: (String) -> Bool) throws {
        for key in keys { try tmux("send-keys -- \(key)") }
        var screen = ""
        for _ in 0..<400 {
            screen = try tmux("capture-pane -p").text
            if isRight(screen) { return }
            usleep(25_000)
        }
        Issue.record("after \(keys):\n\(screen)")
    }
}
