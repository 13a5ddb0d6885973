import Foundation
import RedoCommandLine
import RedoCommands
import RedoSystem
import TestSupport

/// Runs the suite's commands within the process of the tests.
///
/// What only processes have is tested in `Tests/Executables`: signals, pipes that break, terminals, the dispatcher. A
/// program with an absolute path is a process here, too.
struct InProcessEngine: CommandEngine {
    /// A call that means something else in this process.
    struct Unsuitable: Error, CustomStringConvertible {
        let description: String
    }

    /// Variables that the suite reads from the process, and not from the surroundings of a command, with the values that
    /// they have here.
    private static let processWide: [String: String?] = {
        var variables = CommandRunner.processWide.mapValues(Optional.some)
        for name in [
            "FIRESTORE_EMULATOR_HOST", "GIT_CONFIG_GLOBAL", "REDO_EXEC_PATH", "REDO_TRACE",
        ] {
            variables[name] = .some(nil)
        }
        // The time zone from which deadlines in words are read.
        Environment.set("TZ", to: "UTC")
        return variables
    }()

    func run(_ call: CommandCall) throws -> CommandOutcome {
        guard !call.name.hasPrefix("/") else { return try ProcessEngine().run(call) }
        for (name, value) in Self.processWide where call.environment[name] != value {
            throw Unsuitable(description: "\(name) is \(call.environment[name] ?? "unset")")
        }
        let name = call.name.dropFirst("redo-".count)
        guard let command = Suite.commands.command(named: String(name)) else {
            throw Unsuitable(description: "\(call.name) is no command of the suite")
        }
        return try Self.run(
            command, call.arguments, input: call.input, variables: call.environment,
            in: call.directory)
    }

    /// Runs a command that need not be one of the suite.
    static func run(
        _ command: Command, _ words: [String], input: [UInt8], variables: [String: String],
        in directory: String
    ) throws -> CommandOutcome {
        _ = processWide
        let input = try FileHandle.nameless(holding: input)
        let output = try FileHandle.nameless()
        let errors = try FileHandle.nameless()
        let status = command.run(
            words, in: Suite.commands,
            Surroundings(
                variables: EnvironmentVariables(variables), directory: directory,
                input: input.fileDescriptor, output: output.fileDescriptor,
                errors: errors.fileDescriptor))
        let texts = try [output, errors].map { file in
            try file.seek(toOffset: 0)
            return [UInt8](try file.readToEnd() ?? Data())
        }
        return CommandOutcome(
            status: status.rawValue, output: texts[0],
            error: String(decoding: texts[1], as: UTF8.self))
    }
}

// Without arguments these run commands here: an initialiser of this module is preferred to one that has a default.

extension CommandRunner {
    init() throws { try self.init(InProcessEngine()) }

    static func withStore() throws -> CommandRunner { try withStore(InProcessEngine()) }

    static func withEmptyStore() throws -> CommandRunner { try withEmptyStore(InProcessEngine()) }
}

extension TaskStore {
    init() throws { try self.init(InProcessEngine()) }
}
