import Glibc

/// Waiting for several descriptors at once.
package enum Readiness {
    /// Waits until a descriptor can be read, or nothing can be written to an output any more. Wraps `poll(2)`.
    ///
    /// - Parameters:
    ///   - inputs: descriptors to read.
    ///   - outputs: descriptors whose reader may go away.
    ///   - milliseconds: the timeout; −1 waits without a limit.
    /// - Returns: the descriptors that are ready; empty after the timeout or a signal.
    package static func wait(
        for inputs: [Int32], outputs: [Int32] = [], milliseconds: Int32
    ) -> Set<Int32> {
        var requests = inputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        requests += outputs.map { pollfd(fd: $0, events: 0, revents: 0) }
        let count = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
        guard count > 0 else { return [] }
        return Set(requests.filter { $0.revents != 0 }.map(\.fd))
    }

    /// The number of bytes that can be read from a descriptor; 0 if it does not report it. Wraps `ioctl(FIONREAD)`.
    static func byteCount(of descriptor: Int32) -> Int {
        var count: Int32 = 0
        return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }
}
