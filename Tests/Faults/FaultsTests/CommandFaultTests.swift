import Foundation
import TestSupport
import Testing

/// Every operation on a file that a command makes fails once, in every way: nothing is lost, nothing half-written
/// counts, the error says what happened, and the command can be repeated.
@Suite(.withFaults) struct CommandFaultTests {
    /// How many cases are tried in all: 80, or as many as `REDO_FAULTS` says. They are all there are if it says `all`.
    static let caseCount: Int? = {
        let given = ProcessInfo.processInfo.environment["REDO_FAULTS"]
        return given == "all" ? nil : given.flatMap { Int($0) } ?? 80
    }()

    /// How many commands are tried at once, each in a world of its own.
    static let laneCount =
        caseCount.map { $0 > 2000 } ?? true ? ProcessInfo.processInfo.activeProcessorCount : 1

    @Test(arguments: 0..<laneCount)
    func aFaultLosesNothing(_ lane: Int) throws {
        let seed = Seed()
        var generator = seed.generator
        let world = try FaultWorld()
        var commands = WritingCommand.all.shuffled(using: &generator)
        if let only = ProcessInfo.processInfo.environment["REDO_FAULT_COMMAND"] {
            commands = commands.filter { $0.words.hasPrefix(only) }
        }
        // A run of few cases tries few commands, since each has to be prepared.
        if let count = Self.caseCount, commands.count > max(1, count / 8) {
            commands.removeLast(commands.count - max(1, count / 8))
        }
        var tried = 0
        var fired = 0
        for (place, command) in commands.enumerated() where place % Self.laneCount == lane {
            let share = Self.caseCount.map { 1 + ($0 - 1) / commands.count }
            do {
                let campaign = try FaultCampaign(command, world, seed)
                let (count, firedCount) = try campaign.run(atMost: share, &generator)
                tried += count
                fired += firedCount
            } catch {
                Issue.record("\(command): \(error); \(seed.replay.rawValue)")
            }
        }
        print(
            "\(tried) faults in \(commands.count) commands, \(fired) of them hit "
                + "(seed \(seed.value))")
        #expect(fired > 0, seed.replay)
    }

    @Test func everyCommandThatWritesIsTried() {
        let tried = Set(WritingCommand.all.map(\.name))
        for name in SuiteNames.writing where !tried.contains(name) {
            #expect(WritingCommand.others[name] != nil, "redo \(name) is not in the table")
        }
        for name in WritingCommand.others.keys { #expect(!tried.contains(name), "\(name)") }
    }
}
