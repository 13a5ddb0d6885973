import Foundation
import PowerCuts
import RedoCommandLine
import RedoCommands
import RedoModel
import RedoStore
import RedoSystem
import TestSupport

/// Why a simulation failed.
struct SimulationFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Devices, their remote, and time.
final class World {
    let seed: UInt64
    let directory: String
    let remote: SimulatedRemote
    var devices: [SimulatedDevice] = []
    /// In milliseconds since the beginning.
    var time: Int64 = 0
    /// All nodes that were ever in a store.
    var facts: [NodeID: NodeFacts] = [:]
    /// What each revocation by the first device covers, by the key that it revokes: nodes by that key.
    var covered: [String: [Set<NodeID>]] = [:]
    /// The nodes of hostile devices that say something that nobody else says, with what they say.
    var lies: [NodeID: String] = [:]
    /// Nodes that somebody has put on the remote and nobody may accept.
    var forged: Set<NodeID> = []
    /// Whether somebody has put bad copies of nodes there.
    var hasForgeries = false
    var tally = Tally()
    /// What happened, a line for each event.
    private(set) var trace: [String] = []
    /// What commands that were cut off did to files.
    private(set) var courses: [[String]] = []
    private let suite: CommandSuite
    private let commandLines: CommandLines
    /// Of the command that runs while another one waits for the remote.
    private let innerCommandLines: CommandLines
    private var isInner = false
    /// Whether others than the first person's devices are hostile, against whom some close their tasks.
    private let hasInvited: Bool

