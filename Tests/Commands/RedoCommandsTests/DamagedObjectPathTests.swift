import Foundation
import TestSupport
import Testing

/// Something else where a node's file should be.
@Suite struct DamagedObjectPathTests {
    private let runner: CommandRunner
    private let id: String
    private let line: [UInt8]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        id = try runner.ids(of: [SampleNode()])[0]
        line = Array(try runner.lines(of: [SampleNode()])[0].utf8)
    }

    @Test func aDirectoryIsNoNode() throws {
        try FileManager.default.createDirectory(
            atPath: runner.path(runner.objectName(id)), withIntermediateDirectories: true)
        let path = runner.path(runner.objectName(id))
        let before = try runner.contents(of: ".redo")

        let shown = try runner.run("redo-cat-node", [id])
        #expect(shown.status == 128)
        #expect(shown.codedError.hasPrefix("error: STORAGE_004: "))
        #expect(shown.codedError.contains(path))
        #expect(shown.codedError.contains("\nhint: 'redo fsck --repair' "))

        let verified = try runner.run("redo-verify")
        #expect(verified.status == 1)
        #expect(verified.text == "\(id): it is not a file: Is a directory (STORAGE_004)\n")

        let replayed = try runner.run("redo-replay", ["--canonical"])
        #expect(replayed.text == "[]")
        #expect(replayed.status == 3)
        #expect(replayed.codedError.hasPrefix("warning: RECONSTRUCT_003: 1 node is damaged, "))

        let imported = try runner.run("redo-import", ["--unsigned"], input: line)
        #expect(imported.status == 128)
        #expect(imported.codedError.hasPrefix("error: STORAGE_003: "))
        #expect(imported.codedError.contains(path))
        #expect(imported.codedError.contains("\nhint: 'redo fsck --repair' "))
        #expect(try runner.contents(of: ".redo") == before)

        let repaired = try runner.run("redo-fsck", ["--repair"])
        #expect(repaired.text.contains("to quarantine: it is not a file: "))
        #expect(try runner.run("redo-import", ["--unsigned"], input: line).status == 0)
        #expect(try runner.run("redo-verify").status == 0)
    }

    @Test func aFileInThePlaceOfAFolderStopsAnImport() throws {
        let directory = URL(filePath: runner.path(runner.objectName(id)))
            .deletingLastPathComponent()
        try Data("x".utf8).write(to: directory)
        let before = try runner.contents(of: ".redo")
        let imported = try runner.run("redo-import", ["--unsigned"], input: line)
        #expect(imported.status == 128)
        #expect(imported.codedError.hasPrefix("error: STORAGE_003: "))
        #expect(imported.codedError.contains(directory.path))
        #expect(try runner.contents(of: ".redo") == before)
        #expect(try runner.run("redo-log", ["--count"]).text == "0\n")
    }

    @Test(arguments: ["", "\n", "\u{0}", "null\n", "[]\n", "{}", "not JSON", "\n\n\n"])
    func aFileOfSomethingElseIsDamagedAndMendedByAnImport(_ text: String) throws {
        try runner.store(SampleNode())
        try runner.damage(id) { $0 = Array(text.utf8) }
        let shown = try runner.run("redo-cat-node", [id])
        #expect(shown.status == 128)
        #expect(shown.codedError.hasPrefix("error: STORAGE_004: "))
        #expect(try runner.run("redo-verify").status == 1)
        #expect(try runner.run("redo-import", ["--unsigned"], input: line).status == 0)
        #expect(try runner.run("redo-cat-node", [id]).output == line + [10])
        #expect(try runner.run("redo-verify").status == 0)
    }

    @Test func filesWithOtherNamesAreNoNodes() throws {
        try runner.store(SampleNode())
        for name in ["ab/cd", "ab/" + String(repeating: "g", count: 62), "zz/x", "README", ".x"] {
            let file = URL(filePath: runner.path(".redo/objects/\(name)"))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: file)
        }
        #expect(try runner.run("redo-verify", ["--porcelain"]).lines == ["\(id)\tOK"])
        #expect(try runner.run("redo-log", ["--count"]).text == "1\n")
    }
}
