import Foundation
import TestSupport
import Testing

/// Devices with a home, a key and a store each, which meet at a remote.
struct DeviceGroup {
    let place: StoryPlace
    private let runner: CommandRunner
    /// The minutes of the clock, which goes on with every command.
    private let clock = Clock()

    /// The clock of all devices.
    private final class Clock {
        var minutes = 0
    }

    init(_ place: StoryPlace = .packs) throws {
        self.place = place
        runner = try CommandRunner()
        let make = place.isDirectory ? "mkdir remote" : "git init -q --bare remote"
        _ = try runner.shell("\(make) && mkdir work")
    }

    /// The address of the remote.
    var url: String { (place.isDirectory ? "folder:" : "") + runner.path("remote") }

    /// Makes a device with a key and no store.
    func makeKey(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: runner.path(name), withIntermediateDirectories: true)
        try succeed(name, "keygen", "--no-passphrase", "--name", name)
    }

    /// Lets the first device use the remote, which it encrypts if the place is encrypted.
    ///
    /// - Returns: the words of the remote's recovery key; nil for a remote that is not encrypted.
    func addRemote(_ device: String) throws -> String? {
        guard place.isEncrypted else {
            try succeed(device, "remote", "add", "origin", url)
            return nil
        }
        let shown = try succeed(device, "remote", "add", "--encrypt", "origin", url)
        let words: String = try #require(shown.recoveryWords(of: "remote origin"))
        return words
    }

    /// Makes a device with a key and a clone. Into an encrypted remote another device lets it in.
    func makeDevice(_ name: String, letInBy member: String) throws {
        try makeKey(name)
        guard place.isEncrypted else {
            try succeed(name, "clone", "--personal", url)
            return
        }
        let card = try succeed(name, "member", "card").split(separator: "\n")[0]
        let added = try succeed(member, "member", "add", "--yes", String(card))
        let invitation = try #require(added.split(separator: "\n").last)
        try succeed(name, "clone", "--personal", "--trust", String(invitation), url)
    }

    /// Lets a new device into a person and an encrypted remote by its card, whose words are compared once.
    ///
    /// - Parameter person: the id.
    func joinByCard(_ device: String, by member: String, person: String) throws {
        try makeKey(device)
        let offer = try succeed(device, "device", "accept", "--card", person)
            .split(separator: "\n")
        let card = String(offer[0].dropFirst("card ".count))
        let words = String(offer[1].dropFirst("words ".count))
        let added = try succeed(
            member, "device", "add", card, "--name", device, "--words", words, "--remotes")
        let invitation = try #require(added.split(separator: "\n").last)
        try succeed(device, "clone", "--personal", "--trust", String(invitation), url)
        try succeed(device, "device", "accept", "--words", words)
    }

    /// Runs a command line on a device at a terminal, at which lines are typed when they are asked for.
    func typed(
        _ device: String, _ answers: KeyValuePairs<String, String>, at line: String
    ) throws -> CommandOutcome {
        var runner = runner
        runner.environment["HOME"] = runner.path(device)
        runner.environment["REDO_DEVICE"] = device
        return try runner.typed(answers, at: "cd work && \(line)")
    }

    /// Takes the remote away.
    func removeRemote() throws { _ = try runner.shell("rm -rf remote") }

    /// Keeps what the remote is like under a name.
    func keepRemote(as name: String) throws { _ = try runner.shell("cp -a remote \(name)") }

    /// Lets commands meet what was kept in the place of the remote.
    func atRemote(keptAs name: String, _ body: () throws -> Void) throws {
        _ = try runner.shell("mv remote remote.real && mv \(name) remote")
        defer { _ = try? runner.shell("mv remote \(name) && mv remote.real remote") }
        try body()
    }

    /// Carries over what was put into a kept remote, as whoever runs the remote can. What is there already stays.
    func carryOver(from name: String) throws {
        let line =
            place.isDirectory
            ? "cp -an \(name)/. remote/"
            : "git -C remote fetch -q ../\(name) 'refs/redo/slots/*:refs/redo/slots/*' 2>&1; true"
        let carried = try runner.shell(line)
        try #require(carried.status == 0, "\(carried)")
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