    init(_ schedule: Schedule, in directory: String) throws {
        seed = schedule.seed
        self.directory = directory
        remote = SimulatedRemote(schedule.remote)
        suite = ExchangeCommands.suite(over: schedule.remote)
        hasInvited = schedule.roster.contains(.member)
        try FileManager.default.createDirectory(
            atPath: "\(directory)/inner", withIntermediateDirectories: true)
        commandLines = try CommandLines(in: directory)
        innerCommandLines = try CommandLines(in: "\(directory)/inner")
        for role in schedule.roster { try addDevice(role) }
        if schedule.remote == .sealed {
            try expect(["member", "create", "--no-recovery"], on: 0)
            for number in devices.indices.dropFirst() where devices[number].role != .stranger {
                try addMember(number)
            }
        }
        for number in devices.indices where devices[number].role == .thief { try letIn(number) }
        for number in devices.indices where devices[number].role == .member {
            try expect(["person", "create", "Mallory", "--yes"], on: number)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func note(_ line: String) { trace.append(line) }

    /// Adds a device with an empty store that knows the remote.
    func addDevice(_ role: SimulatedDevice.Role) throws {
        let number = devices.count
        devices.append(try SimulatedDevice(number, role, in: directory, seed: seed))
        remote.addCopy(of: number)
        let entropy = seed &+ UInt64(number)
        guard try run(["init", "-q"], on: number, entropy: entropy)?.status == 0 else {
            throw SimulationFailure("device \(number) gets no store")
        }
        let path = "\(devices[number].store)/config"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try """
        \(text)
        [remote "origin"]
        \turl = store:simulated:world
        \tencrypted = \(remote.kind == .sealed)
        \tcopied = \(remote.kind == .copies)
        [sync]
        \tclaims = origin
        [gc]
        \tauto = 10
        \tautoPackLimit = 4

        """.write(toFile: path, atomically: true, encoding: .utf8)
        if hasInvited, number % 4 == 2 {
            try Data("[task]\n\tclosed = always\n".utf8).write(
                to: URL(filePath: "\(devices[number].home)/.config/redo/config"))
        }
        // Clocks differ from the beginning.
        var numbers = SeededGenerator(seed: entropy)
        devices[number].clock.skew = Int64(numbers.next() % 7_200_000) - 3_600_000
    }

    /// Runs a command that has to succeed, before anything happens.
    @discardableResult
    private func expect(_ words: [String], on device: Int) throws -> Answer {
        if remote.kind == .copies {
            var numbers = SeededGenerator(seed: seed)
            remote.deliver(to: device, count: nil, using: &numbers)
        }
        let answer = try run(words, on: device, entropy: seed &+ UInt64(time))
        guard let answer, answer.status == 0 else {
            throw SimulationFailure(
                "\(words) on device \(device): \(String(describing: answer))")
        }
        time += 60_000
        return answer
    }

    /// Lets a device read an encrypted remote.
    func addMember(_ number: Int) throws {
        guard remote.kind == .sealed else { return }
        devices[0].isOnline = true
        let card = try expect(["member", "card"], on: number)
        let answer = try expect(["member", "add", card.lines.first ?? "", "--yes"], on: 0)
        let invitation = answer.lines.first { $0.hasPrefix("redo:invitation:") } ?? ""
        try expect(["member", "trust", invitation, "--yes"], on: number)
    }

    /// Makes the person of the first device, and lets another one in.
    private func letIn(_ number: Int) throws {
        try expect(["person", "create", "Ana", "--yes"], on: 0)
        try expect(["device", "add", devices[number].publicKey, "--yes"], on: 0)
        try expect(["sync"], on: 0)
        try expect(["sync"], on: number)
        try expect(["device", "accept", "--yes"], on: number)
        try expect(["sync"], on: number)
        try expect(["sync"], on: 0)
    }

    // MARK: Commands

    /// Runs a command on a device, and looks at what it left.
    ///
    /// - Parameters:
    ///   - wall: what the clock shows; nil for what the clock of the device does.
    ///   - agent: the name of the agent that runs it; nil if the owner of the device does.
    ///   - isWriting: whether it may change the store.
    ///   - interruption: what happens before one of its requests to the remote.
    /// - Returns: nil if the command was cut off before it could answer.
    func run(
        _ words: [String], on number: Int, entropy: UInt64, crash: Crash? = nil,
        connection: Connection = .good, at wall: Instant? = nil, agent: String? = nil,
        isWriting: Bool = true, interruption: RemoteLink.Interruption? = nil
    ) throws -> Answer? {
        let device = devices[number]
        let own =
            ExchangeCommands.command(words[0], over: remote.kind) ?? StateHashes.command(words[0])
        guard let command = own ?? Suite.commands.command(named: words[0]) else {
            throw SimulationFailure("there is no command \(words[0])")
        }
        let recording = crash == nil ? nil : FileRecording()
        let link = RemoteLink(
            remote, of: number, device.isOnline ? connection : .none, seed: entropy,
            countingBy: recording.map { recording in { recording.operations.count } },
            interruption)
        let commandLines = isInner ? innerCommandLines : commandLines
        let disk = try crash.map { _ in try ModelDisk(device.store) }
        let answer = try SystemSimulation.withRandomness(from: entropy) {
            try CurrentLink.$link.withValue(link) {
                func run() throws -> Answer {
                    try commandLines.run(
                        command, Array(words.dropFirst()),
                        device.variables(
                            at: wall ?? device.clock.reading(at: time), agent: agent),
                        directory: device.directory, in: suite)
                }
                guard let recording else { return try run() }
                return try SystemSimulation.recording(device.store, in: recording, run)
            }
        }
        let complaint = answer.errors.split(separator: "\n").first.map { ", \($0)" } ?? ""
        try check(answer, words, on: number)
        guard isWriting else { return answer }
        note("device \(number): redo \(words.joined(separator: " ")): \(answer.status)\(complaint)")
        if let failure = link.failure { throw failure }
        let isAcknowledged = answer.status == 0
        // What is missing keeps others from being read until it is mended.
        guard let nodes = device.loss == nil ? try ids(on: number) : readableIDs(on: number) else {
            return answer
        }
        if let crash, let recording, let disk {
            return try end(
                number, crash, recording, disk, link, answer, isAcknowledged ? nodes : [])
        }
        try settle(number, nodes, isAcknowledged: isAcknowledged)
        return answer
    }

    /// Lets a command end where it is cut off.
    ///
    /// - Parameter nodes: what it has acknowledged if it came to its end.
    private func end(
        _ number: Int, _ crash: Crash, _ recording: FileRecording, _ disk: ModelDisk,
        _ link: RemoteLink, _ answer: Answer, _ nodes: Set<NodeID>
    ) throws -> Answer? {
        let remains = crash.remains(of: disk, after: recording.operations)
        if remains.isAnswered {
            devices[number].acknowledged.formUnion(nodes)
        } else {
            link.takeBack(after: remains.operationCount, inclusive: crash.seed % 2 == 0)
        }
        try remains.image.restore(to: devices[number].store)
        tally.crashes += 1
        note(
            "device \(number) ended after \(remains.operationCount) of "
                + "\(recording.operations.count) operations, \(crash.survival)")
        let store = devices[number].store
        courses.append(recording.operations.map { $0.summary(below: store) })
        // What wrote a node can be forgotten by now.
        defer { devices[number].unrecorded = devices[number].nodes }
        let isLacking = devices[number].loss != nil
        let opened = try devices[number].opened()
        guard let nodes = isLacking ? readableIDs(on: number) : Set(try opened.ids()) else {
            return remains.isAnswered ? answer : nil
        }
        if !isLacking, let first = try opened.check().findings.first {
            throw SimulationFailure(
                "after a crash device \(number) has faults, such as \(first.path): \(first.detail)"
            )
        }
        try settle(number, nodes, isAcknowledged: false)
        return remains.isAnswered ? answer : nil
    }

    /// Notes what a store has, in which nothing may be missing.
    private func settle(
        _ number: Int, _ nodes: Set<NodeID>, isAcknowledged: Bool
    ) throws {
        let lost = devices[number].acknowledged.subtracting(nodes)
        // What cannot be read for now is looked for once the store is mended.
        if devices[number].loss == nil, let first = lost.min() {
            throw SimulationFailure(
                "device \(number) has lost \(lost.count) nodes that it had acknowledged: \(first)")
        }
        let new = nodes.subtracting(devices[number].nodes)
        if !new.isEmpty {
            var reader = try devices[number].opened().objectReader()
            for id in new.sorted() {
                if facts[id] == nil, let line = try reader.line(of: id) {
                    facts[id] = try NodeFacts(id, line: Array(line.bytes))
                }
                if let facts = facts[id] { devices[number].things.add(facts) }
            }
        }
        devices[number].nodes = nodes
        if isAcknowledged {
            devices[number].acknowledged.formUnion(nodes)
        } else {
            devices[number].unrecorded.formUnion(new)
        }
    }

    /// Does something while a command waits for the remote.
    func inside(_ body: () throws -> Void) rethrows {
        isInner = true
        defer { isInner = false }
        try body()
    }

    func ids(on number: Int) throws -> Set<NodeID> { Set(try devices[number].opened().ids()) }

    /// What no command may answer, whatever happened.
    private func check(_ answer: Answer, _ words: [String], on number: Int) throws {
        let isDamaged =
            answer.status == 3
            || ["RECONSTRUCT_", "STORAGE_001", "STORAGE_002"].contains {
                answer.errors.contains($0)
            }
        if isDamaged, devices[number].loss == nil {
            let check = try Suite.commands.command(named: "fsck").map { command in
                let device = devices[number]
                return try commandLines.run(
                    command, [], device.variables(at: device.clock.reading(at: time)),
                    directory: device.directory
                ).output
            }
            throw SimulationFailure(
                "device \(number): redo \(words.joined(separator: " ")) ends with \(answer.status): "
                    + "\(answer.errors)\(check ?? "")")
        }
    }

    // MARK: Devices

    /// The devices that take part and are to be relied on.
    var honest: [Int] { devices.indices.filter { devices[$0].isHonest && !devices[$0].isLost } }
}
