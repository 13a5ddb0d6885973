internal import CLinux
import Glibc

/// Holds termination signals back for its lifetime, and tells when one has come. Owns a descriptor of
/// `signalfd(2)` and closes it.
///
/// A signal that has come is delivered at the end.
package struct TerminationWatch: ~Copyable {
    private let mask: Signals.Mask
    private let file: FileDescriptor

    private static let name = "signalfd"

    /// Blocks the signals for this thread. Wraps `signalfd(2)`.
    package init() throws(SystemError) {
        let mask = Signals.deferTermination()
        var set = Signals.set(of: Signals.terminations)
        do throws(SystemError) {
            file = FileDescriptor(
                owning: try retrying("signalfd", Self.name) {
                    unsafe signalfd(-1, &set, O_CLOEXEC | O_NONBLOCK)
                }, path: Self.name)
        } catch {
            Signals.restore(mask)
            throw error
        }
        self.mask = mask
    }

    deinit { Signals.restore(mask) }

    /// What can be read when a signal has come, for ``Readiness``. It is not to be read.
    package var descriptor: Int32 { file.rawValue }
}
