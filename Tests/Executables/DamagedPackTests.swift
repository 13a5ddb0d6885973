import Foundation
import TestSupport
import Testing

/// Commands over packs and indexes that have changed on the disk: a sample of what RedoStore's
/// PackDamageTests try.
@Suite struct DamagedPackTests {
    static let commands = [
        ["redo-list"], ["redo-log", "--format", "%H"], ["redo-replay", "--hash"],
        ["redo-cat-node", "--batch-check", "--batch-all-objects"],
    ]

    private let runner: CommandRunner
    private let file: String
    private let answers: [[UInt8]]
    private let hash: [UInt8]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        file = try runner.storePacked()
        let runner = runner
        answers = try Self.commands.map { try runner.run($0[0], Array($0.dropFirst())).output }
        hash = answers[2]
        _ = try runner.shell("cp -a .redo before")
    }

    private func restore() throws { _ = try runner.shell("rm -r .redo; cp -a before .redo") }

    /// No command gives another answer without saying that something is wrong, and a check finds it.
    private func expectNoticed(at name: String, _ comment: Comment) throws {
        for (command, answer) in zip(Self.commands, answers) {
            let outcome = try runner.run(command[0], Array(command.dropFirst()))
            #expect(outcome.status <= 128, "\(command) \(comment.rawValue)")
            let isSaid = outcome.status != 0 || outcome.codedError.hasPrefix("warning: ")
            #expect(isSaid || outcome.output == answer, "\(command) \(comment.rawValue)")
            #expect(
                outcome.status == 0 || outcome.codedError.hasPrefix("error: STORAGE_004: ")
                    || outcome.codedError.hasPrefix("warning: "),
                "\(command): \(outcome) \(comment.rawValue)")
        }
        let checked = try runner.run("redo-fsck")
        #expect(checked.status == 1 && checked.error.isEmpty, "\(checked) \(comment.rawValue)")
        #expect(checked.text.contains(runner.path(name)), comment)
    }

    /// A repair loses nothing that could be read, and an import of the nodes makes the store whole.
    private func expectMended(_ comment: Comment) throws {
        let pack = try #require(
            try runner.contents(of: "before/objects/pack").keys.first {
                $0.hasSuffix(".pack")
            })
        let log = try runner.run("redo-export").lines
        #expect(try runner.run("redo-fsck", ["--repair"]).status <= 1, comment)
        #expect(Set(try runner.run("redo-export").lines).isSuperset(of: log), comment)
        let checked = try runner.run("redo-fsck")
        #expect(
            checked.lines.allSatisfy { runner.isAboutLoss($0, ofPack: pack) },
            "\(checked) \(comment.rawValue)")
        #expect(try runner.run("redo-import", [file]).status == 0, comment)
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash, comment)
        try runner.expectClean(comment)
    }

    @Test func aChangedByteIsNoticedAndMended() throws {
        let seed = Seed()
        var random = seed.generator
        let files = try runner.onlyPack()
        for (name, count) in [(files.pack, 8), (files.index, 4)] {
            let bytes = try runner.contents(ofFile: name)
            for _ in 0..<count {
                var damaged = bytes
                let place = Int.random(in: bytes.indices, using: &random)
                damaged[place] ^= UInt8.random(in: 1...255, using: &random)
                try runner.replace(name, with: damaged)
                let comment: Comment = "byte \(place) of \(name), \(seed.replay.rawValue)"
                try expectNoticed(at: name, comment)
                try expectMended(comment)
                try restore()
            }
        }
    }

    @Test func aFileThatIsCutOffIsNoticedAndMended() throws {
        let files = try runner.onlyPack()
        for name in [files.pack, files.index] {
            let bytes = try runner.contents(ofFile: name)
            for count in [0, 30, bytes.count / 2, bytes.count - 1] {
                try runner.replace(name, with: bytes[..<count])
                try expectNoticed(at: name, "\(name) cut off after \(count) bytes")
                try expectMended("\(name) cut off after \(count) bytes")
                try restore()
            }
        }
    }

    @Test func anIndexThatIsGoneOrOfAnotherPackIsNoticedAndMended() throws {
        let other = try CommandRunner.withEmptyStore()
        try other.storePacked("vectors/logs/61-generated-50-nodes")
        let index = try runner.onlyPack().index
        _ = try runner.shell("rm -f \(index)")
        try expectNoticed(at: index, "gone")
        try expectMended("gone")
        try runner.replace(index, with: other.contents(ofFile: other.onlyPack().index))
        try expectNoticed(at: index, "of another pack")
        try expectMended("of another pack")
    }

    @Test func aFolderInThePlaceOfAPackIsNoticedAndMended() throws {
        let pack = try runner.onlyPack().pack
        _ = try runner.shell("rm -f \(pack); mkdir \(pack)")
        try expectNoticed(at: pack, "a folder")
        try expectMended("a folder")
    }

    @Test func aNodeThatOnePackHasWholeCountsThoughAnotherIsDamaged() throws {
        let pack = try runner.onlyPack().pack
        try runner.store(SampleNode())
        // All nodes in a second pack, and the first one again beside it.
        _ = try runner.shell("redo-gc -q --all; cp before/objects/pack/* .redo/objects/pack")
        #expect(try runner.packFiles(".pack").count == 2)
        let expected = try Self.commands.map { try runner.run($0[0], Array($0.dropFirst())) }
        var bytes = try runner.contents(ofFile: pack)
        bytes[60] ^= 0x55
        try runner.replace(pack, with: bytes)
        for (command, before) in zip(Self.commands, expected) {
            let outcome = try runner.run(command[0], Array(command.dropFirst()))
            #expect(outcome.output == before.output && outcome.status == 0, "\(command)")
            #expect(outcome.error.isEmpty, "\(command): \(outcome.error)")
        }
        #expect(try runner.run("redo-fsck").status == 1)
        // To pack all would need the damaged one.
        let packed = try runner.run("redo-gc", ["--all"])
        #expect(packed.status == 128 && packed.codedError.hasPrefix("error: STORAGE_004: "))
        #expect(try runner.run("redo-fsck", ["--repair"]).status == 0)
        #expect(try runner.run("redo-gc", ["--all"]).status == 0)
        #expect(
            try runner.run(Self.commands[1][0], ["--format", "%H"]).output == expected[1].output)
    }

    @Test func aFileInThePlaceOfTheFolderIsNotTakenForAnEmptyOne() throws {
        _ = try runner.shell("rm -r .redo/objects/pack; touch .redo/objects/pack")
        for command in Self.commands + [["redo-fsck"], ["redo-import", file], ["redo-gc"]] {
            let outcome = try runner.run(command[0], Array(command.dropFirst()))
            #expect(outcome.status == 128 && outcome.output.isEmpty, "\(command): \(outcome)")
            #expect(outcome.codedError.hasPrefix("error: STORAGE_00"), "\(command): \(outcome)")
            #expect(outcome.codedError.contains(runner.path(".redo/objects/pack")), "\(command)")
        }
    }
}
