import Foundation
import RedoCommandLine
import RedoCommands
import RedoSystem
import TestSupport
import Testing

/// Commands that look at a store within the process of the tests.
struct InProcess {
    /// The folder that they run in, with the store.
    let directory: String
    let home: String
    /// A folder for what they print.
    let notes: String

    func run(_ words: String...) throws -> CommandOutcome { try run(words) }

    private func run(_ words: [String]) throws -> CommandOutcome {
        let name = try #require(words.first)
        let command = try #require(Suite.commands.command(named: name))
        let files = try ["input", "output", "errors"].map { file in
            let path = "\(notes)/\(file)"
            try Data().write(to: URL(filePath: path))
            return try #require(FileHandle(forUpdatingAtPath: path))
        }
        let status = command.run(
            Array(words.dropFirst()), in: Suite.commands,
            Surroundings(
                variables: EnvironmentVariables([
                    "HOME": home, "REDO_WALL": CommandRunner.now, "REDO_DEVICE": "test-device",
                ]), directory: directory, input: files[0].fileDescriptor,
                output: files[1].fileDescriptor, errors: files[2].fileDescriptor))
        let texts = try files.dropFirst().map { file in
            try file.seek(toOffset: 0)
            return [UInt8](try file.readToEnd() ?? Data())
        }
        return CommandOutcome(
            status: status.rawValue, output: texts[0],
            error: String(decoding: texts[1], as: UTF8.self))
    }

    /// Whether the commands that look into caches say the same with and without them. The caches are removed.
    func areCachesRight() throws -> Bool {
        func answers() throws -> [[UInt8]] {
            [
                try run("list", "--all", "--json").output, try run("heads").output,
                try run("replay", "--hash").output,
            ]
        }
        let cached = try answers()
        let store = "\(directory)/.redo"
        for name in try FileManager.default.contentsOfDirectory(atPath: store)
        where name.hasSuffix(".cache") {
            try FileManager.default.removeItem(atPath: "\(store)/\(name)")
        }
        return try answers() == cached
    }

    /// The lines that a command prints, which has to end with 0.
    func lines(_ command: String, _ words: String...) throws -> [String] {
        let outcome = try run([command] + words)
        try #require(outcome.status == 0, "\(command) \(words): \(outcome)")
        return outcome.lines
    }
}
