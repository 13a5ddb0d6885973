import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// Fetches again and again, each time in a process of its own, which gives its memory back.
///
/// Remotes are asked at intervals, whatever their kind: none of them is made to call back.
struct FetchLoop {
    private let store: Store
    private let remote: ConfiguredRemote
    /// The options of each fetch.
    private let words: [String]

    /// Seconds before the first attempt after a failure; each further one waits twice as long.
    private static let retrySeconds = 2

    /// - Parameter options: those of each fetch.
    init(
        _ store: Store, _ remote: ConfiguredRemote, _ references: [String], options: [String]
    ) {
        self.store = store
        self.remote = remote
        words =
            ["--redo-dir", store.path, "--\(SyncOptions.quiet.name)"] + options
            + ["--", remote.name] + references
    }

    /// Fetches at once and when the interval is over, until a termination signal comes, which is delivered then.
    ///
    /// A fetch that fails is repeated after 2, 4, 8 seconds and so on, and its error says why. One that refuses some of
    /// what came has not failed.
    ///
    /// - Returns: wrong usage, which no retry fixes, or done.
    func runUntilTermination(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> ExitStatus {
        let seconds = try store.configuration.checkedNumber(.syncInterval) ?? 60
        var loop = try failing(.notFound, "signals cannot be watched") {
            () throws(SystemError) in try EventLoop<Event>(termination: .termination)
        }
        context.note(
            "fetching from \(remote.name.printable) every \(seconds) s, until a signal ends it")
        var schedule = PollSchedule(every: seconds, afterFailure: Self.retrySeconds)
        repeat {
            let status = ExitStatus(rawValue: try SuiteExecutables.run("fetch", words))
            if Signals.isTerminationPending { break }
            if status == .wrongUsage { return .wrongUsage }
            let isDone = status == .done || status == .no || status == .incomplete
            let delay = schedule.delay(after: isDone, random: RandomBytes.fraction())
            if !isDone {
                context.note(
                    "\(remote.name.printable) could not be fetched from; "
                        + RetryWait.text(milliseconds: delay))
            }
            loop.watch(.after(milliseconds: delay), as: .due)
        } while !loop.wait().contains(.termination)
        return .done
    }

    private enum Event { case termination, due }
}
