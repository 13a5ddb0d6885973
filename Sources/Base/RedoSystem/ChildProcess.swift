import Glibc

/// A program that this process speaks with: it reads what is written to it, and what it prints is read.
///
/// Each direction is a socket, so that writing to a program that has ended is an error and no SIGPIPE.
/// For one thread at a time.
package final class ChildProcess {
    /// Where the program's standard error goes.
    package enum ErrorOutput: Sendable {
        /// To that of this process.
        case inherited
        /// To this process: the beginning becomes ``ChildProcess/errorOutput``.
        case kept
    }

    package typealias Interruption = TimeoutSocket.Interruption

    /// The beginning of what it has written to standard error, where that is kept.
    package private(set) var errorOutput: [UInt8] = []

    private let name: String
    private let process: pid_t
    private let socket: TimeoutSocket
    private let errorSocket: FileDescriptor
    private var hasErrors: Bool
    /// Whether it leads a process group of its own, which is ended with it.
    private let isApart: Bool
    private var status: Int32?

    private static let greatestErrorByteCount = 1 << 14

    /// Starts a program. Wraps `socketpair(2)` and `posix_spawnp(3)`.
    ///
    /// - Parameters:
    ///   - name: of the program; one without a slash is looked for in PATH.
    ///   - arguments: without the name.
    ///   - environment: variables that are set beside those of this process.
    ///   - isApart: lets it lead a process group of its own, which cannot read from the terminal.
    /// - Throws: ``SystemError`` where it cannot be started.
    package init(
        _ name: String, arguments: [String], environment: [String: String] = [:],
        errors: ErrorOutput, isApart: Bool
    ) throws(SystemError) {
        let ends = try Self.socketPair(name)
        let errorEnds = try Self.socketPair(name)
        socket = TimeoutSocket(owning: ends.0, name: name)
        let theirs = FileDescriptor(owning: ends.1, path: name)
        errorSocket = FileDescriptor(owning: errorEnds.0, path: name)
        let theirErrors = FileDescriptor(owning: errorEnds.1, path: name)
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, theirs.rawValue, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, theirs.rawValue, 1)
        hasErrors = if case .kept = errors { true } else { false }
        if hasErrors {
            unsafe posix_spawn_file_actions_adddup2(&actions, theirErrors.rawValue, 2)
        }
        process = try unsafe Spawn.start(
            name, [name] + arguments, Spawn.variables(environment), &actions, isApart: isApart)
        self.name = name
        self.isApart = isApart
    }

    deinit { finish(within: 0) }

    private static func socketPair(_ name: String) throws(SystemError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try retrying("socketpair", name) { unsafe Glibc.socketpair(AF_UNIX, type, 0, &ends) }
        return (ends[0], ends[1])
    }

    // MARK: Speaking

    /// Writes all bytes.
    ///
    /// - Parameter seconds: how long the program may take nothing of them.
    package func write(_ bytes: Span<UInt8>, within seconds: Int) throws(Interruption) {
        try socket.write(bytes, within: seconds, besides: errorDescriptor) { keepErrors() }
    }

    /// Lets the program find the end of its input.
    package func endInput() { socket.endOutput() }

    /// Reads at most `count` bytes and appends them.
    ///
    /// - Parameter seconds: how long to wait for the first of them.
    /// - Returns: how many came; 0 at the end.
    package func read(
        atMost count: Int, into bytes: inout [UInt8], within seconds: Int
    ) throws(Interruption) -> Int {
        do throws(Interruption) {
            return try socket.read(
                atMost: count, into: &bytes, within: seconds, besides: errorDescriptor
            ) { keepErrors() }
        } catch {
            // It ended without reading all of its input.
            if case .failed(let cause) = error, cause.code == ECONNRESET { return 0 }
            throw error
        }
    }

    /// What is looked at while one waits; -1 where nothing comes from there any more.
    private var errorDescriptor: Int32 { hasErrors ? errorSocket.rawValue : -1 }

    private func keepErrors() {
        var bytes: [UInt8] = []
        guard let count = try? errorSocket.read(atMost: 4096, into: &bytes), count > 0 else {
            hasErrors = false
            return
        }
        errorOutput += bytes.prefix(Self.greatestErrorByteCount - errorOutput.count)
    }

    // MARK: Ending

    /// Asks the program to end. Wraps `kill(2)`.
    package func end() { signal(SIGTERM) }

    private func signal(_ signal: Int32) {
        guard status == nil else { return }
        _ = kill(isApart ? -process : process, signal)
    }

    /// Waits until it has ended, after its output has; one that goes on is ended. Wraps `waitpid(2)`.
    ///
    /// - Parameter seconds: how long it may go on.
    /// - Returns: its exit status, or 128 and the number of the signal that ended it.
    @discardableResult
    package func finish(within seconds: Int) -> Int32 {
        if !waits(milliseconds: seconds * 1000) {
            end()
            if !waits(milliseconds: 1000) {
                signal(SIGKILL)
                _ = hasEnded(0)
            }
        }
        return Spawn.exitStatus(status ?? 0)
    }

    /// Waits for its end, or for a signal that wants to end this process.
    private func waits(milliseconds: Int) -> Bool {
        var rest = milliseconds
        while true {
            while hasErrors, Terminal.hasInput(errorSocket.rawValue, within: 0) { keepErrors() }
            if hasEnded(WNOHANG) { return true }
            if rest <= 0 || Signals.isTerminationPending { return false }
            _ = usleep(1000)
            rest -= 1
        }
    }

    private func hasEnded(_ options: Int32) -> Bool {
        if status != nil { return true }
        var status: Int32 = 0
        let result = try? retrying("waitpid") { unsafe waitpid(process, &status, options) }
        if result == process { self.status = status }
        // Where it cannot be waited for, it is not there any more.
        if result == nil { self.status = 0 }
        return self.status != nil
    }
}
