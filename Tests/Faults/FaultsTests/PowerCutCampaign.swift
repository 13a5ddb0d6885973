import Foundation
import PowerCuts
import TestSupport

/// Many power cuts in one session.
struct PowerCutCampaign {
    struct Result {
        var cutCount = 0
        /// How many different states of the disk there were.
        var stateCount = 0
        /// In how many of them commands were run.
        var triedCount = 0
        var faults: [String] = []
    }

    private let session: RecordedSession
    private let world: FaultWorld
    private let seed: UInt64
    /// Whether commands wait for the disk; else only what was there before has to be there after a repair.
    private let isSynced: Bool

    init(
        _ session: RecordedSession, _ world: FaultWorld, seed: UInt64, isSynced: Bool = true
    ) {
        self.isSynced = isSynced
        self.session = session
        self.world = world
        self.seed = seed
    }

    var operationCount: Int { session.operations.count }

    /// Cuts the power after operations, as evenly spread as the count allows.
    ///
    /// - Parameters:
    ///   - share: of the states, in how many of which commands are run.
    ///   - limit: how many faults are enough.
    func run(count: Int, trying share: Double, limit: Int = .max) throws -> Result {
        var result = Result()
        var disk = session.disk
        var seen: Set<Int> = []
        var numbers = SeededNumbers(seed)
        // An operation that only looks leaves the disk as it was.
        let writing = session.operations.indices.filter {
            FileOperation.Kind.writing.contains(session.operations[$0].kind)
                && session.operations[$0].isDone
        }
        for (place, operation) in writing.enumerated() {
            disk.apply(session.operations[operation])
            let cuts = (place + 1) * count / writing.count - place * count / writing.count
            for _ in 0..<cuts where result.faults.count < limit {
                result.cutCount += 1
                let survival = ModelDisk.Survival.allCases[
                    numbers.below(ModelDisk.Survival.allCases.count)]
                let files = disk.files(survival, &numbers)
                let isTried = Double(numbers.below(1000)) < share * 1000
                // A state that was looked at is no other after the same commands.
                var hasher = Hasher()
                hasher.combine(session.promise(before: operation + 1).promise.operationCount)
                hasher.combine(files)
                let isNew = seen.insert(hasher.finalize()).inserted
                if isNew { result.stateCount += 1 }
                guard isNew || isTried else { continue }
                let cut = PowerCut(
                    session: session, operation: operation + 1, directory: "\(world.room)/cut")
                try cut.write(files)
                var faults = try isSynced ? cut.faults() : cut.losses(world)
                if isSynced, isTried, faults.isEmpty {
                    result.triedCount += 1
                    faults = try cut.failures(world, after: survival)
                }
                if !faults.isEmpty {
                    let (promise, _) = session.promise(before: operation + 1)
                    let last = session.operations[operation]
                    result.faults.append(
                        "after operation \(operation + 1), \(last.kind) \(last.path) "
                            + "\(last.newPath), with '\(promise.command)' acknowledged, "
                            + "\(survival): \(faults.joined(separator: "; "))")
                }
            }
        }
        return result
    }
}
