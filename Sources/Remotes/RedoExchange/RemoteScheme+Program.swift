import RedoCommandLine
import RedoSystem

extension RemoteScheme {
    private var programName: String { "remote-\(name)" }
    private var program: String { "redo-\(programName)" }

    /// The file of the program, whether or not it is there.
    ///
    /// - Throws: STORAGE_001 if the suite's folder cannot be found.
    package var programPath: String {
        get throws(RedoError) { Path.join(try SuiteExecutables.folder(), program) }
    }

    /// Becomes the program, which may be one of this executable.
    ///
    /// - Parameters:
    ///   - verb: what to do: `push`. It is the first argument, since a script does not see the name
    ///     that it was called by.
    ///   - words: the arguments of the command.
    ///   - programs: those of this executable.
    package func become(
        _ verb: String, _ words: [String], _ programs: OwnPrograms
    ) throws(RedoError) -> Never {
        let path = try programPath
        programs.goOn(as: programName, at: path, [verb] + words)
        do throws(SystemError) {
            try Program.replace(with: path, arguments: [program, verb] + words)
        } catch {
            throw missing(verb, error)
        }
    }

    /// Lets the program work, and hands on what it prints.
    ///
    /// - Returns: how it ended.
    package func run(
        _ verb: String, _ words: [String], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let path = try programPath
        var output: [UInt8] = []
        let child: ChildProcess
        do throws(SystemError) {
            child = try ChildProcess(
                path, arguments: [verb] + words, errors: .inherited, isGroupLeader: false)
        } catch {
            throw missing(verb, error)
        }
        child.endInput()
        do throws(ChildProcess.Interruption) {
            while try child.read(atMost: 1 << 16, into: &output, within: Self.secondsToWork) > 0 {}
        } catch {
            child.end()
        }
        let status = child.finish(within: Self.secondsToWork)
        try context.print(output)
        return ExitStatus(rawValue: status) ?? .failed
    }

    /// Lets the program work with the input and the outputs of this process, and waits for its end.
    ///
    /// - Parameter discardsOutput: drops what it prints, but not its errors and its progress.
    /// - Returns: its exit status, or 128 and the number of the signal that ended it.
    package func runInForeground(
        _ verb: String, _ words: [String], discardsOutput: Bool = false
    ) throws(RedoError) -> Int32 {
        let path = try programPath
        do throws(SystemError) {
            return try Program.run(
                path, arguments: [program, verb] + words, discardsOutput: discardsOutput)
        } catch {
            throw missing(verb, error)
        }
    }

    private static let secondsToWork = 86_400

    private func missing(_ verb: String, _ error: SystemError) -> RedoError {
        RedoError(
            .notFound, "\(kind?.programDescription ?? "'redo \(verb)'") cannot be run", cause: error
        )
    }
}
