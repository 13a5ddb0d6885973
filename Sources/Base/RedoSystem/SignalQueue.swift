internal import CLinux
import Glibc

/// Signals that this thread blocks and reads as a file instead. Owns a descriptor of `signalfd(2)` and closes it.
///
/// Signals that have arrived and were not read are delivered at the end, unless the signals were blocked before.
struct SignalQueue: ~Copyable {
    private let mask: Signals.Mask
    let file: FileDescriptor

    /// Wraps `signalfd(2)`.
    init(of signals: [Int32]) throws(SystemError) {
        let mask = Signals.block(signals)
        var set = Signals.set(of: signals)
        do throws(SystemError) {
            file = FileDescriptor(
                owning: try retrying("signalfd", "signalfd") {
                    unsafe signalfd(-1, &set, O_CLOEXEC | O_NONBLOCK)
                }, path: "signalfd")
        } catch {
            Signals.restore(mask)
            throw error
        }
        self.mask = mask
    }

    deinit { Signals.restore(mask) }
}
