import Foundation
import TestSupport
import Testing

/// What a repair cannot save is named and remembered until it is back or given up.
@Suite(.serialized) struct LostNodeTests {
    private let runner: CommandRunner
    private let file: String
    private let ids: [String]
    /// The end of a line about a lost node.
    private static let ending = " is lost (STORAGE_004)"

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        file = try runner.storePacked()
        ids = try runner.run("redo-log", ["--format=%H"]).lines.sorted()
    }

    private func cutOffThePack() throws {
        let pack = try runner.onlyPack().pack
        let bytes = try runner.contents(ofFile: pack)
        try runner.replace(pack, with: bytes[..<40])
    }

    private var lost: [String] {
        let bytes = (try? runner.contents(ofFile: ".redo/lost")) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("checksum ") }
    }

    /// What is said besides the nodes themselves: the inventory misses the pack.
    private func expectOnlyInventory(_ lines: [String]) throws {
        let line = try #require(lines.first)
        #expect(lines.count == 1, "\(lines)")
        #expect(line.hasPrefix(runner.path(".redo/inventory/pack-")), "\(line)")
        #expect(line.contains("the pack of \(ids.count) nodes is gone; "), "\(line)")
    }

    @Test func aPackThatIsCutOffLosesNodesByName() throws {
        try cutOffThePack()
        let repaired = try runner.run("redo-fsck", ["--repair"])
        #expect(repaired.status == 1, "\(repaired)")
        #expect(repaired.codedError.hasPrefix("hint: 'redo fsck --from REMOTE' "), "\(repaired)")
        #expect(repaired.lines.contains { $0.hasPrefix("saved 0 of \(ids.count) nodes of ") })
        let path = runner.path(".redo/lost")
        #expect(
            repaired.lines.filter { $0.hasSuffix(Self.ending) }
                == ids.map { "\(path): \($0) is lost (STORAGE_004)" })
        #expect(lost == ids)
        // Nobody forgets it.
        for _ in 1...2 {
            let checked = try runner.run("redo-fsck")
            #expect(checked.status == 1, "\(checked)")
            #expect(
                checked.lines.filter { $0.hasSuffix(Self.ending) }
                    == ids.map { "\(path): \($0) is lost (STORAGE_004)" })
            try expectOnlyInventory(checked.lines.filter { !$0.hasSuffix(Self.ending) })
        }
        let again = try runner.run("redo-fsck", ["--repair"])
        #expect(again.status == 1 && lost == ids)
        let verified = try runner.run("redo-verify")
        #expect(verified.status == 1)
        #expect(
            verified.lines.filter { $0.hasSuffix(Self.ending) }
                == ids.map { "\($0): the node is lost (STORAGE_004)" })
        try expectOnlyInventory(verified.lines.filter { !$0.hasSuffix(Self.ending) })
        #expect(try runner.run("redo-gc").status == 3)
        #expect(lost == ids)
    }

    @Test func whatIsBackIsNoLongerLost() throws {
        try cutOffThePack()
        _ = try runner.run("redo-fsck", ["--repair"])
        #expect(try runner.run("redo-import", ["--unsigned", file]).status == 0)
        try runner.expectClean()
        #expect(lost.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: runner.path(".redo/lost")))
    }

    @Test func lostNodesCanBeGivenUp() throws {
        try cutOffThePack()
        _ = try runner.run("redo-fsck", ["--repair"])
        let one = try runner.run(
            "redo-fsck", ["--give-up", String(ids[1].dropFirst(7).prefix(12))])
        #expect(one.status == 0 && one.text == "gave up \(ids[1])\n" && one.error.isEmpty, "\(one)")
        #expect(lost == ids.filter { $0 != ids[1] })
        let unknown = try runner.run("redo-fsck", ["--give-up", ids[1]])
        #expect(unknown.status == 128 && unknown.codedError.hasPrefix("error: NAME_001: "))
        #expect(try runner.run("redo-list").status == 3)
        let two = try runner.run("redo-fsck", ["--give-up", ids[0], "--give-up", ids[2]])
        #expect(two.text == "gave up \(ids[0])\ngave up \(ids[2])\n")
        let rest = try runner.run("redo-fsck", ["--give-up", "--all"])
        #expect(rest.status == 0 && rest.lines.count == ids.count - 3)
        #expect(lost.isEmpty)
        try runner.expectClean()
        #expect(try runner.run("redo-list").status == 0)
        #expect(try runner.run("redo-fsck", ["--give-up", ids[0], "--repair"]).status == 129)
    }

    /// The list is on disk before anything is moved that could tell what is lost.
    @Test(.withMounts) func aRepairThatIsInterruptedForgetsNothing() throws {
        try cutOffThePack()
        // The first thing that a repair moves goes into this folder, and nothing can be moved to another disk.
        let mounted = try runner.shell(
            "mkdir .redo/quarantine && mount -t tmpfs redo-test .redo/quarantine")
        try #require(mounted.status == 0, "\(mounted)")
        defer { _ = try? runner.shell("umount .redo/quarantine") }
        let failed = try runner.run("redo-fsck", ["--repair"])
        #expect(failed.status == 128, "\(failed)")
        #expect(lost == ids)
        #expect(try runner.packFiles().count == 2)
    }

    /// A gc leaves an index that is all that tells of a lost pack.
    @Test func anIndexThatTellsOfALostPackStays() throws {
        let files = try runner.onlyPack()
        _ = try runner.shell("rm -f \(files.pack); touch -d 2020-01-01 \(files.index)")
        let maintained = try runner.run("redo-gc")
        #expect(maintained.status == 3 && maintained.codedError.contains("RECONSTRUCT_003"))
        #expect(try runner.packFiles() == [files.index])
        let checked = try runner.run("redo-fsck")
        #expect(checked.status == 1)
        #expect(
            checked.text.contains("its pack is gone, with \(ids.count) nodes that are nowhere else")
        )
        #expect(try runner.run("redo-fsck", ["--repair"]).status == 1)
        #expect(lost == ids)
    }

    /// Without an index, other nodes say what is missing.
    @Test func theParentsOfWhatIsLeftAreKnownToBeLost() throws {
        let chain = try runner.storeChain(4, task: SampleNode.task(99))
        _ = try runner.shell("redo-gc -q --all; redo-cat-node \(chain[3]) > last")
        let fresh = try CommandRunner.withEmptyStore()
        let parts = try (0..<3).map { try runner.run("redo-cat-node", [chain[$0]]).output }
        for part in parts {
            #expect(try fresh.run("redo-import", ["--unsigned"], input: part).status == 0)
        }
        _ = try fresh.shell("redo-gc -q --all")
        let last = try runner.contents(ofFile: "last")
        #expect(try fresh.run("redo-import", ["--unsigned"], input: last).status == 0)
        let files = try fresh.onlyPack()
        _ = try fresh.shell(
            "rm -f \(files.index); : > empty; rm -f \(files.pack); cp empty \(files.pack)")
        let repaired = try fresh.run("redo-fsck", ["--repair"])
        #expect(repaired.status == 1)
        let record = String(decoding: try fresh.contents(ofFile: ".redo/lost"), as: UTF8.self)
        #expect(record.split(separator: "\n").contains { $0 == chain[2] }, "\(record)")
        #expect(record.contains("pack-"))
    }

    /// Only what is lost is read again from a remote.
    @Test func whatIsLostComesBackFromARemote() throws {
        let fixture = try GitFixture()
        let phone = try fixture.device("phone")
        for number in 1...5 { try phone.add("task \(number)") }
        try phone.expect(["push"])
        try phone.expect(["pack"])
        let hash = try phone.stateHash()
        let count = try phone.ids().count
        _ = try phone.runner.shell("rm -f \(phone.runner.onlyPack().pack)")
        #expect(try phone.run("fsck", ["--repair"]).status == 1)
        #expect(try phone.run("list").codedError.contains("'redo fsck --from origin' fetches them"))
        let outcome = try phone.run("fsck", ["--from", "origin"])
        #expect(
            outcome.status == 0
                && outcome.text
                    == "received \(count) nodes\n\(count) nodes that this store had lost are back\n",
            "\(outcome)")
        #expect(try phone.stateHash() == hash)
        #expect(try phone.run("fsck").output.isEmpty)
        // The same without a repair before, and of one node that nothing else tells of.
        let id = try #require(try phone.nodes().last?.nodeID)
        _ = try phone.runner.shell("redo-export > all; rm -rf .redo/objects; mkdir .redo/objects")
        let text = String(decoding: try phone.runner.contents(ofFile: "all"), as: UTF8.self)
        for line in text.split(separator: "\n") where !line.contains("\"id\":\"\(id)\"") {
            _ = try phone.runner.run("redo-import", ["--unsigned"], input: Array(line.utf8))
        }
        // No other commit is read.
        _ = try phone.runner.shell("cp -a .redo before")
        let one = try phone.run("fetch", ["--lost", "--porcelain", "origin"])
        #expect(one.status == 0 && one.lines.count == 1, "\(one)")
        #expect(one.text.hasPrefix("\(id)\t") && one.text.hasSuffix("\tOK\n"), "\(one)")
        #expect(try phone.stateHash() == hash)
        _ = try phone.runner.shell("rm -rf .redo; mv before .redo")
        let whole = try phone.run("fsck", ["--from", "origin"])
        #expect(
            whole.status == 0
                && whole.text == "received 1 node\n1 node that this store had lost is back\n",
            "\(whole)")
        #expect(try phone.stateHash() == hash)
    }
}
