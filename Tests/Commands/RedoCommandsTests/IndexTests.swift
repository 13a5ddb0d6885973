import Foundation
import TestSupport
import Testing

/// `redo-index`.
@Suite struct IndexTests {
    private let runner: CommandRunner
    private let pack: String
    private let index: String
    private let bytes: [UInt8]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        try runner.storePacked()
        (pack, index) = try runner.onlyPack()
        bytes = try runner.contents(ofFile: index)
    }

    private var name: String { String(index.dropLast(4).split(separator: "/").last ?? "") }

    @Test func leavesAnIndexThatIsRight() throws {
        let outcome = try runner.run("redo-index")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.error.isEmpty)
        #expect(try runner.contents(ofFile: index) == bytes)
    }

    @Test func makesOneThatIsGone() throws {
        try FileManager.default.removeItem(atPath: runner.path(index))
        let listed = try runner.run("redo-list")
        #expect(listed.status == 128)
        #expect(
            listed.codedError.hasPrefix("error: STORAGE_004: the index of a pack cannot be read: "))
        #expect(listed.codedError.contains("\nhint: 'redo index' rebuilds the indexes of packs\n"))
        let outcome = try runner.run("redo-index")
        #expect(outcome.status == 0 && outcome.text == "\(name)\n")
        #expect(try runner.contents(ofFile: index) == bytes)
        #expect(try runner.run("redo-list").status == 0)
    }

    /// The index of a pack that is cut off or has the name of another cannot be rebuilt from it.
    @Test(arguments: ["truncate -s 200", "truncate -s 0"])
    func aRepairIsNamedWhereThePackIsDamagedToo(_ damage: String) throws {
        _ = try runner.shell("chmod u+w \(pack); \(damage) \(pack); rm -f \(index)")
        let listed = try runner.run("redo-list")
        #expect(listed.status == 128 && !listed.codedError.contains("redo index"), "\(listed)")
        #expect(listed.codedError.contains("\nhint: 'redo fsck --repair' "), "\(listed)")
        _ = try runner.run("redo-fsck", ["--repair"])
        #expect(try runner.run("redo-list").status != 128)
    }

    @Test func aRepairIsNamedForAPackThatHasAnotherName() throws {
        let digits = String(repeating: "0", count: 64)
        let other = ".redo/objects/pack/pack-\(digits).pack"
        _ = try runner.shell("mv \(pack) \(other); rm -f \(index)")
        let listed = try runner.run("redo-list")
        #expect(listed.status == 128 && !listed.codedError.contains("redo index"), "\(listed)")
        #expect(listed.codedError.contains("\nhint: 'redo fsck --repair' "), "\(listed)")
        _ = try runner.run("redo-fsck", ["--repair"])
        #expect(try runner.run("redo-list").status == 0)
    }

    @Test func whatHelpsWhereAPackIsDamagedIsSaidAtTheEnd() throws {
        var damaged = try runner.contents(ofFile: pack)
        damaged[100] ^= 1
        try runner.replace(pack, with: damaged)
        _ = try runner.shell("rm -f \(index)")
        let outcome = try runner.run("redo-index")
        #expect(outcome.status == 1)
        #expect(
            outcome.codedError.hasSuffix(
                "\nhint: 'redo fsck --repair' saves the nodes that are whole\n"))
        _ = try runner.run("redo-fsck", ["--repair"])
        #expect(try runner.run("redo-list").status != 128)
    }

    @Test(arguments: [0, 40, 60, 700, 1500])
    func makesOneThatIsDamaged(_ place: Int) throws {
        var damaged = bytes
        damaged[place] ^= 0x40
        try runner.replace(index, with: damaged)
        #expect(try runner.run("redo-index").text == "\(name)\n")
        #expect(try runner.contents(ofFile: index) == bytes)
        try runner.expectClean()
    }

    @Test func oneOfAnOlderFormatIsMadeAgainUnasked() throws {
        let listed = try runner.run("redo-list")
        var older = bytes
        older[7] = UInt8(ascii: "1")
        try runner.replace(index, with: older)
        try runner.expectClean()
        let outcome = try runner.run("redo-list")
        #expect(outcome.status == 0 && outcome.text == listed.text && outcome.error.isEmpty)
        #expect(try runner.contents(ofFile: index) == bytes)
        try runner.replace(index, with: older)
        #expect(try runner.run("redo-index").text == "\(name)\n")
        #expect(try runner.contents(ofFile: index) == bytes)
    }

    @Test func makesNoneForADamagedPackButThoseOfOthers() throws {
        try runner.store(SampleNode())
        #expect(try runner.run("redo-pack", ["-q"]).status == 0)
        #expect(try runner.packFiles(".pack").count == 2)
        var damaged = try runner.contents(ofFile: pack)
        damaged[100] ^= 1
        try runner.replace(pack, with: damaged)
        for file in try runner.packFiles(".idx") {
            try FileManager.default.removeItem(atPath: runner.path(file))
        }
        let outcome = try runner.run("redo-index")
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 1 && outcome.lines[0] != name)
        #expect(
            outcome.codedError.hasPrefix("warning: STORAGE_004: \(runner.path(pack)) is damaged"))
        #expect(try runner.packFiles(".idx").count == 1)
    }
}
