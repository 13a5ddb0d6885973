import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo fsck` reads every byte of a store that has exchanged nodes: what lies in it under any name, and in which form.
@Suite struct FsckFormsTests {
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }

    /// A store with loose nodes, a remote in a folder, and a watch.
    init() throws {
        store = try TaskStore()
        for title in ["Buy cake", "Eat cake", "Bake a cake"] { try store.add(title) }
        let made = try runner.shell(
            """
            mkdir stick && redo remote add origin folder:stick && redo sync >/dev/null &&
            redo watch --since 0 --once >/dev/null
            """)
        try #require(made.status == 0, "\(made)")
        try runner.expectClean()
    }

    /// - Returns: the lines of a check that ends with 1.
    private func found() throws -> [String] {
        let outcome = try store.run("fsck")
        #expect(outcome.status == 1 && outcome.error.isEmpty, "\(outcome)")
        return outcome.lines
    }

    private func record(_ directory: String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: runner.path(".redo/\(directory)"))
        return ".redo/\(directory)/" + (try #require(names.min()))
    }

    private func loose() throws -> String {
        ".redo/objects/" + (try #require(try runner.looseNames().first))
    }

    @Test(arguments: [
        "operations/x", "checkpoints/x", "checkpoints/origin/x", "checkpoints/origin/ids/x",
        "watch/x",
        "sync/x", "x", "objects/x", "objects/pack/x",
    ])
    func garbageUnderAnyNameIsFoundAndSetAside(_ name: String) throws {
        _ = try runner.shell("mkdir -p .redo/objects/pack; echo garbage >.redo/\(name)")
        let lines = try found()
        let expected = "\(runner.path(".redo/\(name)")): it is not a file of the store"
        #expect(lines.count == 1 && lines[0].hasPrefix(expected), "\(lines)")
        let repair = try store.run("fsck", ["--repair"])
        #expect(repair.status == 0, "\(repair)")
        try runner.expectClean()
        #expect(try store.run("fsck", ["--quarantine"]).text.contains("not a file of the store"))
    }

    @Test(arguments: [
        "operations", "checkpoints/origin", "checkpoints/origin/ids", "watch", "sync",
    ])
    func garbageInThePlaceOfARecordIsFoundAndSetAside(_ directory: String) throws {
        let names = [
            "checkpoints/origin": ".redo/checkpoints/origin/state", "watch": ".redo/watch/arrivals",
            "sync": ".redo/sync/log",
        ]
        let name = try names[directory] ?? record(directory)
        try runner.replace(name, with: Array("garbage\n".utf8))
        let lines = try found()
        #expect(
            lines.contains {
                $0.hasPrefix("\(runner.path(name)): ") && $0.hasSuffix(" (STORAGE_004)")
            }, "\(lines)")
        let json = try store.run("fsck", ["--json"]).lines
        #expect(json.contains { $0.contains(name) && $0.contains(#""severity":"damage""#) })
        let repair = try store.run("fsck", ["--repair"])
        #expect(
            repair.lines.contains { $0.hasPrefix("moved \(runner.path(name)) to quarantine: ") })
        #expect(try store.run("sync").status == 0)
        #expect(try store.run("fsck").status == 0)
    }

    @Test func whatAPowerCutLeavesOfAnOperationIsANote() throws {
        let name = try record("operations")
        let bytes = try runner.contents(ofFile: name)
        for count in [0, bytes.count / 2, bytes.count - 1] {
            try runner.replace(name, with: bytes.prefix(count))
            let outcome = try store.run("fsck")
            #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome)")
            #expect(outcome.text.hasPrefix("note: \(runner.path(name)): "))
            #expect(try store.run("fsck", ["--json"]).text.contains(#""severity":"note""#))
        }
    }

    @Test func whatAPowerCutLeavesOfArrivalsIsANote() throws {
        let bytes = try runner.contents(ofFile: ".redo/watch/arrivals")
        try runner.replace(".redo/watch/arrivals", with: bytes.dropLast(7))
        let outcome = try store.run("fsck")
        #expect(outcome.status == 0 && outcome.text.hasPrefix("note: "), "\(outcome)")
        #expect(outcome.lines.count == 1 && outcome.text.contains("byte \(bytes.count - 40)"))
    }

    @Test(arguments: ["s/{/{ /", "s/$/\\r/", "$!d;s/,/, /g"])
    func aNodeInAnotherSpellingIsFound(_ change: String) throws {
        let node = try loose()
        let before = try runner.contents(ofFile: node)
        _ = try runner.shell("sed '\(change)' \(node) >x; rm -f \(node); mv x \(node)")
        #expect(
            try found() == [
                "\(runner.path(node)): it is not canonical JSON and a line feed (STORAGE_004)"
            ])
        #expect(try store.run("fsck", ["--repair"]).status == 0)
        #expect(try runner.contents(ofFile: node) == before)
        try runner.expectClean()
    }

    @Test func aNodeWithoutItsLineFeedIsFound() throws {
        let node = try loose()
        try runner.replace(node, with: try runner.contents(ofFile: node).dropLast())
        #expect(try found().count == 1)
        #expect(try store.run("fsck", ["--repair"]).status == 0)
        try runner.expectClean()
    }

    @Test func aNodeThatALinkLeadsToIsFound() throws {
        let node = try loose()
        let before = try runner.contents(ofFile: node)
        _ = try runner.shell("mv \(node) elsewhere; ln -s \"$PWD/elsewhere\" \(node)")
        #expect(try found() == ["\(runner.path(node)): it is a symbolic link (STORAGE_004)"])
        #expect(try store.run("fsck", ["--repair"]).status == 0)
        #expect(try runner.contents(ofFile: node) == before)
        try runner.expectClean()
        #expect(try runner.contents(ofFile: "elsewhere") == before)
    }

    @Test func aSignatureThatIsGoneIsFoundAndComesBack() throws {
        let node = try loose()
        let before = try runner.contents(ofFile: node)
        _ = try runner.shell(
            "sed 's/,\"signature\":\"[0-9a-f]*\"//' \(node) >x; rm -f \(node); mv x \(node)")
        try #require(try runner.contents(ofFile: node) != before)
        let lines = try found()
        #expect(lines.count == 1 && lines[0].hasSuffix(" (E_INVALID_SIGNATURE)"), "\(lines)")
        #expect(lines[0].contains("/checkpoints/origin/ids/"))
        let repair = try store.run("fsck", ["--from", "origin"])
        #expect(repair.status == 0, "\(repair)")
        #expect(try runner.contents(ofFile: node) == before)
        try runner.expectClean()
    }

    @Test func theRecordOfAnUnknownRemoteIsANote() throws {
        _ = try runner.shell("cp -r .redo/checkpoints/origin .redo/checkpoints/copy")
        let outcome = try store.run("fsck")
        #expect(
            outcome.lines.contains {
                $0.hasPrefix("note: \(runner.path(".redo/checkpoints/copy")): ")
            })
        // Renaming and removing a remote takes its record with it.
        _ = try runner.shell("rm -rf .redo/checkpoints/copy")
        #expect(try store.run("remote", ["rename", "origin", "stick"]).status == 0)
        try runner.expectClean()
        #expect(try store.run("remote", ["remove", "stick"]).status == 0)
        try runner.expectClean()
    }
}
