import Glibc

/// A child process whose standard input and output are connected to this process.
///
/// Both directions use sockets, so writing to a program that has ended is an error instead of a SIGPIPE.
/// Only one thread may use it at a time.
package final class ChildProcess {
    /// The destination of the child's standard error.
    package enum ErrorOutput: Sendable {
        /// The standard error of this process.
        case inherited
        /// ``ChildProcess/errorOutput``, up to 16 KiB; the rest is read and dropped.
        case captured
    }

    /// The reason why reading or writing failed.
    package typealias Interruption = TimeoutSocket.Interruption

    /// The first bytes of the child's standard error, if it is captured.
    package private(set) var errorOutput: [UInt8] = []

    private let name: String
    private var process: SpawnedProcess
    private let socket: TimeoutSocket
    private let errorSocket: FileDescriptor
    private var hasErrors: Bool
    /// The exit status; nil while the child runs.
    private var status: Int32?

    /// The maximum size of ``errorOutput`` in bytes.
    private static let maximumErrorByteCount = 1 << 14

    /// Starts a program. Wraps `socketpair(2)` and `posix_spawnp(3)`.
    ///
    /// - Parameters:
    ///   - name: the program; a name without a slash is searched for in PATH.
    ///   - arguments: the arguments without the program's name.
    ///   - environment: variables that are added to those of this process.
    ///   - isGroupLeader: starts a process group for the child, which then cannot read from the terminal.
    /// - Throws: ``SystemError`` if the program cannot be started.
    package init(
        _ name: String, arguments: [String], environment: [String: String] = [:],
        errors: ErrorOutput, isGroupLeader: Bool
    ) throws(SystemError) {
        let ends = try Self.socketPair(name)
        let errorEnds = try Self.socketPair(name)
        socket = TimeoutSocket(owning: ends.0, name: name)
        let childEnd = FileDescriptor(owning: ends.1, path: name)
        errorSocket = FileDescriptor(owning: errorEnds.0, path: name)
        let childErrorEnd = FileDescriptor(owning: errorEnds.1, path: name)
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, childEnd.rawValue, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, childEnd.rawValue, 1)
        hasErrors = if case .captured = errors { true } else { false }
        if hasErrors {
            unsafe posix_spawn_file_actions_adddup2(&actions, childErrorEnd.rawValue, 2)
        }
        process = try unsafe Spawn.start(
            name, [name] + arguments, Spawn.variables(environment), &actions,
            isGroupLeader: isGroupLeader)
        self.name = name
    }

    deinit { finish(within: 0) }

    /// Creates two connected sockets that `exec` closes. Wraps `socketpair(2)`.
    private static func socketPair(_ name: String) throws(SystemError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try retrying("socketpair", name) { unsafe Glibc.socketpair(AF_UNIX, type, 0, &ends) }
        return (ends[0], ends[1])
    }

    // MARK: Input and output

    /// Writes all bytes to the child's standard input.
    ///
    /// - Parameter seconds: how long the child may accept no byte before the call times out.
    /// - Throws: ``Interruption``.
    package func write(_ bytes: Span<UInt8>, within seconds: Int) throws(Interruption) {
        try socket.write(bytes, within: seconds, alsoReading: errorDescriptor) {
            captureErrors()
        }
    }

    /// Writes all bytes to the child's standard input before a deadline.
    ///
    /// - Throws: ``Interruption``.
    package func write(_ bytes: Span<UInt8>, until deadline: Deadline) throws(Interruption) {
        try socket.write(bytes, until: deadline, alsoReading: errorDescriptor) { captureErrors() }
    }

    /// Ends the child's standard input.
    package func endInput() { socket.endOutput() }

    /// Reads at most `count` bytes of the child's standard output and appends them.
    ///
    /// - Parameter seconds: how long to wait for the first byte.
    /// - Returns: the number of bytes read; 0 at the end.
    /// - Throws: ``Interruption``.
    package func read(
        atMost count: Int, into bytes: inout [UInt8], within seconds: Int
    ) throws(Interruption) -> Int {
        do throws(Interruption) {
            return try socket.read(
                atMost: count, into: &bytes, within: seconds, alsoReading: errorDescriptor
            ) { captureErrors() }
        } catch {
            // The child ended without reading all of its input.
            if case .failed(let cause) = error, cause.code == ECONNRESET { return 0 }
            throw error
        }
    }

    /// Reads, as ``read(atMost:into:within:)`` does, before a deadline.
    package func read(
        atMost count: Int, into bytes: inout [UInt8], until deadline: Deadline
    ) throws(Interruption) -> Int {
        try read(atMost: count, into: &bytes, within: deadline.remaining())
    }

    /// Waits for the child to end until a deadline, and terminates it then (``finish(within:)``).
    package func finish(until deadline: Deadline) -> Int32 {
        finish(within: (try? deadline.remaining()) ?? 0)
    }

    /// The descriptor of the child's standard error; −1 if it is not captured or at its end.
    private var errorDescriptor: Int32 { hasErrors ? errorSocket.rawValue : -1 }

    /// Reads from the child's standard error and keeps the bytes that fit the limit.
    private func captureErrors() {
        var bytes: [UInt8] = []
        guard let count = try? errorSocket.read(atMost: 4096, into: &bytes), count > 0 else {
            hasErrors = false
            return
        }
        errorOutput += bytes.prefix(Self.maximumErrorByteCount - errorOutput.count)
    }

    // MARK: Termination

    /// Sends SIGTERM to the child.
    package func end() {
        if status == nil { process.terminate() }
    }

    /// Ends the child with SIGKILL, and waits for its end.
    package func kill() {
        guard status == nil else { return }
        process.signal(SIGKILL)
        status = (try? process.wait()) ?? 0
    }

    /// Waits for the child to end, and terminates it after a timeout.
    ///
    /// The child receives SIGTERM after the timeout, and SIGKILL a second later.
    ///
    /// - Parameter seconds: the timeout.
    /// - Returns: the exit status, or 128 plus the number of the signal that ended the child.
    @discardableResult
    package func finish(within seconds: Int) -> Int32 {
        if !waitForEnd(milliseconds: seconds * 1000) {
            end()
            if !waitForEnd(milliseconds: 1000) {
                process.signal(SIGKILL)
                status = (try? process.wait()) ?? 0
            }
        }
        return status ?? 0
    }

    /// Waits for the child to end, at most until a termination signal is pending.
    ///
    /// - Returns: whether the child has ended.
    private func waitForEnd(milliseconds: Int) -> Bool {
        var loop = EventLoop<EndEvent>()
        loop.watch(process.source, as: .end)
        loop.watch(.every(milliseconds: Self.tick), as: .tick)
        loop.watch(.after(milliseconds: milliseconds), as: .timeout)
        var isPatient = milliseconds > 0
        while true {
            while hasErrors, Terminal.hasInput(errorSocket.rawValue, within: 0) {
                captureErrors()
            }
            if hasEnded { return true }
            if !isPatient || Signals.isTerminationPending { return false }
            loop.watch(hasErrors ? .input(errorSocket.rawValue) : .none, as: .errors)
            isPatient = !loop.wait().contains(.timeout)
        }
    }

    private enum EndEvent { case end, errors, tick, timeout }

    /// The interval between checks for a pending signal, in milliseconds.
    private static let tick = 20

    private var hasEnded: Bool {
        if status == nil {
            do throws(SystemError) {
                status = try process.exitStatus()
            } catch {
                // A process that cannot be waited for no longer exists.
                status = 0
            }
        }
        return status != nil
    }
}
