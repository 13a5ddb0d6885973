import Glibc

/// Holds back the signals that want to end the process for as long as this value lives, but not for
/// long: whoever works in steps looks at ``Signals/isTerminationPending`` and ends in order, and whoever
/// waits for another machine cannot. After a second the signal comes.
package struct PatientTermination: ~Copyable {
    private let mask: Signals.Mask
    /// A byte that is written to it ends the thread.
    private let end: FileDescriptor?
    private let thread: pthread_t?

    /// Begins. Wraps `pipe(2)` and `pthread_create(3)`.
    package init() {
        mask = Signals.deferTermination()
        var ends: [Int32] = [-1, -1]
        // Without a thread the signals wait until the end.
        guard unsafe pipe(&ends) == 0 else {
            end = nil
            thread = nil
            return
        }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        end = FileDescriptor(owning: ends[1], path: "pipe")
        var thread = pthread_t()
        // A descriptor in the place of an address: it is one more, so that it is never nil.
        let argument = unsafe UnsafeMutableRawPointer(bitPattern: Int(ends[0]) + 1)
        if unsafe pthread_create(&thread, nil, watchForTermination, argument) == 0 {
            self.thread = thread
        } else {
            _ = close(ends[0])
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

/// The body of the thread: lets the signal come that has waited for a second.
private func watchForTermination(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let descriptor = Int32(Int(bitPattern: argument) - 1)
    defer { _ = close(descriptor) }
    var ticks = 0
    while !Terminal.hasInput(descriptor, within: 100) {
        guard Signals.isTerminationPending else { continue }
        ticks += 1
        if ticks == 10 { Signals.allowTermination() }
    }
    return nil
}
