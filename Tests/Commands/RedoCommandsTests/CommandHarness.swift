import Foundation
import RedoCommandLine
import RedoJSON
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommands

/// Commands within the process of the tests: a folder of their own, with a store and a key, at a fixed moment.
///
/// What only processes have is tested in `Tests/Executables`: signals, pipes that break, programs that are run.
struct CommandHarness {
    let folder: TemporaryFolder
    var variables: [String: String]

    /// The time zone of this process, from which deadlines in words are read.
    private static let pinned: Void = Environment.set("TZ", to: "UTC")

    init() throws {
        _ = Self.pinned
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/home", withIntermediateDirectories: true)
        variables = [
            "HOME": "\(folder.path)/home", "REDO_WALL": CommandRunner.now, "REDO_DEVICE": "test",
        ]
        // It says how to make a log that is used everywhere.
        _ = try run("init")
        try succeed("keygen", "--no-passphrase", "--name", "Test")
    }

    /// Runs a command to its end.
    ///
    /// - Parameter input: what its standard input holds.
    func run(_ words: [String], input: String = "") throws -> CommandOutcome {
        let name = try #require(words.first)
        let command = try #require(Suite.commands.command(named: name))
        return try run(command, Array(words.dropFirst()), input: input)
    }

    /// Runs a command that need not be one of the suite.
    func run(_ command: Command, _ words: [String], input: String = "") throws -> CommandOutcome {
        let files = try ["input", "output", "errors"].map { file in
            let path = "\(folder.path)/\(file)"
            try Data((file == "input" ? input : "").utf8).write(to: URL(filePath: path))
            return try #require(FileHandle(forUpdatingAtPath: path))
        }
        let status = command.run(
            words, in: Suite.commands,
            Surroundings(
                variables: EnvironmentVariables(variables), folder: folder.path,
                input: files[0].fileDescriptor, output: files[1].fileDescriptor,
                errors: files[2].fileDescriptor))
        let texts = try files.dropFirst().map { file in
            try file.seek(toOffset: 0)
            return [UInt8](try file.readToEnd() ?? Data())
        }
        return CommandOutcome(
            status: status.rawValue, output: texts[0],
            error: String(decoding: texts[1], as: UTF8.self))
    }

    func run(_ words: String..., input: String = "") throws -> CommandOutcome {
        try run(words, input: input)
    }

    /// Runs a command that ends with 0 and complains of nothing.
    ///
    /// - Returns: what it printed.
    @discardableResult
    func succeed(_ words: String..., input: String = "") throws -> String {
        let outcome = try run(words, input: input)
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(words): \(outcome)")
        return outcome.text
    }

    /// Makes a node, whether it has an effect or not.
    ///
    /// - Returns: its id.
    @discardableResult
    func commit(_ action: String, _ options: [String], _ fields: String...) throws -> String {
        let outcome = try run(["commit-node", action] + options + fields.flatMap { ["-f", $0] })
        try #require(outcome.status == 0, "\(outcome)")
        return try #require(outcome.lines.first)
    }

    /// The titles of a list, in its order.
    func titles(_ words: String...) throws -> [String?] {
        let outcome = try run(["list", "--json"] + words)
        try #require(outcome.status == 0, "\(outcome)")
        return try outcome.lines.map { line in
            try JSONDocument(Array(line.utf8)).root.value["title"]?.string?.description
        }
    }

    /// How many nodes the log has.
    func nodeCount() throws -> Int { try run("export").lines.count }
}
