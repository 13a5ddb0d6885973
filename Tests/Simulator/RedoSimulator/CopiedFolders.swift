import Foundation
import RedoCommandLine
import RedoCommands
import RedoModel
import RedoSystem
import TestSupport

/// Two devices, each with a folder as its remote, and a program that copies the folders to each other: badly at first, and
/// completely in the end. Everything follows from a seed.
package final class CopiedFolders {
    private let seed: UInt64
    private let directory: String
    private let commandLines: CommandLines
    private var devices: [SimulatedDevice] = []
    private var copier: DirectoryCopier
    private var numbers: SeededGenerator
    /// In milliseconds since 1970.
    private var time = SimulatedClock.start.milliseconds
    private var cloneCount = 0
    /// What happened.
    package private(set) var trace: [String] = []
    /// What the copier did how often.
    package var counts: [String: Int] { copier.counts }

    private static let day: Int64 = 24 * 60 * 60 * 1000

    package init(seed: UInt64) throws {
        self.seed = seed
        let directory = "\(Simulation.room)/redo-copies-\(UUID().uuidString)"
        self.directory = directory
        numbers = SeededGenerator(seed: seed)
        let copies = (0...1).map { "\(directory)/copy-\($0)" }
        copier = DirectoryCopier(between: copies, DirectoryCopier.Habits(using: &numbers))
        for copy in copies {
            try FileManager.default.createDirectory(
                atPath: copy, withIntermediateDirectories: true)
        }
        commandLines = try CommandLines(in: directory)
        for number in 0...1 { try addDevice(at: number) }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Adds a device with an empty store.
    ///
    /// - Parameter copy: the number of the folder that is its remote.
    private func addDevice(at copy: Int) throws {
        let number = devices.count
        devices.append(try SimulatedDevice(number, .honest, in: directory, seed: seed))
        try expect(["init", "-q"], on: number)
        try expect(["config", "core.fsync", "none"], on: number)
        try expect(["config", "remote.origin.url", "folder:\(directory)/copy-\(copy)"], on: number)
    }

    // MARK: Commands

    private static func command(_ name: String) -> Command? {
        StateHashes.command(name) ?? Suite.commands.command(named: name)
    }

    /// Runs a command, which has to end with 0.
    @discardableResult
    private func expect(_ words: [String], on number: Int) throws -> Answer {
        guard let command = Self.command(words[0]) else {
            throw SimulationFailure("there is no command \(words[0])")
        }
        time += 1000
        let device = devices[number]
        let answer = try SystemSimulation.withRandomness(from: seed &+ UInt64(trace.count)) {
            try commandLines.run(
                command, Array(words.dropFirst()),
                device.variables(at: Instant(milliseconds: time)), directory: device.directory)
        }
        let text = "device \(number): redo \(words.joined(separator: " "))"
        trace.append("\(text): \(answer.status) \(answer.errors)")
        guard answer.status == 0 else {
            throw SimulationFailure(
                "\(text) ends with \(answer.status): \(answer.output)\(answer.errors)")
        }
        if answer.errors.contains("E_REMOTE_") {
            throw SimulationFailure("\(text) accuses a folder that hides nothing: \(answer.errors)")
        }
        return answer
    }

    // MARK: Events

    /// Lets devices write and exchange nodes while the copier copies, and lets the copier finish.
    ///
    /// - Returns: what was not as it should be; nil if nothing was.
    package func run(events count: Int) throws -> String? {
        do {
            for _ in 0..<count { try perform() }
            try finish()
            return nil
        } catch let failure as SimulationFailure {
            return failure.description
        }
    }

    private func perform() throws {
        let number = Int.random(in: 0...1, using: &numbers)
        switch Int.random(in: 0..<32, using: &numbers) {
        case 0..<11:
            let place = Int.random(in: 0...1, using: &numbers)
            try copier.copy(to: place, using: &numbers)
            trace.append("copied to \(place)")
        case 11..<17:
            try expect(["add", "Task \(trace.count)", "--draft"], on: number)
        case 17..<25: try expect(["sync"], on: number)
        case 25: try expect(["push"], on: number)
        case 26: try expect(["fetch"], on: number)
        case 27, 28: try expect(["remote", "compact"], on: number)
        case 29: try expect(["remote", "verify"], on: number)
        case 30: try expect(["status"], on: number)
        default: try tryClone(from: number)
        }
        time += Int64.random(in: 0..<600_000, using: &numbers)
    }

    /// A new device takes a store from a folder that is being copied: it may have to wait for the first statement.
    private func tryClone(from number: Int) throws {
        do {
            try clone(from: number)
        } catch let failure as SimulationFailure {
            guard failure.description.contains("if it is still being copied, wait") else {
                throw failure
            }
        }
    }

    /// A new device takes a store from one of the folders.
    ///
    /// - Returns: where the store is.
    @discardableResult
    private func clone(from number: Int) throws -> String {
        cloneCount += 1
        let path = "\(directory)/clone-\(cloneCount)"
        try expect(["clone", "folder:\(directory)/copy-\(number)", path], on: number)
        return "\(path)/.redo"
    }

    // MARK: The end

    /// Lets the copier finish, and checks that the devices then have the same.
    private func finish() throws {
        trace.append("the copier finishes")
        try settle()
        // What no statement lists goes, which may lose nothing either.
        for _ in 0..<2 {
            time += 40 * Self.day
            for number in 0...1 { try expect(["remote", "compact"], on: number) }
            try settle()
        }
        for number in 0...1 {
            let store = try clone(from: number)
            try expectEqual(
                try expect(["heads", "--redo-dir", store], on: number).lines.sorted(),
                try expect(["heads"], on: 0).lines.sorted(), "a clone of folder \(number)")
        }
    }

    private func settle() throws {
        for _ in 0..<3 {
            try copier.finish(using: &numbers)
            for number in 0...1 { try expect(["sync"], on: number) }
        }
        try copier.finish(using: &numbers)
        for number in 0...1 {
            try expect(["fetch"], on: number)
            for words in [["remote", "verify"], ["fsck"], ["status"]] {
                let answer = try expect(words, on: number)
                if answer.output.contains("not all of it") || answer.output.contains("data is not")
                {
                    throw SimulationFailure(
                        "device \(number) misses something: \(words) \(answer.output)")
                }
            }
        }
        let states = try (0...1).map { try expect([StateHashes.name], on: $0).output }
        try expectEqual([states[0]], [states[1]], "the devices")
    }

    private func expectEqual(_ first: [String], _ second: [String], _ what: String) throws {
        if first != second {
            throw SimulationFailure("\(what) differ: \(first.prefix(4)) | \(second.prefix(4))")
        }
    }
}
