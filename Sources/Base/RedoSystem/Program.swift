internal import CArguments
import Glibc

/// Replacing and ending this process, and running other programs.
package enum Program {
    /// Replaces this process by another program. Wraps `execv(3)`.
    ///
    /// - Parameter arguments: the arguments, beginning with the program's name.
    /// - Throws: ``SystemError``; otherwise the function does not return.
    package static func replace(with path: String, arguments: [String]) throws(SystemError) -> Never
    {
        Trace.note(.exec, "\(path): \(SecretRemoval.program(arguments))")
        throw unsafe withCStrings(arguments) { arguments in
            _ = unsafe path.withSystemBytes { unsafe execv($0, arguments) }
            let error = SystemError.current("execv", path)
            Trace.note(.exec, "\(path): \(error.reason)")
            return error
        }
    }

    /// Runs another program with the input and the outputs of this process, and waits for its end.
    ///
    /// A termination signal for this process ends the other program first. Wraps `posix_spawnp(3)`.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, beginning with the program's name.
    ///   - output: the descriptor of its standard output; nil for that of this process.
    /// - Returns: the exit status, or 128 plus the number of the signal that ended the program.
    /// - Throws: ``SystemError`` if the program cannot be started.
    package static func run(
        _ path: String, arguments: [String], output: Int32? = nil
    ) throws(SystemError) -> Int32 {
        var loop = try EventLoop<RunEvent>(termination: .termination)
        var process = try start(path, arguments: arguments, output: output)
        loop.watch(process.source, as: .end)
        while true {
            if let status = try process.exitStatus() { return status }
            if loop.wait().contains(.termination) {
                process.terminate()
                loop.watch(.none, as: .termination)
            }
        }
    }

    private enum RunEvent { case termination, end }

    /// Starts another program, as ``run(_:arguments:output:)`` does, without waiting for its end.
    package static func start(
        _ path: String, arguments: [String], output: Int32? = nil
    ) throws(SystemError) -> SpawnedProcess {
        try Spawn.start(path, arguments, output: output)
    }

    /// Starts a program that outlives this process: without a terminal, input and outputs. Wraps `posix_spawnp(3)`.
    ///
    /// - Parameter arguments: the arguments, beginning with the program's name.
    /// - Throws: ``SystemError`` if the program cannot be started.
    package static func startDetached(_ path: String, arguments: [String]) throws(SystemError) {
        _ = try Spawn.start(path, arguments, discarding: [0, 1, 2], isSessionLeader: true)
    }

    /// Ends the process without running exit handlers. Wraps `_exit(2)`.
    ///
    /// OpenSSL's handler alone takes a tenth of the time of a short command. No handler is needed, because the owner of
    /// an output flushes it.
    package static func exit(_ status: Int32) -> Never {
        Trace.noteExit(status: status)
        _exit(status)
    }
}

/// The arguments and the file of this process.
extension Program {
    /// The arguments as the kernel passed them, beginning with the name of the program: texts of ``SystemText``.
    package static let arguments: [String] = (0..<redo_argument_count()).map { index in
        // The pointer is null only after the last argument.
        unsafe redo_argument(index).map { unsafe SystemText.text(cString: $0) } ?? ""
    }

    /// The path by which another process can run the file of this process, even if that file has been replaced.
    ///
    /// Without `/proc` it is the file that was executed.
    package static var executable: String {
        (try? Files.statusOfLink(link)) == nil ? (try? resolvedExecutable.get()) ?? link : link
    }

    /// The absolute path of ``executable``, without links.
    ///
    /// - Throws: ``SystemError`` if it cannot be found.
    package static func executablePath() throws(SystemError) -> String {
        try resolvedExecutable.get()
    }

    private static let link = "/proc/self/exe"

    /// Resolved once, since the name can be relative to the directory in which the process was started
    /// (``Environment/changeDirectory(to:)``).
    private static let resolvedExecutable: Result<String, SystemError> = {
        do throws(SystemError) {
            return .success(try Path.resolved(link))
        } catch {
            guard let name = unsafe redo_executable_name() else { return .failure(error) }
            let path = unsafe SystemText.text(cString: name)
            return Result { () throws(SystemError) in try Path.resolved(path) }
        }
    }()
}
