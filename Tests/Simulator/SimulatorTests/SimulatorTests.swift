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
        #expect(tally.voidLies > 0 && tally.accusations > 0)
    }

    /// Says how a simulation fails, after as few events as possible.
    private func record(_ simulation: Simulation, _ report: Simulation.Report) throws {
        let shortest = try simulation.shortestFailure(report)
        let events = shortest.eventCount
        Issue.record(
            """
            \(shortest.failure ?? "")
            seed \(simulation.seed), after \(events) events; the last of what happened:
              \(shortest.trace.suffix(40).joined(separator: "\n  "))
            again with: REDO_SEED=\(simulation.seed) REDO_SIMULATIONS=1 REDO_EVENTS=\(events) \
            swift test --filter SimulatorTests
            """)
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
