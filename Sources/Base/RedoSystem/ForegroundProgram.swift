import Glibc

/// A program that has the terminal to itself until it ends: an editor.
package enum ForegroundProgram {
    /// Runs a shell command with one more argument, and waits for its end. Wraps `posix_spawnp(3)` and
    /// `waitpid(2)`.
    ///
    /// Signals from the keyboard are the program's meanwhile, as in system(3).
    ///
    /// - Returns: its exit status, or 128 and the number of the signal that ended it.
    /// - Throws: ``SystemError`` where it cannot be started.
    package static func run(command: String, argument: String) throws(SystemError) -> Int32 {
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            _ = signal(SIGINT, interrupt)
            _ = signal(SIGQUIT, quit)
        }
        let words: [String] = ["sh", "-c", "\(command) \"$@\"", command, argument]
        let process = try Spawn.start("/bin/sh", words, defaults: [SIGINT, SIGQUIT])
        var status: Int32 = 0
        try retrying("waitpid") { unsafe waitpid(process, &status, 0) }
        return Spawn.exitStatus(status)
    }
}
