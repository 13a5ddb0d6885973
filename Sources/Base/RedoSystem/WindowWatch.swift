import Glibc

/// Tells when the size of the terminal has changed; SIGWINCH is blocked for this thread.
package struct WindowWatch: ~Copyable {
    private let queue: SignalQueue

    package init() throws(SystemError) { queue = try SignalQueue(of: [SIGWINCH]) }

    /// What can be read when the size has changed, for ``Readiness``.
    package var descriptor: Int32 { queue.file.rawValue }

    /// Forgets the changes that there were: the size is asked for now.
    package func drain() {
        var bytes: [UInt8] = []
        while (try? queue.file.read(atMost: 1 << 12, into: &bytes)) ?? 0 > 0 { bytes = [] }
    }
}
