import Glibc

/// Signals that end the process.
package enum Signals {
    /// Which signals were held back before.
    package struct Mask: Sendable {
        fileprivate let set: sigset_t

        /// Whether signals that want to end the process were held back already.
        var holdsTermination: Bool {
            var set = set
            return unsafe sigismember(&set, SIGTERM) == 1
        }
    }

    /// Lets an interruption from the keyboard, a hang-up and a request to end wait, so that no
    /// temporary file is left behind. Wraps `pthread_sigmask(3)`.
    ///
    /// - Returns: what to ``restore(_:)`` when the file has its name.
    package static func deferTermination() -> Mask {
        var set = sigset_t()
        var previous = sigset_t()
        unsafe sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&set, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
        return Mask(set: previous)
    }

    /// Signals that come from a keyboard or end the process, after which a terminal must not stay silent.
    private static let interruptions = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// Lets all signals wait that end or stop the process from a terminal. Wraps `pthread_sigmask(3)`.
    ///
    /// - Returns: what to ``restore(_:)`` when the terminal is as it was.
    static func deferInterruptions() -> Mask {
        var set = sigset_t()
        var previous = sigset_t()
        unsafe sigemptyset(&set)
        for signal in interruptions { unsafe sigaddset(&set, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
        return Mask(set: previous)
    }

    /// Whether a signal waits that ``deferInterruptions()`` holds back and that comes when the mask is
    /// restored. Wraps `sigpending(2)`.
    ///
    /// - Parameter mask: what was held back before.
    static func isInterruptionPending(besides mask: Mask) -> Bool {
        var (pending, held) = (sigset_t(), mask.set)
        guard unsafe sigpending(&pending) == 0 else { return false }
        return interruptions.contains {
            unsafe sigismember(&pending, $0) == 1 && sigismember(&held, $0) == 0
        }
    }

    /// Whether a signal that waits wants to end the process. Wraps `sigpending(2)`.
    package static var isTerminationPending: Bool {
        var set = sigset_t()
        guard unsafe sigpending(&set) == 0 else { return false }
        return [SIGINT, SIGTERM, SIGHUP].contains { unsafe sigismember(&set, $0) == 1 }
    }

    /// Lets this thread take the signals that ``deferTermination()`` holds back from others.
    static func allowTermination() {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&set, signal) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Lets the signals come; one that has waited comes now.
    package static func restore(_ mask: Mask) {
        var set = mask.set
        unsafe pthread_sigmask(SIG_SETMASK, &set, nil)
    }

    // MARK: Files that are cut off

    private static let cutOffWords: StaticString = """
        error: STORAGE_004: a file was cut off, or its disk failed, while it was being read
        hint: repeat the command; 'redo fsck' tells what is damaged\n
        """

    /// Lets looking at a part of a ``MappedFile`` that is gone end the process with words and status 128
    /// rather than without a word. Wraps `sigaction(2)`.
    ///
    /// The handler writes and ends, both of which a handler may do; nothing else of the process is run, so
    /// what is left on disk is what a crash leaves.
    package static func reportCutOffFiles() {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in
            unsafe write(2, Signals.cutOffWords.utf8Start, Signals.cutOffWords.utf8CodeUnitCount)
            _exit(128)
        }
        unsafe sigaction(SIGBUS, &action, nil)
    }

    // MARK: Broken pipes

    /// Lets writing to a connection that the other side has closed be an error rather than the end of
    /// the process, for this thread. Wraps `pthread_sigmask(3)`.
    ///
    /// - Returns: what to ``dropBrokenPipe(_:)`` when nothing more is written.
    package static func holdBrokenPipe() -> Mask {
        var set = brokenPipe
        var previous = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
        return Mask(set: previous)
    }

    /// Forgets a broken pipe that has been held, and lets others come. Wraps `sigtimedwait(2)`.
    package static func dropBrokenPipe(_ mask: Mask) {
        var set = brokenPipe
        var moment = timespec()
        while unsafe sigtimedwait(&set, nil, &moment) == SIGPIPE {}
        restore(mask)
    }

    private static var brokenPipe: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGPIPE)
        return set
    }
}
