import Glibc

/// Running a program, such as an editor, that controls the terminal until it ends.
package enum ForegroundProgram {
    /// Runs a shell command with an additional argument and waits for its end.
    ///
    /// Like `system(3)`, this process ignores SIGINT and SIGQUIT until then. Wraps `posix_spawnp(3)`.
    ///
    /// - Returns: the exit status, or 128 plus the number of the signal that ended the command.
    /// - Throws: ``SystemError`` if the shell cannot be started.
    package static func run(command: String, argument: String) throws(SystemError) -> Int32 {
        try run("/bin/sh", ["sh", "-c", "\(command) \"$@\"", command, argument])
    }

    /// Runs a program and waits for its end, as ``run(command:argument:)`` does.
    ///
    /// - Parameters:
    ///   - path: the file, with a slash.
    ///   - arguments: beginning with the program's name.
    package static func run(
        _ path: String, _ arguments: [String]
    ) throws(SystemError) -> Int32 {
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            _ = signal(SIGINT, interrupt)
            _ = signal(SIGQUIT, quit)
        }
        var process = try Spawn.start(path, arguments, defaults: [SIGINT, SIGQUIT])
        return try process.wait()
    }
}
