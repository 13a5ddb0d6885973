internal import CGit2
import RedoSystem

/// A connection to a web server or a daemon, which replaces libgit2's own, because that waits without a limit. Data
/// that libgit2 sends through TLS passes through it as well.
final class GitSocket {
    /// The running transfer of a thread: libgit2 passes no context to the function that creates a stream.
    static let transfer = ThreadLocal<GitTransfer>()

    private let host: String
    private let port: String
    private let transfer: GitTransfer
    private var socket: TimeoutSocket?

    private init(_ host: String, _ port: String, _ transfer: GitTransfer) {
        self.host = host
        self.port = port
        self.transfer = transfer
    }

    private var silence: Int { transfer.authentication?.silenceSeconds ?? 0 }

    /// - Throws: NETWORK_001 if the server cannot be reached.
    private func connect() throws(RedoError) {
        let addresses: HostAddresses
        do throws(HostAddresses.Failure) {
            addresses = try HostAddresses(of: host, port: port)
        } catch {
            throw RedoError(.unreachable, "\(host.printable) has no address: \(error.reason)")
        }
        do throws(TimeoutSocket.Interruption) {
            socket = try addresses.connect(within: silence)
        } catch {
            if case .failed(let cause) = error {
                throw RedoError(
                    .unreachable, "\(host.printable) cannot be reached: \(cause.reason)")
            }
            throw RedoError(error, host: host, silence: silence)
        }
    }

    private func read(atMost count: Int, into bytes: inout [UInt8]) throws(RedoError) -> Int {
        let received: Int
        acknowledgeAtOnce()
        do throws(TimeoutSocket.Interruption) {
            received = try socket?.read(atMost: count, into: &bytes, within: silence) ?? 0
        } catch {
            throw RedoError(error, host: host, silence: silence)
        }
        try transfer.countListed(received)
        return received
    }

    private func write(_ bytes: Span<UInt8>) throws(RedoError) {
        do throws(TimeoutSocket.Interruption) {
            try socket?.write(bytes, within: silence)
            acknowledgeAtOnce()
        } catch {
            // The message of a web server is not in packets.
            if case .failed = error, isDaemon {
                transfer.readLastMessages { (bytes) throws(RedoError) in
                    try read(atMost: 4096, into: &bytes)
                }
            }
            throw RedoError(error, host: host, silence: silence)
        }
    }

    /// Acknowledges received data, so that a daemon that is about to close the connection can send the reason.
    private func acknowledgeAtOnce() {
        if isDaemon { socket?.acknowledgeAtOnce() }
    }

    /// Whether the other side uses git's own protocol without HTTP around it.
    private var isDaemon: Bool {
        if case .server("git", _, _, _) = transfer.url.location { true } else { false }
    }

    private func close() { socket = nil }
}

extension RedoError {
    /// The error for an interrupted wait for another machine.
    init(_ interruption: TimeoutSocket.Interruption, host: String, silence: Int) {
        switch interruption {
        case .terminated: self = .terminated
        case .silent:
            self.init(
                .unreachable, "\(host.printable) has said nothing for \(silence) seconds",
                hints: ["'redo config sync.timeout SECONDS' lets it take longer"])
        case .failed(let cause):
            self.init(
                .unreachable, "the connection to \(host.printable) is cut: \(cause.reason)")
        }
    }
}

// MARK: What libgit2 calls

extension GitSocket {
    /// Registers this type as the implementation of libgit2's connections. Wraps `git_stream_register`.
    static func register() throws(RedoError) {
        var registration = git_stream_registration()
        registration.version = GIT_STREAM_VERSION
        unsafe registration.`init` = { result, host, port in
            unsafe GitSocket.make(result, host, port)
        }
        try check(
            unsafe git_stream_register(GIT_STREAM_STANDARD, &registration), .notFound,
            "libgit2 does not accept other connections")
    }

    /// Creates a stream for libgit2; it is freed by the last function.
    private static func make(
        _ result: UnsafeMutablePointer<UnsafeMutablePointer<git_stream>?>?,
        _ host: UnsafePointer<CChar>?, _ port: UnsafePointer<CChar>?
    ) -> Int32 {
        guard let transfer = transfer.value, let host = unsafe host, let port = unsafe port else {
            return -1
        }
        let socket = unsafe GitSocket(String(cString: host), String(cString: port), transfer)
        let stream = UnsafeMutablePointer<redo_git_connection>.allocate(capacity: 1)
        unsafe stream.initialize(to: redo_git_connection())
        unsafe stream.pointee.owner = Unmanaged.passRetained(socket).toOpaque()
        unsafe stream.pointee.base.version = GIT_STREAM_VERSION
        unsafe stream.pointee.base.connect = { stream in
            unsafe GitSocket.calling(stream) { (socket) throws(RedoError) in
                try socket.connect()
                return 0
            }
        }
        unsafe stream.pointee.base.read = { stream, buffer, capacity in
            unsafe GitSocket.calling(stream) { (socket) throws(RedoError) in
                var bytes: [UInt8] = []
                let count = try socket.read(atMost: capacity, into: &bytes)
                // At most as many bytes as the buffer's capacity.
                unsafe UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
                    .copyBytes(from: bytes)
                return count
            }
        }
        unsafe stream.pointee.base.write = { stream, buffer, count, _ in
            unsafe GitSocket.calling(stream) { (socket) throws(RedoError) in
                // The buffer lives during the call.
                let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: buffer, count: count))
                try socket.write(bytes.span)
                return count
            }
        }
        unsafe stream.pointee.base.close = { stream in
            unsafe GitSocket.calling(stream) { (socket) throws(RedoError) in
                socket.close()
                return 0
            }
        }
        unsafe stream.pointee.base.free = { stream in unsafe GitSocket.free(stream) }
        // The base is the first member.
        unsafe result?.pointee = UnsafeMutableRawPointer(stream)
            .assumingMemoryBound(to: git_stream.self)
        return 0
    }

    /// Calls the object of a stream, and ends its transfer if that throws.
    private static func calling<Result: FixedWidthInteger & SignedInteger>(
        _ stream: UnsafeMutablePointer<git_stream>?,
        _ body: (GitSocket) throws(RedoError) -> Result
    ) -> Result {
        // The memory was allocated above: the base is the first member, and the owner is retained.
        guard
            let owner = unsafe UnsafeMutableRawPointer(stream)?
                .assumingMemoryBound(to: redo_git_connection.self).pointee.owner
        else { return -1 }
        let socket = unsafe Unmanaged<GitSocket>.fromOpaque(owner).takeUnretainedValue()
        do throws(RedoError) {
            return try body(socket)
        } catch {
            return Result(socket.transfer.fail(error))
        }
    }

    private static func free(_ stream: UnsafeMutablePointer<git_stream>?) {
        guard
            let connection = unsafe UnsafeMutableRawPointer(stream)?
                .assumingMemoryBound(to: redo_git_connection.self)
        else { return }
        if let owner = unsafe connection.pointee.owner {
            unsafe Unmanaged<GitSocket>.fromOpaque(owner).release()
        }
        unsafe connection.deallocate()
    }
}
