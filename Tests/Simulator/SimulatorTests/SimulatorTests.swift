import Foundation
import RedoSimulator
import Synchronization
import TestSupport
import Testing

/// Worlds of devices, whose remote, clocks and members do what they should not (docs/testing.md, "The simulator").
@Suite struct SimulatorTests {
    /// What a run of many seeds has come to.
    private struct Progress {
        var next: UInt64 = 0
        var tally = Tally()
        /// The first that fails ends the run.
        var failure: (simulation: Simulation, report: Simulation.Report)?
        var error: (any Error)?

        var isOver: Bool { failure != nil || error != nil }
    }

    @Test func devicesAgreeOnceEverythingIsQuiet() throws {
        let variables = ProcessInfo.processInfo.environment
        let count = variables["REDO_SIMULATIONS"].flatMap { UInt64($0) } ?? 100
        let eventCount = variables["REDO_EVENTS"].flatMap { Int($0) }
        let seed = Seed().value
        let progress = Mutex(Progress())
        DispatchQueue.concurrentPerform(
            iterations: Int(min(count, UInt64(ProcessInfo.processInfo.activeProcessorCount)))
        ) { _ in
            while let number = progress.withLock({ progress -> UInt64? in
                guard progress.next < count, !progress.isOver else { return nil }
                defer { progress.next += 1 }
                return progress.next
            }) {
                let simulation = Simulation(seed: seed &+ number)
                let result = Result { try simulation.run(events: eventCount) }
                progress.withLock { progress in
                    switch result {
                    case .success(let report):
                        progress.tally += report.tally
                        if report.failure != nil { progress.failure = (simulation, report) }
                    case .failure(let error): progress.error = error
                    }
                }
            }
        }
        let outcome = progress.withLock { $0 }
        if let error = outcome.error { throw error }
        if let (simulation, report) = outcome.failure { try record(simulation, report) }
        print("\(outcome.next) worlds: \(outcome.tally)")
        // A few may have no lie that counts for nothing; a hundred have.
        guard count >= 100, !outcome.isOver else { return }
        let tally = outcome.tally
        #expect(tally.crashes > 0 && tally.revocations > 0)
        #expect(tally.voidLies > 0 && tally.accusations > 0 && tally.foreign > 0)
        #expect(tally.losses > 0 && tally.mended > 0 && tally.surrendered > 0)
        #expect(tally.forgeries > 0 && tally.replays > 0 && tally.besides > 0)
        // One world in eight is sealed, and has few of these.
        #expect(tally.badBoxKeys > 0 || count < 1000)
    }

    /// Says how a simulation fails, after as few events as possible, and how it is kept.
    private func record(_ simulation: Simulation, _ report: Simulation.Report) throws {
        let shortest = try simulation.shortestFailure(report)
        let events = shortest.schedule.eventCount
        let seed = simulation.schedule.seed
        let fewest = try Simulation.fewestEvents(shortest)
        Issue.record(
            """
            \(shortest.failure ?? "")
            seed \(seed), after \(events) events; the last of what happened:
              \(shortest.trace.suffix(40).joined(separator: "\n  "))
            again with: REDO_SEED=\(seed) REDO_SIMULATIONS=1 REDO_EVENTS=\(events) \
            swift test --filter SimulatorTests
            Fixtures/worlds/\(seed) keeps it, without the events that it does not need:
            \(fewest.schedule)
            """)
    }

    /// Worlds in which something was wrong once, as the events that they had (docs/testing.md, "Worlds that failed").
    @Test(arguments: try Fixtures.names(in: Fixtures.directory.appending(path: "worlds")))
    func aWorldThatFailedBeforeHolds(_ name: String) throws {
        let text = String(decoding: try Fixtures.bytes("worlds/\(name)"), as: UTF8.self)
        let schedule = try #require(Schedule(text), "\(name) cannot be read")
        let report = try Simulation(schedule).run()
        if let failure = report.failure {
            Issue.record("\(failure)\n  \(report.trace.suffix(40).joined(separator: "\n  "))")
        }
    }

    /// What is kept of a world is the world.
    @Test func aWrittenScheduleIsTheSame() throws {
        let seed = Seed()
        let schedule = Schedule(seed: seed.value)
        let text = "# a comment\n\(schedule)"
        let read = try #require(Schedule(text), seed.replay)
        #expect(read.description == schedule.description, seed.replay)
        let (first, second) = (
            try Simulation(schedule).run(events: 20), try Simulation(read).run(events: 20)
        )
        #expect(first.trace == second.trace, seed.replay)
        for line in ["", "add 1 2", "add 1 2 x", "nothing 1 2 3", "add 1 2 3 4 all"] {
            #expect(Schedule("\(schedule)\(line)\n") == nil || line.isEmpty, "\(line)")
        }
        #expect(Schedule("seed 1\nremote host\ndevices honest nobody\n") == nil)
    }

    @Test func aSeedHasOneCourse() throws {
        let seed = Seed()
        for number in 0..<3 {
            let simulation = Simulation(seed: seed.value &+ UInt64(number))
            let (first, second) = (try simulation.run(), try simulation.run())
            #expect(first.failure == second.failure, seed.replay)
            #expect(first.trace == second.trace, seed.replay)
            #expect(first.courses == second.courses, seed.replay)
        }
    }

    @Test func fewerEventsAreTheBeginningOfMore() throws {
        let seed = Seed()
        let simulation = Simulation(seed: seed.value)
        let (all, some) = (try simulation.run().trace, try simulation.run(events: 10).trace)
        let beginning = some.prefix { $0 != "quiet" }
        #expect(beginning.count > 10, seed.replay)
        #expect(Array(all.prefix(beginning.count)) == Array(beginning), seed.replay)
    }
}
