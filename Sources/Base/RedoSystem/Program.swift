import Glibc

/// Replacing and ending this process, and running others.
package enum Program {
    /// Becomes another program. Wraps `execv(3)`; returns only by throwing.
    ///
    /// - Parameter arguments: the program's name first.
    package static func replace(with path: String, arguments: [String]) throws(SystemError) -> Never
    {
        // The copies live until the process image is replaced, or leak for the moment it takes to
        // report the failure.
        var pointers = unsafe arguments.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        _ = unsafe execv(path, pointers)
        throw .current("execv", path)
    }

    /// Runs another program with the input and the outputs of this process, and waits for its end. A
    /// signal that wants to end this process ends the other first. Wraps `posix_spawnp(3)` and
    /// `waitpid(2)`.
    ///
    /// - Parameter arguments: the program's name first.
    /// - Returns: its exit status, or 128 and the number of the signal that ended it.
    package static func run(_ path: String, arguments: [String]) throws(SystemError) -> Int32 {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let process = try Spawn.start(path, arguments)
        var isTold = false
        while true {
            var status: Int32 = 0
            let ended = try retrying("waitpid") { unsafe waitpid(process, &status, WNOHANG) }
            if ended == process { return Spawn.exitStatus(status) }
            if Signals.isTerminationPending, !isTold {
                _ = kill(process, SIGTERM)
                isTold = true
            }
            _ = usleep(2000)
        }
    }

    /// Ends the process at once, without running the C libraries' exit handlers.
    ///
    /// OpenSSL's handler alone takes a tenth of a short command's time, and there is nothing left
    /// to clean up: output is flushed by its owner.
    package static func exit(_ status: Int32) -> Never { _exit(status) }
}
