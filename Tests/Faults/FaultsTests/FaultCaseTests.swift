import Foundation
import PowerCuts
import TestSupport
import Testing

/// Faults that have lost something once, each by itself.
@Suite(.withFaults) struct FaultCaseTests {
    private let world: FaultWorld

    init() throws { world = try FaultWorld() }

    private func run(_ words: String, _ fault: Fault) throws -> CommandOutcome {
        try world.restore("start")
        return try world.run(WritingCommand(words), fault.variables)
    }

    /// The titles of the tasks that are open.
    private func titles() throws -> Set<String> {
        Set(try world.shell("redo list --json | jq -r .title").lines)
    }

    /// The program was killed when the to-do was completed and its successor had no name.
    @Test(arguments: [Fault.Way.kill, .error(5)])
    func aRecurringTaskComesAgain(_ way: Fault.Way) throws {
        let fault = Fault(kinds: [.link], number: 2, way: way)
        #expect(try run("done 'Water the plants'", fault).status != 0)
        #expect(try titles().contains("Water the plants"))
        let todos = try world.shell("redo list --json | jq -r .due").lines
        #expect(todos.contains { $0.hasPrefix("2025-11-23") }, "\(todos)")
        #expect(try world.store.run("fsck").status == 0)
    }

    /// The index had its name, the pack did not get it, and its file was removed.
    @Test func aPackWithoutANameLeavesNoIndex() throws {
        let before = Set(try world.store.lines("log", "--format=%H"))
        for number in 1...3 {
            let outcome = try run(
                "import ../many.jsonl", Fault(kinds: [.rename], number: number, way: .error(5)))
            let log = try world.store.run("log", "--format=%H")
            #expect(log.status == 0, "\(number): \(outcome) \(log)")
            #expect(Set(log.lines).isSuperset(of: before))
            #expect(outcome.status == 0 || Set(log.lines) == before, "\(number): \(outcome)")
        }
    }

    /// The index of a pack that was fetched had its name, and the pack was in another folder: its nodes counted as lost.
    @Test(arguments: [Fault.Way.kill, .error(5)])
    func aFetchedPackThatGotNoNameIsNotLost(_ way: Fault.Way) throws {
        _ = try world.run(WritingCommand("fetch full"), [:])
        let all = try world.store.lines("log", "--format=%H")
        let renames = try OperationLog(world.logPath).operations.filter { $0.kind == .rename }
        let index = try #require(renames.firstIndex { $0.newPath.hasSuffix(".idx") })
        let pack = try #require(renames.lastIndex { $0.newPath.hasSuffix(".pack") })
        try #require(index < pack)
        for number in index...pack {
            let outcome = try run(
                "fetch full", Fault(kinds: [.rename], number: number + 1, way: way))
            #expect(outcome.status != 0, "\(number)")
            let fsck = try world.store.run("fsck")
            #expect(fsck.status == 0 && fsck.error.isEmpty, "\(number): \(outcome) \(fsck)")
            #expect(try world.shell("redo fetch full").status == 0)
            #expect(try world.store.lines("log", "--format=%H") == all, "\(number)")
        }
    }

    /// A repair took a folder of nodes that it could not look at for something else, and moved it away.
    @Test func aRepairMovesNoFolderThatCannotBeLookedAt() throws {
        let nodes = try world.store.lines("log", "--format=%H")
        _ = try world.run(WritingCommand("fsck --repair"), [:])
        let kinds: [FileOperation.Kind] = [.open, .list, .status]
        let looks = try OperationLog(world.logPath).operations.filter { kinds.contains($0.kind) }
        let directories = looks.indices.filter { looks[$0].path.contains(#/\/objects\/..$/#) }
        try #require(!directories.isEmpty)
        for number in directories.prefix(8) {
            let outcome = try run(
                "fsck --repair", Fault(kinds: kinds, number: number + 1, way: .error(5)))
            #expect(try world.store.lines("log", "--format=%H") == nodes, "\(outcome)")
        }
    }

    /// What a reference leads to was taken for what is not there: nothing new, and status 0.
    @Test func aReferenceThatCannotBeReadIsAnError() throws {
        _ = try world.run(WritingCommand("fetch origin"), [:])
        let all = try world.store.lines("log", "--format=%H")
        let reads = try OperationLog(world.logPath).operations.filter { $0.kind == .read }
        let slots = reads.indices.filter { reads[$0].path.contains("/remote.git/refs/") }
        try #require(!slots.isEmpty)
        for number in slots {
            let outcome = try run(
                "fetch origin", Fault(kinds: [.read], number: number + 1, way: .error(5)))
            let isWhole = try world.store.lines("log", "--format=%H") == all
            #expect(isWhole == (outcome.status == 0), "\(outcome)")
        }
    }

    /// A store was passed over, and tasks went into another one.
    @Test func aStoreThatCannotBeReadIsNotPassedOver() throws {
        for number in 1...5 {
            let outcome = try run(
                "add 'Wash the car'", Fault(kinds: [.status], number: number, way: .error(5)))
            let own = "\(world.directory)/home/.local/share/redo"
            #expect(!FileManager.default.fileExists(atPath: own), "\(number): \(outcome)")
            let isThere = try titles().contains("Wash the car")
            #expect(isThere == (outcome.status == 0), "\(number): \(outcome)")
        }
    }
}
