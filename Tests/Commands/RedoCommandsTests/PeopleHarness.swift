import Foundation
import RedoSystem
import TestSupport
import Testing

/// Several people and devices at one store, each with a folder of keys of its own.
struct PeopleHarness {
    private let base: CommandHarness

    /// The first device is called `ana`, and makes the store.
    init() throws {
        base = try CommandHarness()
    }

    /// The commands of a device, which gets a key when it is first named.
    func device(_ name: String) throws -> CommandHarness {
        var device = base
        device.variables["REDO_DEVICE"] = name
        if name == "ana" { return device }
        let home = "\(base.directory.path)/home-\(name)"
        device.variables["HOME"] = home
        if !FileManager.default.fileExists(atPath: home) {
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: true)
            try device.makeKey(of: name)
        }
        return device
    }

    /// Makes a person of the first device.
    ///
    /// - Returns: the words of the recovery key.
    func makePerson(_ name: String = "Ana") throws -> String {
        let lines = try device("ana").succeed("person", "create", name).split(separator: "\n")
        try #require(lines.count > 1 && lines[1].hasPrefix("person sha256:"))
        return try #require(lines[0].recoveryWords(of: "person \(name.printable)"))
    }

    /// Lets a device join the person of another one.
    func join(_ name: String, by other: String = "ana") throws {
        let (key, words) = try offer(of: name)
        let inviting = try device(other)
        let added = try inviting.run("device", "add", key, "--name", name, "--words", words)
        try #require(added.status == 0, "\(added)")
        try device(name).succeed("device", "accept", "--words", words)
    }

    /// What a device prints that wants to join.
    func offer(of name: String) throws -> (key: String, words: String) {
        let offered = try device(name).run("device", "accept")
        let lines = offered.text.split(separator: "\n")
        try #require(offered.status == 0 && lines.count == 2, "\(offered)")
        return (
            String(lines[0].dropFirst("key ".count)), String(lines[1].dropFirst("words ".count))
        )
    }

    /// The public key of a device.
    func key(of name: String) throws -> String {
        let line = try device(name).succeed("key", "show").split(separator: "\n")
            .first { $0.hasPrefix("publicKey ") }
        return String(try #require(line).dropFirst("publicKey ".count))
    }

    /// Runs a command that reads the words of a recovery key.
    func run(_ device: String, words: String, _ command: String...) throws -> CommandOutcome {
        var harness = try self.device(device)
        let path = "\(base.directory.path)/words"
        try (words + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let file = try #require(FileHandle(forReadingAtPath: path))
        harness.variables["REDO_PASSPHRASE_FD"] = "\(file.fileDescriptor)"
        return try harness.run(command)
    }

    /// The titles of the tasks, sorted.
    func titles() throws -> [String] {
        try device("ana").titles().compactMap { $0 }.sorted()
    }

    /// The state of the family, as it is hashed.
    func persons() throws -> String {
        try device("ana").succeed("replay", "--family", "people")
    }
}
