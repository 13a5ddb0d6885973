import Glibc

/// Sockets with a path, which connect processes of one machine: `unix(7)`.
package enum LocalSocket {
    /// The maximum length of a path in bytes.
    private static let maximumPathByteCount = 107
    private static let type = Int32(
        SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// Connects to a socket. Wraps `socket(2)` and `connect(2)`.
    ///
    /// - Throws: ``SystemError``: `ECONNREFUSED` if no process listens any more, `ENAMETOOLONG` for a long path.
    package static func connect(to path: String) throws(SystemError) -> TimeoutSocket {
        let descriptor = try unsafe create(path) { descriptor, address, size in
            unsafe Glibc.connect(descriptor, address, size)
        }
        return TimeoutSocket(owning: descriptor, name: path)
    }

    /// Waits for connections at a path that must not exist. Only the user can connect, if the permissions of the
    /// directory say so. Wraps `socket(2)`, `bind(2)` and `listen(2)`.
    ///
    /// - Throws: ``SystemError``: `EADDRINUSE` if the path exists.
    package static func listen(at path: String) throws(SystemError) -> LocalListener {
        let descriptor = try unsafe create(path) { descriptor, address, size in
            unsafe bind(descriptor, address, size)
        }
        let listener = LocalListener(owning: descriptor, path: path)
        try retrying("chmod", path) { unsafe path.withSystemBytes { unsafe chmod($0, 0o600) } }
        try retrying("listen", path) { Glibc.listen(descriptor, 16) }
        return listener
    }

    /// Takes over a socket that listens already: the first descriptor that a supervisor passes (`sd_listen_fds(3)`).
    ///
    /// - Parameter path: the path of the socket, for errors.
    /// - Returns: nil if the descriptor is not a local socket that listens.
    package static func inheritedListener(at path: String) -> LocalListener? {
        guard option(SO_DOMAIN) == AF_UNIX, option(SO_ACCEPTCONN) == 1 else { return nil }
        _ = fcntl(firstInherited, F_SETFD, FD_CLOEXEC)
        _ = fcntl(firstInherited, F_SETFL, O_NONBLOCK)
        return LocalListener(owning: firstInherited, path: path)
    }

    /// The number of the first descriptor that a supervisor passes.
    private static let firstInherited: Int32 = 3

    /// An option of the inherited socket; nil if the descriptor is not a socket. Wraps `getsockopt(2)`.
    private static func option(_ name: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(firstInherited, SOL_SOCKET, name, &value, &size)
        return result == 0 ? value : nil
    }

    /// Creates a socket and calls a closure with it and the address of a path.
    ///
    /// - Returns: the descriptor, which the caller owns.
    private static func create(
        _ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) -> Int32 {
        let bytes = SystemText.bytes(of: path)
        guard bytes.count <= maximumPathByteCount else {
            throw SystemError(code: ENAMETOOLONG, call: "socket", path: path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The path has room, and the rest of the address is zero.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let descriptor = try retrying("socket", path) { socket(AF_UNIX, type, 0) }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let error = SystemError.current("connect", path)
            Trace.note(.open, "socket \(path): \(error.reason)")
            _ = close(descriptor)
            throw error
        }
        Trace.note(.open, "socket \(path)")
        return descriptor
    }
}

/// A socket that waits for connections. Owns the descriptor; the path stays when it is closed.
package struct LocalListener: ~Copyable {
    private let file: FileDescriptor
    private let path: String

    fileprivate init(owning descriptor: Int32, path: String) {
        file = FileDescriptor(owning: descriptor, path: path)
        self.path = path
    }

    /// A descriptor that can be read when there is a connection, for ``Readiness``.
    package var descriptor: Int32 { file.rawValue }

    /// Accepts the next connection; does not wait. Wraps `accept(2)`.
    ///
    /// - Returns: the connection; nil if there is none.
    /// - Throws: ``SystemError``.
    package func accept() throws(SystemError) -> TimeoutSocket? {
        let connection: Int32
        do throws(SystemError) {
            connection = try retrying("accept", path) { Glibc.accept(file.rawValue, nil, nil) }
        } catch {
            if error.code == EAGAIN || error.code == ECONNABORTED { return nil }
            throw error
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        return TimeoutSocket(owning: connection, name: path)
    }
}

extension TimeoutSocket {
    /// `SO_PEERCRED`, whose value is the process, the user and the group of the other side.
    private static let peerCredentials: Int32 = 17

    /// The process and the user id of the other side of a ``LocalSocket``. Wraps `getsockopt(2)`.
    ///
    /// - Throws: ``SystemError``.
    package func peer() throws(SystemError) -> (process: Int32, user: UInt32) {
        var credentials: [Int32] = [0, 0, 0]
        var size = socklen_t(12)
        let descriptor = rawDescriptor
        try retrying("getsockopt") {
            unsafe getsockopt(descriptor, SOL_SOCKET, Self.peerCredentials, &credentials, &size)
        }
        return (credentials[0], UInt32(bitPattern: credentials[1]))
    }
}
