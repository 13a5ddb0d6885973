internal import CLinux
import Glibc

/// Restores a terminal when this process ends for any reason, including SIGKILL. Owns a process that waits for the end,
/// and the pipe to it.
package struct TerminalGuard: ~Copyable {
    private var process: SpawnedProcess
    private let pipe: FileDescriptor

    /// Ends bracketed paste, mouse reports, styles and the alternate screen; shows the cursor.
    private static let reset =
        "\\033[?2004l\\033[?1000l\\033[?1002l\\033[?1006l\\033[0m\\033[?25h\\033[?1049l"

    /// Waits for a line; if the pipe ends without one, the terminal was not restored. Signals of the terminal are
    /// ignored.
    private static let script = """
        trap '' INT QUIT TSTP TTOU TERM HUP
        IFS= read -r line && exit
        stty "$1" </dev/tty && printf "$2" >/dev/tty
        """

    /// - Parameter terminal: a descriptor; its present settings are those that are restored.
    package init(of terminal: Int32) throws(SystemError) {
        let settings = try Self.settings(of: terminal)
        let ends = try Pipe()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends.readEnd.rawValue, 0)
        process = try unsafe Spawn.start(
            "/bin/sh", ["sh", "-c", Self.script, "sh", settings, Self.reset], Spawn.variables([:]),
            &actions, isGroupLeader: true)
        pipe = ends.writeEnd
    }

    /// Ends the guard, after the caller has restored the terminal.
    package consuming func release() {
        try? pipe.write(Array("done\n".utf8).span)
        _ = try? process.wait()
    }

    /// The settings of a terminal in the form that stty(1) reads. Wraps `tcgetattr(3)`.
    private static func settings(of terminal: Int32) throws(SystemError) -> String {
        var settings = termios()
        try retrying("tcgetattr", "the terminal") { unsafe tcgetattr(terminal, &settings) }
        let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
        let characters = unsafe withUnsafeBytes(of: settings.c_cc) { unsafe Array($0) }
        return (flags.map { String($0, radix: 16) } + characters.map { String($0, radix: 16) })
            .joined(separator: ":")
    }
}
