internal import CLinux
import Glibc

/// Tells when the size of the terminal has changed. Owns a descriptor of `signalfd(2)` and closes it.
package struct WindowWatch: ~Copyable {
    private let mask: Signals.Mask
    private let file: FileDescriptor

    private static let name = "signalfd"

    /// Blocks SIGWINCH for this thread.
    package init() throws(SystemError) {
        let mask = Signals.deferWindowChanges()
        var set = Signals.set(of: [SIGWINCH])
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

    /// What can be read when the size has changed, for ``Readiness``.
    package var descriptor: Int32 { file.rawValue }

    /// Forgets the changes that there were: the size is asked for now.
    package func drain() {
        var bytes: [UInt8] = []
        while (try? file.read(atMost: 1 << 12, into: &bytes)) ?? 0 > 0 { bytes = [] }
    }
}
