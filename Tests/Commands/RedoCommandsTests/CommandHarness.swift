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
    let directory: TemporaryDirectory
    var variables: [String: String]

    init() throws {
        directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/home", withIntermediateDirectories: true)
        variables = [
            "HOME": "\(directory.path)/home", "REDO_WALL": CommandRunner.now, "REDO_DEVICE": "test",
        ]
        // It says how to make a log that is used everywhere.
        _ = try run("init")
        try makeKey(of: "Test")
    }

    /// Makes a key, which signs from now on. In a store of others it is said that its user is another author.
    func makeKey(of name: String) throws {
        let made = try run(["keygen", "--no-passphrase", "--name", name])
        try #require(made.status == 0, "\(made)")
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
        try InProcessEngine.run(
            command, words, input: Array(input.utf8), variables: variables, in: directory.path)
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
