import RedoSystem

/// How a command ends.
package enum ExitStatus: Int32, Sendable {
    case done = 0
    /// The answer is no: verification failed, nothing matched, something was refused.
    case no = 1
    /// It could not be done.
    case failed = 128
    case wrongUsage = 129
    /// The reader of the output went away: what a shell reports of a process that SIGPIPE ended.
    case brokenPipe = 141
}
