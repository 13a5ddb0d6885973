import Foundation
import TestSupport

/// A world that follows from a schedule, from its beginning to the quiet after its events.
package struct Simulation {
    package let schedule: Schedule

    package init(_ schedule: Schedule) { self.schedule = schedule }

    package init(seed: UInt64) { schedule = Schedule(seed: seed) }

    /// How a simulation went.
    package struct Report: Sendable {
        /// What was wrong; nil if nothing was.
        package let failure: String?
        /// What happened, a line for each thing.
        package let trace: [String]
        /// What happened, as far as it was determined.
        package let schedule: Schedule
        package let tally: Tally
        /// What commands that were cut off did to files, a line for each operation.
        package let courses: [[String]]
    }

    /// Where worlds are: in memory if the system has a place there.
    static var room: String {
        let shared = "/dev/shm"
        return FileManager.default.isWritableFile(atPath: shared)
            ? shared : FileManager.default.temporaryDirectory.path
    }

    /// Runs it.
    ///
    /// - Parameter count: how many of its events happen; nil for all.
    package func run(events count: Int? = nil) throws -> Report {
        let schedule = schedule.prefix(count ?? schedule.eventCount)
        // Paths are as long in each run: what is written where is part of what follows from the seed.
        let directory = "\(Self.room)/redo-simulation-\(UUID().uuidString)"
        var world: World?
        do {
            let made = try World(schedule, in: directory)
            world = made
            made.note("the remote is of the kind \(schedule.remote)")
            for (number, event) in schedule.events.enumerated() {
                made.note("event \(number + 1): \(event.kind)")
                try made.perform(event)
            }
            made.note("quiet")
            try made.quieten()
            try made.judge()
            return report(nil, made, schedule)
        } catch let failure as SimulationFailure {
            return report(failure.description, world, schedule)
        }
    }

    private func report(_ failure: String?, _ world: World?, _ schedule: Schedule) -> Report {
        var tally = world?.tally ?? Tally()
        tally.nodes = world?.facts.count ?? 0
        return Report(
            failure: failure, trace: world?.trace ?? [], schedule: schedule, tally: tally,
            courses: world?.courses ?? [])
    }

    /// Finds the smallest number of events after which it fails, and how it fails then.
    ///
    /// - Parameter report: of the run that failed.
    package func shortestFailure(_ report: Report) throws -> Report {
        for count in 0..<report.schedule.eventCount {
            let shorter = try run(events: count)
            if shorter.failure != nil { return shorter }
        }
        return report
    }

    /// Leaves out events without which it fails as well, the last ones first.
    ///
    /// - Parameter report: of the run that failed.
    package static func fewestEvents(_ report: Report) throws -> Report {
        var report = report
        for index in (0..<report.schedule.eventCount).reversed() {
            let shorter = try Simulation(report.schedule.without(index)).run()
            if shorter.failure != nil { report = shorter }
        }
        return report
    }
}
