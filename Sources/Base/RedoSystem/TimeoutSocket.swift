import Glibc

/// A connected socket. Whoever waits for the other side does not wait for ever, and not on after a
/// signal that is held back wants to end the process.
package struct TimeoutSocket: ~Copyable {
    /// Why waiting for the other side came to nothing.
    package enum Interruption: Error, Sendable {
        case failed(SystemError)
        /// Nothing came, or nothing was taken, for longer than was to be waited.
        case silent
        /// A signal that is held back wants to end this process.
        case terminated
    }

    private let descriptor: FileDescriptor
    private let name: String

    /// How often a wait looks whether a signal wants to end this process, in milliseconds.
    private static let tick = 100

    /// Takes a connected socket over.
    ///
    /// - Parameter name: of the other side, for errors.
    init(owning rawValue: Int32, name: String) {
        descriptor = FileDescriptor(owning: rawValue, path: name)
        self.name = name
    }

    /// Writes all bytes. Wraps `send(2)`: a connection that is closed is an error and no SIGPIPE.
    ///
    /// - Parameters:
    ///   - seconds: how long the other side may take nothing of them.
    ///   - other: a descriptor that is looked at meanwhile, or -1.
    ///   - take: is called when something can be read from that.
    package func write(
        _ bytes: Span<UInt8>, within seconds: Int, besides other: Int32 = -1,
        taking take: () -> Void = {}
    ) throws(Interruption) {
        var written = 0
        while written < bytes.count {
            try wait(for: Int16(POLLOUT), within: seconds, besides: other, taking: take)
            let rest = bytes.extracting(written...)
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
            let count = unsafe rest.withUnsafeBufferPointer { buffer in
                unsafe send(descriptor.rawValue, buffer.baseAddress, buffer.count, flags)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR, errno != EAGAIN {
                throw .failed(.current("send", name))
            }
        }
    }

    /// Lets the other side find the end of what is written. Wraps `shutdown(2)`.
    package func endOutput() { _ = shutdown(descriptor.rawValue, Int32(SHUT_WR)) }

    /// Reads at most `count` bytes and appends them. Wraps `read(2)`.
    ///
    /// - Parameter seconds: how long to wait for the first of them.
    /// - Returns: how many came; 0 at the end.
    package func read(
        atMost count: Int, into bytes: inout [UInt8], within seconds: Int,
        besides other: Int32 = -1, taking take: () -> Void = {}
    ) throws(Interruption) -> Int {
        while true {
            try wait(for: Int16(POLLIN), within: seconds, besides: other, taking: take)
            do throws(SystemError) {
                return try descriptor.read(atMost: count, into: &bytes)
            } catch {
                if error.code != EAGAIN { throw .failed(error) }
            }
        }
    }

    /// Waits until something can be read or written. Wraps `poll(2)`.
    func wait(
        for events: Int16, within seconds: Int, besides other: Int32 = -1,
        taking take: () -> Void = {}
    ) throws(Interruption) {
        var rest = seconds * 1000 / Self.tick
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
                take()
                // Nothing more comes from there.
                if requests[1].revents & Int16(POLLIN) == 0 { other = -1 }
            }
            if count > 0, requests[0].revents != 0 { return }
            if count == 0 {
                rest -= 1
                if rest <= 0 { throw .silent }
            }
        }
    }

    /// Why connecting failed, if it has. Wraps `getsockopt(2)`.
    fileprivate var connectionFailure: SystemError? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(
            descriptor.rawValue, SOL_SOCKET, SO_ERROR, &code, &size)
        if result != 0 { return .current("getsockopt", name) }
        return code == 0 ? nil : SystemError(code: code, call: "connect", path: name)
    }

    /// Lets what is written go at once: it is a question whose answer is waited for. Wraps
    /// `setsockopt(2)`.
    fileprivate func sendAtOnce() {
        var isOn: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = unsafe setsockopt(
            descriptor.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
    }
}

/// The addresses of a server. Owns the list that the C library makes.
@safe package struct HostAddresses: ~Copyable {
    /// Why a name has no address, in the system's words.
    package struct Failure: Error, Sendable {
        package let reason: String
    }

    private let host: String
    private let first: UnsafeMutablePointer<addrinfo>

    /// Looks a name up, for as long as the system's resolver may take. Wraps `getaddrinfo(3)`.
    ///
    /// - Parameter port: a number, or the name of a service.
    package init(of host: String, port: String) throws(Failure) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(host, port, &hints, &first)
        guard result == 0, let first = unsafe first else {
            throw Failure(reason: unsafe String(cString: gai_strerror(result)))
        }
        self.host = host
        unsafe self.first = first
    }

    deinit { unsafe freeaddrinfo(first) }

    /// Connects to the first address that can be reached. Wraps `socket(2)` and `connect(2)`.
    ///
    /// - Parameter seconds: how long to wait for each.
    package func connect(within seconds: Int) throws(TimeoutSocket.Interruption) -> TimeoutSocket {
        var failure = TimeoutSocket.Interruption.silent
        var next: UnsafeMutablePointer<addrinfo>? = unsafe first
        while let address = unsafe next?.pointee {
            do throws(TimeoutSocket.Interruption) {
                return try unsafe connect(to: address, within: seconds)
            } catch {
                if case .terminated = error { throw error }
                failure = error
            }
            unsafe next = address.ai_next
        }
        throw failure
    }

    private func connect(
        to address: addrinfo, within seconds: Int
    ) throws(TimeoutSocket.Interruption) -> TimeoutSocket {
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let type = unsafe address.ai_socktype | flags
        let descriptor = unsafe Glibc.socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { throw .failed(.current("socket", host)) }
        let socket = TimeoutSocket(owning: descriptor, name: host)
        let result = unsafe Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen)
        if result != 0 {
            guard errno == EINPROGRESS else { throw .failed(.current("connect", host)) }
            try socket.wait(for: Int16(POLLOUT), within: seconds)
            if let failure = socket.connectionFailure { throw .failed(failure) }
        }
        socket.sendAtOnce()
        return socket
    }
}
