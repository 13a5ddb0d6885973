import Foundation
import TestSupport
import Testing

/// `redo-prune` in a store with packs.
@Suite struct PruneTests {
    private let runner: CommandRunner
    private let log: [UInt8]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        try runner.storePacked()
        log = try runner.run("redo-export").output
        // Loose copies of all nodes.
        _ = try runner.shell(
            """
            mv .redo/objects/pack pack && redo-export | wc -l
            """)
        let imported = try runner.run("redo-import", input: log)
        #expect(imported.status == 0)
        _ = try runner.shell("mv pack .redo/objects/pack")
        #expect(try runner.looseNames().count == 60)
    }

    @Test func looseCopiesOfPackedNodesGo() throws {
        #expect(
            try runner.run("redo-count-objects", ["-v"]).text.contains("prune-packable: 60\n"))
        let outcome = try runner.run("redo-prune")
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.text == "removed 60 loose copies\n")
        #expect(try runner.looseNames().isEmpty)
        #expect(try runner.run("redo-export").output == log)
        #expect(try runner.run("redo-prune").output.isEmpty)
    }

    @Test func oldTemporaryFilesGo() throws {
        _ = try runner.run("redo-prune", ["-q"])
        _ = try runner.shell(
            """
            cd .redo/objects; touch -d '2 hours ago' tmp-1 pack/tmp-2.pack pack/tmp-2.idx
            touch tmp-3 pack/tmp-4.pack
            """)
        #expect(try runner.run("redo-prune").text == "removed 3 temporary files\n")
        #expect(
            try runner.temporaryNames().sorted() == ["objects/pack/tmp-4.pack", "objects/tmp-3"])
    }

    @Test func aDryRunRemovesNothing() throws {
        try runner.replace(runner.onlyPack().index, with: [])
        #expect(try runner.run("redo-fsck", ["--repair"]).status == 0)
        _ = try runner.shell("touch -d '2 hours ago' .redo/objects/tmp-1")
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.run("redo-prune", ["-n", "--quarantine"])
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(
            outcome.lines == [
                "would remove 1 temporary file", "would remove 60 loose copies",
                "would remove 2 damaged files",
            ])
        #expect(try runner.contents(of: ".redo") == before)
        #expect(
            try runner.run("redo-prune", ["--quarantine"]).lines
                == outcome.lines.map { $0.replacing("would remove", with: "removed") })
        #expect(try runner.run("redo-prune", ["--dry-run", "--quarantine"]).output.isEmpty)
    }

    @Test func theQuarantineGoesOnlyWhenThatIsAskedFor() throws {
        try runner.replace(runner.onlyPack().index, with: [])
        #expect(try runner.run("redo-fsck", ["--repair"]).status == 0)
        _ = try runner.run("redo-prune", ["-q"])
        #expect(try runner.contents(of: ".redo/quarantine").count == 2)
        let outcome = try runner.run("redo-prune", ["--quarantine"])
        #expect(outcome.status == 0 && outcome.text == "removed 2 damaged files\n")
        #expect(try runner.contents(of: ".redo/quarantine").isEmpty)
        #expect(try runner.run("redo-export").output == log)
    }

    @Test func nothingGoesWhileAnotherCommandPacks() throws {
        let outcome = try runner.shell("flock .redo/gc.lock redo-prune")
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(outcome.codedError.contains("another command is packing this store already"))
        #expect(try runner.looseNames().count == 60)
    }
}
