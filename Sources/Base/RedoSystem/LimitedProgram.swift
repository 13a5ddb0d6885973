internal import CLinux
import Glibc

/// A program with a complete input, a limited output and a limited time.
///
/// Its input is a file in memory, so a program that reads none of it, or prints while it reads, blocks nothing. It
/// leads its own process group, which cannot read from the terminal.
package struct LimitedProgram: Sendable {
    /// The end of a program.
    package enum Ending: Equatable, Sendable {
        /// It ended by itself: its exit status, or 128 plus the number of the signal that ended it.
        case exited(Int32)
        /// It was ended at its time limit.
        case outOfTime
        /// It was ended because a termination signal for this process is pending.
        case interrupted
    }

    /// The destination of a program's standard error.
    package enum ErrorOutput: Sendable {
        /// To its output, in the order of writing.
        case joined
        /// To the standard error of this process.
        case inherited
        /// It is discarded.
        case dropped
    }

    /// The result of a program.
    package struct Outcome: Sendable {
        package let ending: Ending
        /// The output, up to a limit: standard output, and standard error if that is joined to it.
        package let output: [UInt8]
        /// Whether it printed more.
        package let isCut: Bool
    }

    private let path: String
    private let arguments: [String]
    private let variables: [String]
    private let directory: String?
    private let errors: ErrorOutput

    /// The interval between checks whether a program whose output stays open has ended, in milliseconds.
    private static let tick: Int32 = 20

    /// Prepares a program.
    ///
    /// - Parameters:
    ///   - path: the file, with a slash.
    ///   - arguments: the arguments without the program's name.
    ///   - environment: variables that are added to those of this process.
    ///   - prefix: the prefix of variables of this process that the program does not inherit.
    ///   - directory: the working directory; nil for that of this process.
    package init(
        _ path: String, arguments: [String], environment: [String: String],
        leavingOut prefix: String, in directory: String?, errors: ErrorOutput = .joined
    ) {
        self.errors = errors
        self.path = path
        self.arguments = arguments
        variables = Spawn.variables(environment, leavingOut: prefix)
        self.directory = directory
    }

    /// Runs the program until it ends, and ends it at its time limit. Does not wait for processes that it leaves in the
    /// background.
    ///
    /// - Parameters:
    ///   - input: the contents of its standard input.
    ///   - seconds: the time limit.
    ///   - limit: the number of bytes of its output that are kept; the rest is read and dropped.
    /// - Throws: ``SystemError`` if it cannot be started.
    package func run(
        input: [UInt8], seconds: Int, keeping limit: Int
    ) throws(SystemError) -> Outcome {
        let program = try start(input: input, seconds: seconds, keeping: limit)
        while true {
            if let outcome = program.advance(within: Self.tick) { return outcome }
        }
    }

    /// Starts the program, as ``run(input:seconds:keeping:)`` does, without waiting for its end.
    package func start(
        input: [UInt8], seconds: Int, keeping limit: Int
    ) throws(SystemError) -> RunningProgram {
        let ends = try Pipe(path)
        let process = try start(
            reading: try FileDescriptor.inMemory(input, path), writing: ends.writeEnd)
        // The write end is closed here, so that the output ends with the program.
        let readEnd = ends.readEnd
        _ = fcntl(readEnd.rawValue, F_SETFL, O_NONBLOCK)
        return RunningProgram(process, output: readEnd, seconds: seconds, keeping: limit)
    }

    private func start(
        reading input: borrowing FileDescriptor, writing output: borrowing FileDescriptor
    ) throws(SystemError) -> SpawnedProcess {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input.rawValue, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.rawValue, 1)
        switch errors {
        case .joined: unsafe posix_spawn_file_actions_adddup2(&actions, output.rawValue, 2)
        case .inherited: break
        case .dropped:
            unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        // No descriptor of this process, such as one with a passphrase, is inherited.
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let directory {
            unsafe directory.withSystemBytes {
                _ = unsafe posix_spawn_file_actions_addchdir_np(&actions, $0)
            }
        }
        return try unsafe Spawn.start(
            path, [path] + arguments, variables, &actions, isGroupLeader: true,
            defaults: [SIGPIPE])
    }
}
