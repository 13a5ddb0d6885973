import Foundation
import TestSupport
import Testing

/// Devices with a home, a key and a store each, which meet at a git repository.
struct DeviceGroup {
    private let runner: CommandRunner
    /// The minutes of the clock, which goes on with every command.
    private let clock = Clock()

    /// The clock of all devices.
    private final class Clock {
        var minutes = 0
    }

    init() throws {
        runner = try CommandRunner()
        _ = try runner.shell("git init -q --bare remote.git && mkdir work")
    }

    /// Makes a device with a key and its own store.
    ///
    /// - Parameter isFirst: whether there is no log yet to clone.
    func makeDevice(_ name: String, isFirst: Bool = false) throws {
        try FileManager.default.createDirectory(
            atPath: runner.path(name), withIntermediateDirectories: true)
        try succeed(name, "keygen", "--no-passphrase", "--name", name)
        if isFirst {
            try succeed(name, "add", "First")
            try succeed(name, "remote", "add", "origin", runner.path("remote.git"))
        } else {
            try succeed(name, "clone", "--personal", runner.path("remote.git"))
        }
    }

    /// Copies all that a device has, as a thief does.
    func copy(_ name: String, as other: String) throws {
        try FileManager.default.copyItem(atPath: runner.path(name), toPath: runner.path(other))
    }

    /// Runs a command on a device.
    ///
    /// - Parameters:
    ///   - wall: what its clock shows; a minute after the last command unless it is given.
    ///   - words: what it reads as a passphrase.
    func run(
        _ device: String, _ words: [String], wall: String? = nil, passphrase: String? = nil
    ) throws -> CommandOutcome {
        clock.minutes += 1
        let hour = 12 + clock.minutes / 60
        let now = String(format: "2025-11-16T%02d:%02d:00.000Z", hour, clock.minutes % 60)
        var extra = [
            "HOME": runner.path(device), "REDO_DEVICE": device, "REDO_WALL": wall ?? now,
        ]
        guard let passphrase else {
            return try runner.run("redo", words, extra: extra, in: "work")
        }
        extra["REDO_PASSPHRASE_FD"] = "3"
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        try runner.write((passphrase + "\n").utf8, to: "passphrase")
        return try runner.shell("redo \(line) 3<passphrase", extra: extra)
    }

    /// Runs a command that has to end with 0.
    @discardableResult
    func succeed(
        _ device: String, _ words: String..., wall: String? = nil
    ) throws -> String {
        let outcome = try run(device, words, wall: wall)
        try #require(outcome.status == 0, "\(device) \(words): \(outcome)")
        return outcome.text
    }

    /// Lets devices exchange everything, and expects that all have the same then.
    ///
    /// - Returns: the titles of the tasks, sorted.
    @discardableResult
    func meet(
        _ devices: [String], location: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        for _ in 0..<2 { for device in devices { try succeed(device, "sync") } }
        var states: Set<[String]> = []
        for device in devices {
            let families = ["effective", "people", "organisation"].map { family in
                Result { try succeed(device, "replay", "--family", family, "--hash") }
            }
            states.insert(
                try families.map { try $0.get() } + [
                    try succeed(device, "replay", "--hash"), try succeed(device, "heads"),
                ])
        }
        #expect(states.count == 1, "\(devices) differ", sourceLocation: location)
        return try titles(devices[0])
    }

    /// The titles of a device's tasks, sorted, with those that are done.
    func titles(_ device: String) throws -> [String] {
        try succeed(device, "list", "--all", "--json").split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require((object as? [String: Any])?["title"] as? String)
        }.sorted()
    }

    /// The ids of the nodes of a task on a device, the last one first.
    func nodes(of task: String, on device: String) throws -> [String] {
        try succeed(device, "log", "--task", task, "--format", "%H").split(separator: "\n")
            .map(String.init)
    }

    /// How many lines a command prints.
    func count(_ device: String, _ words: String...) throws -> Int {
        try run(device, words).lines.count
    }

    /// Lets a device join the person of another one, over the remote.
    func join(_ device: String, by other: String) throws {
        let offer = try succeed(device, "device", "accept").split(separator: "\n")
        let key = String(offer[0].dropFirst("key ".count))
        let words = String(offer[1].dropFirst("words ".count))
        try succeed(other, "device", "add", key, "--name", device, "--words", words)
        try meet([other, device])
        try succeed(device, "device", "accept", "--words", words)
    }
}
