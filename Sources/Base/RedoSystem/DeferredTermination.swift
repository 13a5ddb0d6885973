import Glibc

/// Holds back the signals that want to end the process for as long as this value lives, but not for
/// long: whoever works in steps looks at ``Signals/isTerminationPending`` and ends in order, and whoever
/// waits for another machine cannot. After a second the signal comes.
///
/// Where they are held back already, whoever did that decides when they come.
package struct DeferredTermination: ~Copyable {
    private let mask: Signals.Mask
    /// A byte that is written to it ends the thread.
    private let end: FileDescriptor?
    private let thread: pthread_t?

    /// Begins. Wraps `pipe(2)` and `pthread_create(3)`.
    ///
    /// - Parameter last: what the thread does before it lets the signal come that nobody has heeded: the
    ///   process does nothing in order any more.
    package init(lastly last: @escaping @Sendable () -> Void = {}) {
        mask = Signals.deferTermination()
        var ends: [Int32] = [-1, -1]
        // Without a thread the signals wait until the end.
        guard !mask.holdsTermination, unsafe pipe(&ends) == 0 else {
            end = nil
            thread = nil
            return
        }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        end = FileDescriptor(owning: ends[1], path: "pipe")
        var thread = pthread_t()
        // The thread takes it over.
        let watch = unsafe Unmanaged.passRetained(Watch(ends[0], last))
        if unsafe pthread_create(&thread, nil, watchForTermination, watch.toOpaque()) == 0 {
            self.thread = thread
        } else {
            unsafe watch.release()
            self.thread = nil
        }
    }

    deinit {
        if let thread {
            try? end?.write([0].span)
            pthread_join(thread, nil)
        }
        Signals.restore(mask)
    }
}

/// What the thread has to know.
private final class Watch: Sendable {
    private let end: Int32
    private let last: @Sendable () -> Void

    private static let tick: Int32 = 100
    /// A second.
    private static let tickCount = 10

    /// Takes a descriptor over: something can be read from it when nobody needs the thread any more.
    init(_ end: Int32, _ last: @escaping @Sendable () -> Void) {
        self.end = end
        self.last = last
    }

    deinit { _ = close(end) }

    func run() {
        var ticks = 0
        while !Terminal.hasInput(end, within: Self.tick) {
            guard Signals.isTerminationPending else { continue }
            ticks += 1
            if ticks == Self.tickCount {
                last()
                Signals.allowTermination()
            }
        }
    }
}

/// The body of the thread.
private func watchForTermination(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // It was made from a retained object.
    if let argument = unsafe argument {
        unsafe Unmanaged<Watch>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
}
