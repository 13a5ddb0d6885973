import Glibc

/// A program, such as a pager, that reads the standard output of this process.
package struct OutputFilter: Sendable {
    private let process: pid_t

    /// Starts a shell command and redirects standard output to it.
    ///
    /// Wraps `posix_spawn(3)` and `dup2(2)`.
    ///
    /// - Throws: ``SystemError`` if the shell cannot be started; standard output is then unchanged.
    package init(command: String) throws(SystemError) {
        let ends = try Pipe()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends.readEnd.rawValue, 0)
        var process = pid_t()
        let words = ["sh", "-c", command]
        // The call copies the arguments into the new process.
        let status = unsafe withCStrings(words) { arguments in
            unsafe posix_spawn(&process, "/bin/sh", &actions, nil, arguments, environ)
        }
        guard status == 0 else {
            throw SystemError(code: status, call: "posix_spawn", path: command)
        }
        Trace.noteStart(of: process, words)
        try retrying("dup2") { dup2(ends.writeEnd.rawValue, 1) }
        self.process = process
    }

    /// Closes standard output and waits for the program to end. Wraps `waitpid(2)`.
    package func finish() {
        _ = close(1)
        var status: Int32 = 0
        _ = try? retrying("waitpid") { unsafe waitpid(process, &status, 0) }
        Trace.noteEnd(of: process, status: Spawn.exitStatus(status))
    }
}
