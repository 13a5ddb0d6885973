import Foundation
import TestSupport
import Testing

/// `redo-fsck`.
@Suite struct FsckTests {
    private let runner: CommandRunner
    private let file: String
    private let hash: [UInt8]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        file = try runner.storePacked()
        hash = try Fixtures.bytes("\(Fixtures.generatedLog)/hash.txt")
    }

    private func damage(_ name: String, at place: Int) throws {
        var bytes = try runner.contents(ofFile: name)
        bytes[place] ^= 0x10
        try runner.replace(name, with: bytes)
    }

    @Test func printsNothingForAWholeStore() throws { try runner.expectClean() }

    @Test func printsPlaceCodeAndReason() throws {
        let pack = try runner.onlyPack().pack
        try damage(pack, at: 40)
        let outcome = try runner.run("redo-fsck")
        #expect(outcome.status == 1 && outcome.codedError.isEmpty)
        let path = runner.path(pack)
        #expect(outcome.lines.allSatisfy { $0.hasPrefix("\(path): byte ") })
        #expect(outcome.lines[0].hasPrefix("\(path): byte 0: its SHA-256 is "))
        #expect(outcome.lines.contains { $0.hasPrefix("\(path): byte 16: the frame") })
    }

    @Test func findsADamagedFileOfANode() throws {
        let id = try runner.store(SampleNode())[0]
        try runner.damage(id) { $0[$0.count / 2] ^= 1 }
        let outcome = try runner.run("redo-fsck")
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 1)
        #expect(outcome.text.hasPrefix("\(runner.path(runner.objectName(id))): "))
        #expect(outcome.text.contains(" (E_"), "\(outcome)")
    }

    @Test func findsANodeWithoutItsParent() throws {
        let child = SampleNode(
            action: "UPDATE", parents: ["sha256:" + String(repeating: "a", count: 64)], lamport: 2)
        let id = try runner.store(child)[0]
        let outcome = try runner.run("redo-fsck")
        #expect(outcome.status == 1)
        let path = runner.path(runner.objectName(id))
        #expect(
            outcome.text.hasPrefix("\(path): \(id): ")
                && outcome.text.hasSuffix(" (E_PARENT_NOT_FOUND)\n"), "\(outcome)")
        // That is nothing that could be repaired; its parent is lost from now on.
        let parent = try #require(child.parents.first)
        let repaired = try runner.run("redo-fsck", ["--repair"])
        #expect(repaired.status == 1, "\(repaired)")
        let lost = "\(runner.path(".redo/lost")): \(parent) is lost (STORAGE_004)\n"
        #expect(repaired.text == outcome.text + lost)
        #expect(try runner.run("redo-fsck").text == outcome.text + lost)
    }

    /// Nothing says how much there was.
    @Test func aRepairThatSavedLessThanEverythingIsNotADone() throws {
        let files = try runner.onlyPack()
        let name = String(try #require(files.pack.split(separator: "/").last))
        _ = try runner.shell("rm -f \(files.index); truncate -s 1000 \(files.pack)")
        let outcome = try runner.run("redo-fsck", ["--repair"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.lines.contains {
                $0.hasSuffix(" nodes of \(name); how many it held is not known")
            }, "\(outcome)")
        #expect(outcome.codedError.contains("'redo fsck --from REMOTE' fetches"), "\(outcome)")
        for _ in 1...2 {
            let checked = try runner.run("redo-fsck")
            #expect(
                checked.status == 1 && checked.text.contains("no record has what it contained"),
                "\(checked)")
        }
        #expect(try runner.run("redo-list").status == 3)
        // A person decides that nothing more is expected.
        let given = try runner.run("redo-fsck", ["--give-up", "--all"])
        #expect(given.status == 0, "\(given)")
        try runner.expectClean()
        #expect(try runner.run("redo-list").status == 0)
        #expect(try runner.run("redo-import", ["--unsigned", file]).status == 0)
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        try runner.expectClean()
    }

    @Test func repairsAPackAndAnImportBringsTheRest() throws {
        let pack = try runner.onlyPack().pack
        try damage(pack, at: 2000)
        let outcome = try runner.run("redo-fsck", ["--repair"])
        #expect(outcome.status <= 1)
        #expect(outcome.error.isEmpty || outcome.codedError.hasPrefix("hint: 'redo fsck --from "))
        let name = String(pack.split(separator: "/").last ?? "")
        #expect(outcome.lines.contains { $0.hasPrefix("moved \(name) to quarantine: byte ") })
        #expect(
            outcome.lines.contains { $0.hasPrefix("saved ") && $0.hasSuffix("nodes of \(name)") })
        let quarantine = try runner.contents(of: ".redo/quarantine").keys
        #expect(quarantine.count { $0.hasPrefix(name) } == 2)
        #expect(quarantine.contains { $0.hasPrefix(name) && $0.hasSuffix(".reason") })
        let again = try runner.run("redo-fsck")
        #expect(again.status == outcome.status)
        #expect(again.lines.allSatisfy { runner.isAboutLoss($0, ofPack: pack) }, "\(again)")
        #expect(try runner.run("redo-import", [file]).status == 0)
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        try runner.expectClean()
    }

    @Test func makesAnIndexAgain() throws {
        let index = try runner.onlyPack().index
        let before = try runner.contents(ofFile: index)
        try damage(index, at: 700)
        #expect(try runner.run("redo-fsck").text.hasPrefix("\(runner.path(index)): byte 700: "))
        let outcome = try runner.run("redo-fsck", ["--repair"])
        #expect(outcome.status == 0)
        #expect(outcome.lines.last?.hasPrefix("made pack-") == true)
        #expect(try runner.contents(ofFile: index) == before)
        try runner.expectClean()
    }

    @Test func aFolderInThePlaceOfAPackIsSetAside() throws {
        let pack = try runner.onlyPack().pack
        _ = try runner.shell("rm -f \(pack); mkdir -p \(pack)/inside")
        #expect(try runner.run("redo-list").status == 128)
        #expect(try runner.run("redo-fsck").text.hasPrefix("\(runner.path(pack)): "))
        let outcome = try runner.run("redo-fsck", ["--repair"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.lines.contains { $0.hasSuffix(" is lost (STORAGE_004)") })
        #expect(try runner.packFiles().isEmpty)
        #expect(try runner.run("redo-import", [file]).status == 0)
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
    }

    @Test func repairWaitsForNobody() throws {
        try damage(runner.onlyPack().pack, at: 40)
        let before = try runner.contents(of: ".redo/objects")
        let outcome = try runner.shell("flock .redo/gc.lock redo-fsck --repair")
        #expect(outcome.status == 128 && outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_003: another command is packing"))
        #expect(try runner.contents(of: ".redo/objects") == before)
        // To look needs no lock.
        #expect(try runner.shell("flock .redo/gc.lock redo-fsck").status == 1)
    }
}
