import Glibc

/// A program that has the terminal to itself until it ends: an editor.
package enum ForegroundProgram {
    /// Runs a shell command with one more argument, and waits for its end. Wraps `posix_spawn(3)` and
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
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        unsafe sigaddset(&defaults, SIGINT)
        unsafe sigaddset(&defaults, SIGQUIT)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process = pid_t()
        // The copies outlive the call, which copies what it needs into the new process.
        let words: [String] = ["sh", "-c", "\(command) \"$@\"", command, argument]
        var arguments = unsafe words.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer { for index in words.indices { unsafe free(arguments[index]) } }
        let result = unsafe posix_spawn(&process, "/bin/sh", nil, &attributes, arguments, environ)
        guard result == 0 else {
            throw SystemError(code: result, call: "posix_spawn", path: command)
        }
        var status: Int32 = 0
        try retrying("waitpid") { unsafe waitpid(process, &status, 0) }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
