import Glibc

/// A limit on the processor time of a computation that cannot be interrupted otherwise.
package enum ProcessorTimeLimit {
    private static let message: StaticString =
        "error\tit takes more than 100 ms of processor time\n"
    /// The limit in milliseconds.
    package static let milliseconds = 100

    /// Computes something. After the limit a line is written to standard output, and the process exits with status 1.
    ///
    /// Wraps `setitimer(2)` and `sigaction(2)`. The handler only writes and exits, which is safe in a handler.
    package static func run<Result>(_ body: () -> Result) -> Result {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in
            let message = ProcessorTimeLimit.message
            unsafe write(1, message.utf8Start, message.utf8CodeUnitCount)
            _exit(1)
        }
        unsafe sigaction(SIGPROF, &action, nil)
        set(milliseconds)
        defer { set(0) }
        return body()
    }

    /// Computes something; if it takes longer than some seconds, the process exits with status 1 and prints nothing.
    ///
    /// Wraps `setitimer(2)` and `sigaction(2)`.
    package static func run<Result>(seconds: Int, _ body: () -> Result) -> Result {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in _exit(1) }
        unsafe sigaction(SIGPROF, &action, nil)
        set(seconds * 1000)
        defer { set(0) }
        return body()
    }

    /// Limits the memory of the process. Wraps `setrlimit(2)`.
    ///
    /// - Parameter bytes: the maximum address space. A failure is ignored: the process then has no limit.
    package static func limitMemory(toBytes bytes: Int) {
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    }

    /// Starts the timer; 0 stops it.
    private static func set(_ milliseconds: Int) {
        var timer = itimerval()
        timer.it_value.tv_sec = milliseconds / 1000
        timer.it_value.tv_usec = suseconds_t(milliseconds % 1000 * 1000)
        unsafe setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    }
}
