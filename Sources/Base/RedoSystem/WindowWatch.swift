import Glibc

/// Reports changes of the terminal's size; SIGWINCH is blocked for this thread.
package struct WindowWatch: ~Copyable {
    private let queue: SignalQueue

    package init() throws(SystemError) { queue = try SignalQueue(of: [SIGWINCH]) }

    /// A descriptor that can be read when the size has changed, for ``Readiness``.
    package var descriptor: Int32 { queue.file.rawValue }

    /// Discards the pending changes; the caller then reads the size.
    package func drain() {
        var bytes: [UInt8] = []
        while (try? queue.file.read(atMost: 1 << 12, into: &bytes)) ?? 0 > 0 { bytes = [] }
    }
}
