internal import CLinux
import Glibc

/// Starting child processes and decoding their exit statuses.
enum Spawn {
    /// `POSIX_SPAWN_SETSID`.
    private static let newSession: Int32 = 0x80

    /// Starts a program with an empty signal mask. Wraps `posix_spawnp(3)`.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, beginning with the program's name.
    ///   - variables: the environment, one `NAME=value` each.
    ///   - isGroupLeader: starts a process group for the child.
    ///   - isSessionLeader: starts a session for the child.
    ///   - defaults: signals whose default action is restored in the child.
    /// - Throws: ``SystemError`` if the program cannot be started.
    static func start(
        _ name: String, _ arguments: [String], _ variables: [String],
        _ actions: inout posix_spawn_file_actions_t, isGroupLeader: Bool,
        isSessionLeader: Bool = false, defaults: [Int32] = []
    ) throws(SystemError) -> SpawnedProcess {
        // The child must not inherit the signals that this thread blocks.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var mask = Signals.set(of: [])
        unsafe posix_spawnattr_setsigmask(&attributes, &mask)
        var defaults = Signals.set(of: defaults)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        let flags =
            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
            | (isGroupLeader ? POSIX_SPAWN_SETPGROUP : 0) | (isSessionLeader ? newSession : 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var process = pid_t()
        // The call copies the strings into the new process.
        let result = unsafe withCStrings(arguments) { arguments in
            unsafe withCStrings(variables) { variables in
                unsafe name.withSystemBytes {
                    unsafe posix_spawnp(
                        &process, $0, &actions, &attributes, arguments, variables)
                }
            }
        }
        guard result == 0 else {
            let error = SystemError(code: result, call: "posix_spawnp", path: name)
            Trace.note(.run, "\(SecretRemoval.program(arguments)): \(error.reason)")
            throw error
        }
        Trace.noteStart(of: process, arguments)
        return SpawnedProcess(process, isGroupLeader: isGroupLeader)
    }

    /// Starts a program with the environment, the input and the outputs of this process.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, beginning with the program's name.
    ///   - defaults: signals whose default action is restored in the child.
    ///   - output: the descriptor of the child's standard output; nil for that of this process.
    ///   - discarded: descriptors of the child that read nothing and discard what is written.
    ///   - isSessionLeader: starts a session without a terminal, in which no other descriptors are open.
    /// - Throws: ``SystemError`` if the program cannot be started.
    static func start(
        _ name: String, _ arguments: [String], defaults: [Int32] = [], output: Int32? = nil,
        discarding discarded: [Int32] = [], isSessionLeader: Bool = false
    ) throws(SystemError) -> SpawnedProcess {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let output { unsafe posix_spawn_file_actions_adddup2(&actions, output, 1) }
        for descriptor in discarded {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        if isSessionLeader { unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3) }
        return try unsafe start(
            name, arguments, variables([:]), &actions, isGroupLeader: false,
            isSessionLeader: isSessionLeader, defaults: defaults)
    }

    /// Returns the environment of this process with some variables added or replaced.
    ///
    /// - Parameter prefix: variables whose names begin with it are left out; nil for none.
    static func variables(
        _ changes: [String: String], leavingOut prefix: String? = nil
    ) -> [String] {
        var variables = changes.map { "\($0.key)=\($0.value)" }
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            let text = unsafe SystemText.text(cString: variable)
            let name = text.prefix { $0 != "=" }
            // A program of any kind continues the trace.
            let isLeftOut = prefix.map { name.hasPrefix($0) && name != Trace.variable } ?? false
            if changes[String(name)] == nil, !isLeftOut { variables.append(text) }
            unsafe next += 1
        }
        return variables
    }

    /// Decodes a status of `waitpid(2)` for a process that has ended, and records its end.
    ///
    /// - Returns: the exit status, or 128 plus the number of the signal that ended the process.
    static func exitStatus(_ status: Int32, of process: pid_t) -> Int32 {
        let status = exitStatus(status)
        Trace.noteEnd(of: process, status: status)
        return status
    }

    /// Decodes a status of `waitpid(2)`.
    ///
    /// - Returns: the exit status, or 128 plus the number of the signal that ended the process.
    static func exitStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
