/// Holds termination signals back for its lifetime, and tells when one has come.
///
/// A signal that has come is delivered at the end.
package struct TerminationWatch: ~Copyable {
    private let queue: SignalQueue

    /// Blocks the signals for this thread.
    package init() throws(SystemError) { queue = try SignalQueue(of: Signals.terminations) }

    /// What can be read when a signal has come, for ``Readiness``. It must not be read.
    package var descriptor: Int32 { queue.file.rawValue }
}
