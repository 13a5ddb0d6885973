import Glibc

/// A connected socket whose operations time out, and end early if a termination signal is pending.
package struct TimeoutSocket: ~Copyable {
    /// The reason why reading, writing or connecting failed.
    package enum Interruption: Error, Sendable {
        /// A system call failed.
        case failed(SystemError)
        /// The peer neither sent nor accepted a byte before the timeout.
        case silent
        /// A blocked termination signal is pending.
        case terminated
    }

    private let descriptor: FileDescriptor
    private let name: String

    /// The interval between checks for a pending signal, in milliseconds.
    private static let tick = 100

    /// Takes over a connected socket.
    ///
    /// - Parameter name: the name of the peer in errors.
    init(owning rawValue: Int32, name: String) {
        descriptor = FileDescriptor(owning: rawValue, path: name)
        self.name = name
    }

    /// The number of the descriptor.
    var rawDescriptor: Int32 { descriptor.rawValue }

    /// Writes all bytes. A closed connection is an error instead of a SIGPIPE. Wraps `send(2)`.
    ///
    /// - Parameters:
    ///   - seconds: how long the peer may accept no byte before the call times out.
    ///   - other: a second descriptor that is polled for input while the call waits, or −1.
    ///   - onInput: is called if the second descriptor has input.
    /// - Throws: ``Interruption``.
    package func write(
        _ bytes: Span<UInt8>, within seconds: Int, alsoReading other: Int32 = -1,
        onInput: () -> Void = {}
    ) throws(Interruption) {
        try write(bytes, alsoReading: other, onInput: onInput) { seconds }
    }

    /// Writes all bytes, as ``write(_:within:alsoReading:onInput:)`` does, before a deadline.
    package func write(
        _ bytes: Span<UInt8>, until deadline: Deadline, alsoReading other: Int32 = -1,
        onInput: () -> Void = {}
    ) throws(Interruption) {
        try write(bytes, alsoReading: other, onInput: onInput) { () throws(Interruption) in
            try deadline.remaining()
        }
    }

    /// Writes all bytes.
    ///
    /// - Parameter seconds: returns how long the peer may accept no further byte.
    private func write(
        _ bytes: Span<UInt8>, alsoReading other: Int32, onInput: () -> Void,
        within seconds: () throws(Interruption) -> Int
    ) throws(Interruption) {
        var written = 0
        while written < bytes.count {
            written += try writeSome(
                bytes.extracting(written...), within: seconds(), alsoReading: other,
                onInput: onInput)
        }
    }

    /// Writes the first bytes that the peer accepts.
    ///
    /// - Returns: their number, which can be 0.
    private func writeSome(
        _ bytes: Span<UInt8>, within seconds: Int, alsoReading other: Int32, onInput: () -> Void
    ) throws(Interruption) -> Int {
        try wait(for: Int16(POLLOUT), within: seconds, alsoReading: other, onInput: onInput)
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        let count = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe send(descriptor.rawValue, buffer.baseAddress, buffer.count, flags)
        }
        if count >= 0 { return count }
        guard errno == EINTR || errno == EAGAIN else { throw .failed(.current("send", name)) }
        return 0
    }

    /// Closes the connection for writing; the peer then reads the end. Wraps `shutdown(2)`.
    package func endOutput() { _ = shutdown(descriptor.rawValue, Int32(SHUT_WR)) }

    /// Reads at most `count` bytes and appends them. Wraps `read(2)`.
    ///
    /// - Parameters:
    ///   - seconds: how long to wait for the first byte.
    ///   - other: a second descriptor that is polled for input while the call waits, or −1.
    ///   - onInput: is called if the second descriptor has input.
    /// - Returns: the number of bytes read; 0 at the end.
    /// - Throws: ``Interruption``.
    package func read(
        atMost count: Int, into bytes: inout [UInt8], within seconds: Int,
        alsoReading other: Int32 = -1, onInput: () -> Void = {}
    ) throws(Interruption) -> Int {
        while true {
            try wait(for: Int16(POLLIN), within: seconds, alsoReading: other, onInput: onInput)
            do throws(SystemError) {
                return try descriptor.read(atMost: count, into: &bytes)
            } catch {
                if error.code != EAGAIN { throw .failed(error) }
            }
        }
    }

    /// Reads, as ``read(atMost:into:within:alsoReading:onInput:)`` does, before a deadline.
    package func read(
        atMost count: Int, into bytes: inout [UInt8], until deadline: Deadline,
        alsoReading other: Int32 = -1, onInput: () -> Void = {}
    ) throws(Interruption) -> Int {
        try read(
            atMost: count, into: &bytes, within: deadline.remaining(), alsoReading: other,
            onInput: onInput)
    }

    /// Waits until the socket can be read or written. Wraps `poll(2)`.
    ///
    /// - Parameter events: `POLLIN` or `POLLOUT`.
    func wait(
        for events: Int16, within seconds: Int, alsoReading other: Int32 = -1,
        onInput: () -> Void = {}
    ) throws(Interruption) {
        // Input on the second descriptor does not extend the timeout.
        let end = Clock.monotonicNanoseconds() + UInt64(max(seconds, 0)) * 1_000_000_000
        var other = other
        while true {
            var requests = [
                pollfd(fd: descriptor.rawValue, events: events, revents: 0),
                pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&requests, 2, Int32(Self.tick))
            if count < 0, errno != EINTR { throw .failed(.current("poll", name)) }
            if Signals.isTerminationPending { throw .terminated }
            if count > 0, requests[1].revents != 0 {
                onInput()
                // The second descriptor is at its end.
                if requests[1].revents & Int16(POLLIN) == 0 { other = -1 }
            }
            if count > 0, requests[0].revents != 0 { return }
            if Clock.monotonicNanoseconds() >= end { throw .silent }
        }
    }

    /// The error of a failed connection attempt; nil if it succeeded. Wraps `getsockopt(2)`.
    var connectionFailure: SystemError? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(
            descriptor.rawValue, SOL_SOCKET, SO_ERROR, &code, &size)
        if result != 0 { return .current("getsockopt", name) }
        return code == 0 ? nil : SystemError(code: code, call: "connect", path: name)
    }

    /// Disables Nagle's algorithm, which delays small requests. Wraps `setsockopt(2)`.
    func disableDelay() { switchOn(TCP_NODELAY) }

    /// Acknowledges the next input at once, not with the next bytes that are written.
    ///
    /// A peer that waits for the acknowledgement before it sends more (Nagle's algorithm), and closes the connection
    /// without having read everything, discards what it has not sent. The system resets the option later: see
    /// `TCP_QUICKACK` in tcp(7).
    package func acknowledgeAtOnce() { switchOn(TCP_QUICKACK) }

    private func switchOn(_ option: Int32) {
        var isOn: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = unsafe setsockopt(descriptor.rawValue, Int32(IPPROTO_TCP), option, &isOn, size)
    }
}
