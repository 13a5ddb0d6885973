import Glibc

/// Blocking, pending and handled signals of the current thread.
package enum Signals {
    /// The signals that a thread blocked before a change.
    package struct Mask: Sendable {
        fileprivate let set: sigset_t

        /// Whether termination signals were blocked.
        var blocksTermination: Bool { Signals.contains(set, SIGTERM) }
    }

    /// Signals that request the process to end.
    static let terminations = [SIGINT, SIGTERM, SIGHUP]
    /// Signals that end or stop the process, before which a terminal must echo input again.
    private static let interruptions = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// Returns the set of some signals. Wraps `sigemptyset(3)` and `sigaddset(3)`.
    static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return set
    }

    /// Whether a set has a signal. Wraps `sigismember(3)`.
    private static func contains(_ set: sigset_t, _ signal: Int32) -> Bool {
        var set = set
        return unsafe sigismember(&set, signal) == 1
    }

    /// Blocks signals for this thread. Wraps `pthread_sigmask(3)`.
    ///
    /// - Returns: the previous mask.
    static func block(_ signals: [Int32]) -> Mask {
        var set = set(of: signals)
        var previous = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
        return Mask(set: previous)
    }

    /// Returns the signals that are blocked and have arrived. Wraps `sigpending(2)`.
    private static func pending() -> sigset_t {
        var set = sigset_t()
        guard unsafe sigpending(&set) == 0 else { return Self.set(of: []) }
        return set
    }

    // MARK: Termination

    /// Blocks termination signals for this thread, for example until a temporary file is removed.
    ///
    /// Wraps `pthread_sigmask(3)`.
    ///
    /// - Returns: the mask for ``restore(_:)``.
    package static func deferTermination() -> Mask { block(terminations) }

    /// Blocks the signals of a terminal that end or stop the process. Wraps `pthread_sigmask(3)`.
    ///
    /// - Returns: the mask for ``restore(_:)``.
    static func deferInterruptions() -> Mask { block(interruptions) }

    /// Whether a signal is pending that restoring a mask will deliver. Wraps `sigpending(2)`.
    ///
    /// - Parameter mask: the mask that ``deferInterruptions()`` returned.
    static func isInterruptionPending(besides mask: Mask) -> Bool {
        let pending = pending()
        return interruptions.contains { contains(pending, $0) && !contains(mask.set, $0) }
    }

    /// Whether a termination signal is pending. Wraps `sigpending(2)`.
    package static var isTerminationPending: Bool {
        let pending = pending()
        return terminations.contains { contains(pending, $0) }
    }

    /// Unblocks termination signals for this thread. Wraps `pthread_sigmask(3)`.
    static func allowTermination() {
        var set = set(of: terminations)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Restores a mask and delivers pending signals that it does not block. Wraps `pthread_sigmask(3)`.
    package static func restore(_ mask: Mask) {
        var set = mask.set
        unsafe pthread_sigmask(SIG_SETMASK, &set, nil)
    }

    // MARK: Truncated files

    private static let truncationMessage: StaticString = """
        error: a file was cut off, or its disk failed, while it was being read (STORAGE_004)
        hint: repeat the command; 'redo fsck' tells what is damaged\n
        """

    /// Installs a handler that reports a truncated ``MappedFile`` and exits with status 128.
    ///
    /// The handler only writes and exits, both of which are safe in a handler. Nothing else of the process
    /// runs, so the disk is left as after a crash. Wraps `sigaction(2)`.
    package static func reportTruncatedFiles() {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in
            unsafe write(
                2, Signals.truncationMessage.utf8Start, Signals.truncationMessage.utf8CodeUnitCount)
            _exit(128)
        }
        unsafe sigaction(SIGBUS, &action, nil)
    }

    // MARK: Broken pipes

    /// Blocks SIGPIPE for this thread, so that writing to a closed connection is an error.
    ///
    /// Wraps `pthread_sigmask(3)`.
    ///
    /// - Returns: the mask for ``dropBrokenPipe(_:)``.
    package static func holdBrokenPipe() -> Mask { block([SIGPIPE]) }

    /// Discards a pending SIGPIPE and restores a mask. Wraps `sigtimedwait(2)`.
    package static func dropBrokenPipe(_ mask: Mask) {
        var set = set(of: [SIGPIPE])
        var timeout = timespec()
        while unsafe sigtimedwait(&set, nil, &timeout) == SIGPIPE {}
        restore(mask)
    }
}
