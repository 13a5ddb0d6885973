import Foundation
import RedoSystem
import TestSupport
import Testing

/// One command, and the faults that are tried on it.
struct FaultCampaign {
    private let command: WritingCommand
    private let world: FaultWorld
    private let seed: Seed
    /// What was there before.
    private let before: Facts
    /// What is there after a run without a fault.
    private let after: Facts
    private let outcome: CommandOutcome
    private let proof: [String]
    private let faults: [Fault]

    /// What a store holds.
    struct Facts {
        let nodes: Set<String>
        let keys: Set<String>
    }

    init(_ command: WritingCommand, _ world: FaultWorld, _ seed: Seed) throws {
        self.command = command
        self.world = world
        self.seed = seed
        try world.restore("start")
        let prepared = try world.shell(command.preparation)
        try #require(prepared.status == 0, "\(command): \(prepared)")
        before = try Self.facts(world, isDamaged: command.isDamaged)
        try world.keep("prepared")
        outcome = try world.run(command, [:])
        try #require(outcome.status == 0 || command.isDamaged, "\(command): \(outcome)")
        let counts = try OperationLog(world.logPath).counts
        after = try Self.facts(world, isDamaged: command.isDamaged)
        proof = try world.shell(command.proof).lines
        try world.restore("prepared")
        _ = try world.run(command, ["REDO_FAULT_KINDS": "memory"])
        let allocationCount = try OperationLog(world.logPath).countedCount
        faults = Fault.all(counts, allocationCount: allocationCount)
    }

    /// - Parameter isDamaged: whether the store need not be whole.
    private static func facts(
        _ world: FaultWorld, isDamaged: Bool = false, _ place: Comment = "before"
    ) throws -> Facts {
        let log = try world.store.run("log", "--format=%H")
        if log.status != 0, !isDamaged { Issue.record("\(place.rawValue): \(log)") }
        // The mark of the key that signs is left out.
        let keys = try world.store.lines("key", "list").map { String($0.dropFirst(2)) }
        return Facts(nodes: Set(log.lines), keys: Set(keys))
    }

    /// Tries the faults, or some of them.
    ///
    /// - Returns: how many were tried, and how many of them happened.
    func run(
        atMost count: Int?, _ generator: inout SeededGenerator
    ) throws -> (tried: Int, fired: Int) {
        var chosen = faults
        if let count, count < faults.count {
            // As many of each kind of operation, since most only look.
            let kinds = Dictionary(grouping: faults) { $0.kinds }.sorted {
                "\($0.key)" < "\($1.key)"
            }
            chosen = []
            while chosen.count < count {
                if let kind = kinds.randomElement(using: &generator),
                    let fault = kind.value.randomElement(using: &generator)
                {
                    chosen.append(fault)
                }
            }
        }
        var fired = 0
        for fault in chosen where try attempt(fault) { fired += 1 }
        return (chosen.count, fired)
    }

    /// - Returns: whether the fault happened.
    private func attempt(_ fault: Fault) throws -> Bool {
        try world.restore("prepared")
        let place: Comment = "\(command): \(fault); \(seed.replay.rawValue)"
        let failed = try world.run(command, fault.variables)
        let hasFired = try OperationLog(world.logPath).failedCount > 0
        let isKilled = fault.way == .kill && hasFired
        // A program may end in the middle where there is no memory.
        let mayEnd = isKilled || fault.kinds == [.memory]
        if failed.status > 129, !mayEnd {
            Issue.record("\(place.rawValue): ended by a signal: \(failed)")
        }
        // A repair of what stays damaged never ends with 0.
        let isDone = failed.status == 0
        if !isDone, !mayEnd { expectReason(failed, place) }

        let found = try expectSound(place)
        if isDone, hasFired {
            #expect(found.nodes.count >= after.nodes.count, place)
            try expectProof(place)
        }
        if !isKilled, !fault.isLasting, !mayEnd,
            Set(fault.kinds).isDisjoint(with: [.unlink, .open, .status, .list, .read, .map])
        {
            #expect(world.temporaryFiles().isEmpty, place)
        }
        // Again. What was already done need not be possible twice.
        if !isDone {
            var again = try world.run(command, [:])
            // Git leaves the lock of a reference to a person where removing it failed, and so does the suite.
            if again.status != outcome.status, try world.removeLocksOfReferences() {
                again = try world.run(command, [:])
            }
            if again.status != outcome.status, let mending = command.mending {
                again = try world.shell(mending)
            }
            let wasComplete = found.nodes.count >= after.nodes.count && failed.status != 0
            if again.status != outcome.status, !wasComplete {
                Issue.record("\(place.rawValue): again: \(again)\nfirst: \(failed)")
            }
            let last = try expectSound(place)
            if !command.isDamaged { #expect(last.nodes.isSuperset(of: found.nodes), place) }
            #expect(last.nodes.count >= after.nodes.count, place)
            if again.status == outcome.status { try expectProof(place) }
        }
        try expectTidy(place)
        return hasFired
    }

    /// The error has a code and a reason.
    private func expectReason(_ failed: CommandOutcome, _ place: Comment) {
        // 1 is an answer of some commands, and 3 says that it lacks something.
        let code = #/: [A-Z]+_[A-Z0-9_]+: |\([A-Z]+_[A-Z0-9_]+\)/#
        let has = (failed.codedError + failed.text).contains(code)
        #expect(has && [1, 3, 128].contains(failed.status), "\(place.rawValue): \(failed)")
    }

    /// All that was there is there, and nothing that is half-written is taken for whole.
    private func expectSound(_ place: Comment) throws -> Facts {
        let found = try Self.facts(world, isDamaged: command.isDamaged, place)
        if !command.isDamaged { #expect(found.nodes.isSuperset(of: before.nodes), place) }
        #expect(found.keys.isSuperset(of: before.keys), place)
        if !command.isDamaged {
            let check = try world.store.run("fsck")
            #expect(check.status == 0, "\(place.rawValue): \(check)")
        }
        #expect(try world.store.areCachesRight(), place)
        _ = try world.store.lines("config", "--list")
        return found
    }

    private func expectProof(_ place: Comment) throws {
        if command.proof == ":" { return }
        let lines = try world.shell(command.proof).lines
        #expect(lines == proof, place)
    }

    /// What is left over is old one day, and is removed then.
    private func expectTidy(_ place: Comment) throws {
        let files = world.temporaryFiles().filter { $0.hasPrefix("\(world.directory)/here/.redo") }
        if files.isEmpty { return }
        let old = Date(timeIntervalSinceNow: -7200)
        for file in files {
            try? FileManager.default.setAttributes(
                [.modificationDate: old], ofItemAtPath: file)
        }
        let outcome = try world.store.run("gc", "-q")
        #expect(outcome.status == 0 || command.isDamaged, "\(place.rawValue): \(outcome)")
        let left = world.temporaryFiles().filter { $0.hasPrefix("\(world.directory)/here/.redo") }
        #expect(left.isEmpty, "\(place.rawValue): \(left)")
    }
}
