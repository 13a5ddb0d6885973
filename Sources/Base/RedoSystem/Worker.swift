import Glibc

/// The body of a thread, without the generic parameter of ``Worker``.
package class ThreadBody {
    package func run() {}
}

/// A computation that runs on its own thread, if one is started.
///
/// Unchecked: only the thread writes `value`, and it is read only after `pthread_join`, which orders the
/// two; only the creator uses `thread`.
package final class Worker<Value: Sendable>: ThreadBody, @unchecked Sendable {
    private let body: @Sendable () -> Value
    private var value: Value?
    private var thread: pthread_t?

    package init(_ body: @escaping @Sendable () -> Value) { self.body = body }

    /// Starts a thread. If that fails, ``result()`` runs the computation. Wraps `pthread_create(3)`.
    ///
    /// Signals that end the process arrive at the thread that starts this one, which may defer them.
    package func start() {
        let mask = Signals.deferInterruptions()
        defer { Signals.restore(mask) }
        var thread = pthread_t()
        // The thread takes over one reference to this worker and releases it.
        let reference = unsafe Unmanaged<ThreadBody>.passRetained(self)
        if unsafe pthread_create(&thread, nil, runThreadBody, reference.toOpaque()) == 0 {
            self.thread = thread
        } else {
            unsafe reference.release()
        }
    }

    override package func run() { value = body() }

    /// Waits for the thread and returns its value. Wraps `pthread_join(3)`.
    @discardableResult package func result() -> Value {
        if let thread { pthread_join(thread, nil) }
        return value ?? body()
    }
}

/// The entry point of a thread; a C function pointer cannot be generic.
private func runThreadBody(_ reference: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let reference = unsafe reference else { return nil }
    unsafe Unmanaged<ThreadBody>.fromOpaque(reference).takeRetainedValue().run()
    return nil
}
