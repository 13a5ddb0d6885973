import Foundation
import TestSupport
import Testing

/// `redo-pack --list` and `--verify`, `redo-index --show`, and previews of `redo-gc` and `redo-pack`.
@Suite struct PackInspectionTests {
    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        try runner.storePacked()
    }

    private func packName() throws -> String {
        let file = try runner.onlyPack().pack
        return String(file.split(separator: "/").last ?? "").replacingOccurrences(
            of: ".pack", with: "")
    }

    /// Changes a byte in the middle of a file.
    private func damage(_ name: String) throws {
        var bytes = try runner.contents(ofFile: name)
        bytes[bytes.count / 2] ^= 0x55
        try runner.replace(name, with: bytes)
    }

    @Test func aListingHasEachNodeWithItsPlace() throws {
        let name = try packName()
        let listed = try runner.run("redo-pack", ["--list", name])
        let nodes = try runner.run(
            "redo-cat-node", ["--batch-all-objects", "--batch-check"])
        #expect(listed.status == 0 && listed.error.isEmpty)
        let rows = listed.lines.map { $0.split(separator: " ").map(String.init) }
        #expect(rows.allSatisfy { $0.count == 7 })
        // Id, action and size are those of cat-node.
        #expect(rows.map { $0[0...2].joined(separator: " ") }.sorted() == nodes.lines)
        let bytes = try runner.contents(ofFile: runner.onlyPack().pack)
        for row in rows {
            let offset = try #require(Int(row[4]))
            #expect(Array(bytes[offset..<offset + 4]) == [0x28, 0xB5, 0x2F, 0xFD])
        }
        // Frames follow one another from the header on, without a gap.
        var frames: [Int: (offset: Int, size: Int)] = [:]
        for row in rows { frames[Int(row[3]) ?? -1] = (Int(row[4]) ?? -1, Int(row[5]) ?? -1) }
        var next = 16
        for frame in frames.keys.sorted() {
            #expect(frames[frame]?.offset == next)
            next += frames[frame]?.size ?? 0
        }
    }

    @Test func aPackIsNamedByItsBeginningOrItsFiles() throws {
        let name = try packName()
        let whole = try runner.run("redo-pack", ["--list", name]).output
        for text in [
            String(name.prefix(9)), String(name.dropFirst(5).prefix(4)), "\(name).idx",
            try runner.onlyPack().pack,
        ] {
            #expect(try runner.run("redo-pack", ["--list", text]).output == whole, "\(text)")
        }
        for text in ["pack-", "abc", "pack-zzzz"] {
            let outcome = try runner.run("redo-pack", ["--list", text])
            #expect(outcome.status == 128)
            #expect(outcome.codedError.hasPrefix("error: NAME_001: there is no pack '\(text)'\n"))
        }
    }

    @Test func withoutANamePacksAreListed() throws {
        let row = try runner.run("redo-pack", ["--list"]).text.split(separator: " ")
        let count = try runner.run("redo-log", ["--count"]).text
        #expect(row.first.map(String.init) == (try packName()))
        #expect("\(row[1])\n" == count)
    }

    @Test func theListingNeedsNoIndex() throws {
        let before = try runner.run("redo-pack", ["--list", packName()])
        try FileManager.default.removeItem(atPath: runner.path(runner.onlyPack().index))
        let after = try runner.run("redo-pack", ["--list", packName()])
        #expect(after.status == 0 && after.output == before.output)
    }

    @Test func damageIsFoundWithItsPlace() throws {
        let name = try packName()
        #expect(try runner.run("redo-pack", ["--verify", name]).text.hasPrefix("\(name) ok "))
        try damage(runner.onlyPack().pack)
        for words in [["--verify", name], ["--verify"], ["--list", name]] {
            let outcome = try runner.run("redo-pack", words)
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.codedError.contains("error: STORAGE_004: "), "\(outcome)")
            #expect(outcome.codedError.contains("is damaged at byte "), "\(outcome)")
        }
        let quiet = try runner.run("redo-pack", ["--verify", "-q"])
        #expect(quiet.status == 1 && quiet.output.isEmpty)
    }

    @Test func anIndexIsShownAndItsDamageFound() throws {
        let name = try packName()
        let shown = try runner.run("redo-index", ["--show", name])
        let count = try runner.run("redo-log", ["--count"]).text
        #expect(shown.status == 0)
        #expect(shown.lines.first == "pack: \(name)")
        #expect(shown.text.contains("\nnodes: \(count)"))
        // Chunks follow one another, and end 32 bytes before the file does.
        let chunks = shown.lines.map { $0.split(separator: " ") }.filter { $0.count == 4 }
        #expect(chunks.count == 21 && chunks.first?[0] == "IDS")
        let size = try runner.contents(ofFile: runner.onlyPack().index).count
        let ends = chunks.map { (Int($0[1]) ?? 0) + (Int($0[2]) ?? 0) }
        #expect(ends.max() == size - 32)
        #expect(zip(chunks.dropFirst(), ends).allSatisfy { Int($0[1]) == $1 })
        try damage(runner.onlyPack().index)
        let damaged = try runner.run("redo-index", ["--show"])
        #expect(damaged.status == 1 && damaged.codedError.contains("STORAGE_004"), "\(damaged)")
    }

    @Test func aPreviewChangesNothing() throws {
        try runner.store(SampleNode(task: SampleNode.task(77), lamport: 1))
        _ = try runner.run("redo-log", ["--count"])
        let before = try runner.contents(of: ".redo")
        let pack = try runner.run("redo-pack", ["-n", "--all"])
        #expect(pack.text == "would pack 1 loose node and 1 pack\n", "\(pack)")
        let gc = try runner.run("redo-gc", ["-n", "--all"])
        #expect(gc.status == 0 && gc.text.hasPrefix("would pack "), "\(gc)")
        #expect(try runner.contents(of: ".redo") == before)
        #expect(try runner.run("redo-gc", ["--all"]).text.hasPrefix("packed "))
        #expect(try runner.run("redo-gc", ["-n", "--all"]).output.isEmpty)
    }

    @Test(arguments: [
        ["redo-pack", "--list", "--verify"], ["redo-pack", "name"], ["redo-pack", "--stdin"],
        ["redo-pack", "--list", "-n"], ["redo-index", "name"], ["redo-index", "-z"],
    ])
    func whatDoesNotGoTogetherIsWrongUsage(_ words: [String]) throws {
        let outcome = try runner.run(words[0], Array(words.dropFirst()), input: Array("x\n".utf8))
        #expect(outcome.status == 129, "\(outcome)")
    }
}
