import Foundation
import TestSupport
import Testing

/// Commands that read print the same wherever the nodes are.
@Suite struct PackedReadersTests {
    static let log = "vectors/logs/65-generated-90-nodes"

    enum Arrangement: CaseIterable {
        case onePack, severalPacks, packsAndLooseNodes, copiesEverywhere
    }

    /// A runner with the nodes in files of their own, in replay order in the file `nodes`.
    private static func loose() throws -> CommandRunner {
        let runner = try CommandRunner.withEmptyStore()
        let file = Fixtures.directory.appending(path: "\(log)/nodes.jsonl").path
        #expect(try runner.run("redo-import", [file]).status == 0)
        #expect(try runner.looseNames().count == 90 && runner.packFiles().isEmpty)
        try runner.write(try runner.run("redo-export").output, to: "nodes")
        return runner
    }

    private static func arranged(_ arrangement: Arrangement) throws -> CommandRunner {
        let runner = try loose()
        let parts = [("1,60", true), ("61,80", true), ("81,90", arrangement == .severalPacks)]
        switch arrangement {
        case .onePack:
            #expect(try runner.run("redo-gc", ["-q"]).status == 0)
            #expect(try runner.packFiles().count == 2 && runner.looseNames().isEmpty)
        case .severalPacks, .packsAndLooseNodes:
            _ = try runner.shell("rm -r .redo/objects/*")
            for (lines, isPacked) in parts {
                _ = try runner.shell("sed -n \(lines)p nodes | redo-import")
                if isPacked { #expect(try runner.run("redo-pack", ["-q"]).status == 0) }
            }
            let isMixed = arrangement == .packsAndLooseNodes
            #expect(try runner.packFiles(".pack").count == (isMixed ? 2 : 3))
            #expect(try runner.looseNames().count == (isMixed ? 10 : 0))
        case .copiesEverywhere:
            _ = try runner.shell(
                """
                cp -r .redo/objects copies; redo-gc -q; mv .redo/objects/pack .; rm -r .redo/objects/*
                sed -n 1,60p nodes | redo-import; redo-pack -q
                cp -n pack/* .redo/objects/pack; cp -rn copies/* .redo/objects
                """)
            #expect(try runner.packFiles(".pack").count == 2)
            #expect(try runner.looseNames().count == 90)
        }
        return runner
    }

    static let commands = [
        "redo-list --all --json", "redo-log --format='%H %P %A %T %L %W %U %D %s'", "redo-heads",
        "redo-heads --diverged", "redo-replay --hash", "redo-replay --canonical",
        "redo-replay --rejected", "redo-export", "redo-export --array",
        "redo-cat-node --batch --batch-all-objects",
        "redo-cat-node --batch-check --batch-all-objects --format='%H %A %S %T'",
        "redo-log --format=%h | redo-cat-node --batch", "redo-verify --porcelain",
        "redo-log --format=%H | head -n 1 | cut -c 8-14 | xargs redo-rev-parse", "redo-fsck",
        "redo-log --format=%H | head -n 30 | tail -n 1 | xargs redo-cat-node --pretty",
    ]

    @Test(arguments: Arrangement.allCases)
    func printTheSame(_ arrangement: Arrangement) throws {
        let loose = try Self.loose()
        let runner = try Self.arranged(arrangement)
        for command in Self.commands {
            let expected = try loose.shell(command)
            let outcome = try runner.shell(command)
            #expect(outcome.output == expected.output, "\(command)")
            #expect(outcome.status == expected.status, "\(command)")
            #expect(outcome.codedError == expected.error, "\(command)")
        }
        if arrangement != .copiesEverywhere {
            #expect(try runner.run("redo-count-objects").text.hasPrefix("90 objects, "))
        }
    }

    @Test func loseNoneOfTheNodesWhenCopiesArePackedOnceMore() throws {
        let runner = try Self.arranged(.copiesEverywhere)
        let hash = try runner.run("redo-replay", ["--hash"]).output
        let outcome = try runner.run("redo-gc", ["--all"])
        #expect(outcome.text == "packed 90 nodes\n")
        #expect(try runner.packFiles().count == 2 && runner.looseNames().isEmpty)
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        #expect(try runner.run("redo-count-objects").text.hasPrefix("90 objects, "))
    }

    @Test func aPrefixOfTwoPackedNodesIsAmbiguous() throws {
        let runner = try Self.arranged(.severalPacks)
        let outcome = try runner.run("redo-cat-node", ["--batch-check"], input: Array("0000".utf8))
        #expect(outcome.text == "0000 missing\n")
        #expect(try runner.run("redo-rev-parse", ["ffff"]).status == 128)
    }
}
