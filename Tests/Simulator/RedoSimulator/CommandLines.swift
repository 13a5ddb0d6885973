import Foundation
import RedoCommandLine
import RedoCommands
import RedoSystem

/// What a command answered.
struct Answer {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// Runs commands within this process, one after the other.
struct CommandLines {
    private let input: FileHandle
    private let output: FileHandle
    private let errors: FileHandle

    /// The time zone of this process, in which dates are read.
    private static let pinned: Void = { setenv("TZ", "UTC", 1) }()

    /// - Parameter directory: for what commands read and print.
    init(in directory: String) throws {
        _ = Self.pinned
        func file(_ name: String) throws -> FileHandle {
            let path = "\(directory)/\(name)"
            try Data().write(to: URL(filePath: path))
            guard let file = FileHandle(forUpdatingAtPath: path) else {
                throw CocoaError(.fileNoSuchFile)
            }
            return file
        }
        (input, output, errors) = (try file("input"), try file("output"), try file("errors"))
    }

    func run(
        _ command: Command, _ words: [String], _ variables: [String: String], directory: String,
        in suite: CommandSuite = Suite.commands
    ) throws -> Answer {
        for file in [output, errors] { try file.truncate(atOffset: 0) }
        let status = command.run(
            words, in: suite,
            Surroundings(
                variables: EnvironmentVariables(variables), directory: directory,
                input: input.fileDescriptor, output: output.fileDescriptor,
                errors: errors.fileDescriptor))
        func contents(_ file: FileHandle) throws -> String {
            try file.seek(toOffset: 0)
            return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        }
        return Answer(
            status: status.rawValue, output: try contents(output), errors: try contents(errors))
    }
}
