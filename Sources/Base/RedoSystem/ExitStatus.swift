/// How a command ends.
package enum ExitStatus: Int32, Sendable {
    case done = 0
    /// The answer is no: verification failed, nothing matched, something was refused.
    case no = 1
    /// It was done, and the answer may lack nodes that are damaged or missing.
    case incomplete = 3
    /// It could not be done.
    case failed = 128
    case wrongUsage = 129
    /// The reader of the output went away: what a shell reports of a process that SIGPIPE ended.
    case brokenPipe = 141

    /// The status of a command that several apply to: the one that says most.
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
