/// The exit status of a command.
package enum ExitStatus: Int32, Sendable {
    case done = 0
    /// The answer is no: verification failed, nothing matched, something was refused.
    case no = 1
    /// The command succeeded, but its answer may lack nodes that are damaged or missing.
    case incomplete = 3
    /// The command could not do its work.
    case failed = 128
    case wrongUsage = 129
    /// The reader of the output went away: the status that a shell reports for a process that SIGPIPE ended.
    case brokenPipe = 141

    /// The status of a command to which two apply: the more serious one.
    package func joined(with other: ExitStatus) -> ExitStatus { rank < other.rank ? other : self }

    private var rank: Int {
        switch self {
        case .done: 0
        case .no: 1
        case .incomplete: 2
        case .failed: 3
        case .wrongUsage: 4
        case .brokenPipe: 5
        }
    }
}
