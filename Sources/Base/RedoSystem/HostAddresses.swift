import Glibc

/// The addresses of a server. Owns the list that `getaddrinfo(3)` allocates.
@safe package struct HostAddresses: ~Copyable {
    /// The system's message for a name that cannot be resolved.
    package struct Failure: Error, Sendable {
        /// The message.
        package let reason: String
    }

    private let host: String
    private let first: UnsafeMutablePointer<addrinfo>

    /// Resolves a host name; only the system limits the time. Wraps `getaddrinfo(3)`.
    ///
    /// - Parameter port: a port number or the name of a service.
    /// - Throws: ``Failure`` if the name has no address.
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

    /// Connects to the first reachable address. Wraps `socket(2)` and `connect(2)`.
    ///
    /// - Parameter seconds: the timeout for each address.
    /// - Throws: the failure of the last address.
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

    /// Connects to one address.
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
        socket.disableDelay()
        return socket
    }
}
