import Glibc

/// Blocks termination signals for its lifetime, but delivers a pending signal after a second.
///
/// Code that works in steps checks ``Signals/isTerminationPending`` and ends cleanly. Code that waits for
/// another machine cannot check, so a thread unblocks the signal after a second.
///
/// If the signals were blocked before, this value does nothing, and the outer owner decides when they arrive.
package struct DeferredTermination: ~Copyable {
    private let mask: Signals.Mask
    /// The write end of a pipe; a byte written to it ends the thread.
    private let stopPipe: FileDescriptor?
    private let thread: pthread_t?

    /// Blocks the signals and starts the thread. Wraps `pthread_create(3)`.
    ///
    /// - Parameter cleanUp: runs on the thread before it delivers a signal that no code has handled; the
    ///   process cannot end cleanly after that.
    package init(cleanUp: @escaping @Sendable () -> Void = {}) {
        mask = Signals.deferTermination()
        // Without a thread the signals stay blocked until this value ends.
        guard !mask.blocksTermination, let ends = try? Pipe() else {
            stopPipe = nil
            thread = nil
            return
        }
        stopPipe = .some(ends.writeEnd)
        var thread = pthread_t()
        // The thread takes over the reference.
        let watchdog = unsafe Unmanaged.passRetained(
            TerminationWatchdog(stopPipe: ends.readEnd, cleanUp: cleanUp))
        if unsafe pthread_create(&thread, nil, runWatchdog, watchdog.toOpaque()) == 0 {
            self.thread = thread
        } else {
            unsafe watchdog.release()
            self.thread = nil
        }
    }

    deinit {
        if let thread {
            try? stopPipe?.write([0].span)
            pthread_join(thread, nil)
        }
        Signals.restore(mask)
    }
}

/// The state of the thread that delivers a pending termination signal.
private final class TerminationWatchdog: Sendable {
    /// The read end of a pipe; it becomes readable when the thread must end.
    private let stopPipe: FileDescriptor
    private let cleanUp: @Sendable () -> Void

    /// The time that a signal stays pending, in milliseconds.
    private static let patience = 1000

    private enum Event { case termination, stop, timeout }

    /// Takes over a descriptor.
    init(stopPipe: consuming FileDescriptor, cleanUp: @escaping @Sendable () -> Void) {
        self.stopPipe = stopPipe
        self.cleanUp = cleanUp
    }

    /// Waits for a pending signal until the pipe becomes readable.
    func run() {
        // Otherwise the signals stay blocked, as without a thread.
        guard var loop = try? EventLoop<Event>(termination: .termination) else { return }
        loop.watch(.input(stopPipe.rawValue), as: .stop)
        while true {
            for event in loop.wait() {
                switch event {
                case .termination:
                    loop.watch(.none, as: .termination)
                    loop.watch(.after(milliseconds: Self.patience), as: .timeout)
                case .stop: return
                case .timeout:
                    cleanUp()
                    Signals.allowTermination()
                }
            }
        }
    }
}

/// The entry point of the thread.
private func runWatchdog(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // The argument was created from a retained object.
    if let argument = unsafe argument {
        unsafe Unmanaged<TerminationWatchdog>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
}
