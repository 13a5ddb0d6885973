import Glibc

/// Starting programs, and how they ended.
enum Spawn {
    /// Starts a program. Wraps `posix_spawnp(3)`.
    ///
    /// - Parameters:
    ///   - arguments: the program's name first.
    ///   - variables: its environment, `NAME=value` each.
    ///   - isApart: lets it lead a process group of its own.
    ///   - defaults: signals that this process ignores and the program is not to.
    /// - Throws: ``SystemError`` where it cannot be started.
    static func start(
        _ name: String, _ arguments: [String], _ variables: [String],
        _ actions: inout posix_spawn_file_actions_t, isApart: Bool, defaults: [Int32] = []
    ) throws(SystemError) -> pid_t {
        // Signals that this thread holds back are not to be held back there.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in defaults { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags =
            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (isApart ? POSIX_SPAWN_SETPGROUP : 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var process = pid_t()
        // The copies outlive the call, which copies what it needs into the new process.
        var words = unsafe arguments.map { unsafe strdup($0) }
        unsafe words.append(nil)
        var values = unsafe variables.map { unsafe strdup($0) }
        unsafe values.append(nil)
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe values.indices { unsafe free(values[index]) }
        }
        let result = unsafe posix_spawnp(&process, name, &actions, &attributes, words, values)
        guard result == 0 else { throw SystemError(code: result, call: "posix_spawnp", path: name) }
        return process
    }

    /// The same, with the environment, the input and the outputs of this process.
    static func start(
        _ name: String, _ arguments: [String], defaults: [Int32] = []
    ) throws(SystemError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        return try unsafe start(
            name, arguments, variables([:]), &actions, isApart: false, defaults: defaults)
    }

    /// The variables of this process, and others in the place of those with the same names.
    static func variables(_ changes: [String: String]) -> [String] {
        var variables = changes.map { "\($0.key)=\($0.value)" }
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            let text = unsafe String(cString: variable)
            let name = text.prefix { $0 != "=" }
            if changes[String(name)] == nil { variables.append(text) }
            unsafe next += 1
        }
        return variables
    }

    /// The exit status in what `waitpid(2)` gives, or 128 and the number of the signal that ended a
    /// process.
    static func exitStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
