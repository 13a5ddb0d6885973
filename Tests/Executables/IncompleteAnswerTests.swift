import Foundation
import TestSupport
import Testing

/// Answers of a store that lacks nodes: each says so, in one line and by a status of its own.
@Suite struct IncompleteAnswerTests {
    static let log = "vectors/logs/70-generated-260-nodes"
    static let readers = [
        ["replay", "--hash"], ["log", "--format=%H"], ["log", "--count"], ["list", "--json"],
        ["export"], ["heads"], ["stats", "--json"], ["graph", "-n", "5"],
        ["cat-node", "--batch-check", "--batch-all-objects"],
    ]

    private let runner: CommandRunner

    init() throws { runner = try CommandRunner.withEmptyStore() }

    private func run(_ command: [String]) throws -> CommandOutcome {
        try runner.run("redo-\(command[0])", Array(command.dropFirst()))
    }

    /// The only line that a command says of damage.
    private func isOneWarning(_ text: String) -> Bool {
        text.codesFirst.hasPrefix("warning: RECONSTRUCT_003: ") && text.hasSuffix("\n")
            && text.count { $0 == "\n" } == 1 && text.contains("'redo fsck' lists ")
    }

    private func expectIncomplete(
        _ command: [String], _ comment: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try run(command)
        #expect(
            outcome.status == 3 && isOneWarning(outcome.error),
            "\(command) \(comment): \(outcome)", sourceLocation: sourceLocation)
    }

    /// One byte at a time of a pack and of its index: each answer is the right one, or says that it may not
    /// be.
    @Test(arguments: readers) func noChangedByteGivesAWrongAnswer(_ command: [String]) throws {
        let seed = Seed()
        var random = seed.generator
        try runner.storePacked(Self.log)
        let expected = try run(command)
        #expect(expected.status == 0)
        let files = try runner.onlyPack()
        var statuses: [Int32: Int] = [:]
        for (name, count) in [(files.pack, 32), (files.index, 16)] {
            let bytes = try runner.contents(ofFile: name)
            for _ in 0..<count {
                var damaged = bytes
                let place = Int.random(in: bytes.indices, using: &random)
                damaged[place] ^= UInt8.random(in: 1...255, using: &random)
                try runner.replace(name, with: damaged)
                let outcome = try run(command)
                let isRight = outcome.output == expected.output && outcome.error.isEmpty
                statuses[outcome.status, default: 0] += 1
                #expect(
                    outcome.status == 0 && isRight
                        || outcome.status == 3 && isOneWarning(outcome.error)
                        || outcome.status == 128
                            && outcome.codedError.hasPrefix("error: STORAGE_004: "),
                    "byte \(place) of \(name), \(command): \(outcome) \(seed.replay.rawValue)")
            }
            try runner.replace(name, with: bytes)
        }
        print("\(command): \(statuses.sorted { $0.key < $1.key })")
        #expect(try run(command).output == expected.output)
    }

    /// What a node changed is found by its place in the log, which is another one where nodes are missing.
    @Test func aPatchStandsBesideItsNode() throws {
        let others = try runner.storeChain(4, task: SampleNode.task(2))
        _ = try runner.storeChain(4)
        let question = ["log", "--patch", "--task", SampleNode.task(1)]
        let expected = try run(question)
        try #require(expected.status == 0 && expected.text.contains("title 3"))
        try runner.damage(others[1]) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            bytes = Array(text.replacing("title 2", with: "title x").utf8)
        }
        #expect(try run(question).output == expected.output)
    }

    @Test func aTaskWithoutAReadableNodeIsMissingRatherThanUnknown() throws {
        let ids = try runner.storeChain(1)
        try runner.damage(ids[0]) { $0 = Array("{}\n".utf8) }
        let question = ["log", "--task", SampleNode.task(1)]
        try expectIncomplete(question)
        #expect(try run(question).output.isEmpty)
    }

    @Test func aMissingParentIsSaidInOneLine() throws {
        let ids = try runner.storeChain(6)
        try FileManager.default.removeItem(atPath: runner.path(runner.objectName(ids[2])))
        for command in Self.readers.dropLast() { try expectIncomplete(command) }
        let replayed = try run(["replay", "--hash"])
        #expect(replayed.codedError.contains(" 4 nodes are damaged, missing or cut off, "))
        for command in [["show", "title 2"], ["blame", "title 2"], ["search", "title"]] {
            try expectIncomplete(command)
        }
        // What names nodes of the part that is whole answers for it.
        #expect(try run(["cat-node", "-t", ids[0]]).status == 0)
        // These say what is damaged themselves.
        for command in [["verify"], ["fsck"]] {
            let outcome = try run(command)
            #expect(outcome.status == 1 && outcome.error.isEmpty, "\(outcome)")
        }
    }

    @Test func aPackThatIsGoneIsMissed() throws {
        try runner.storePacked(Self.log)
        try FileManager.default.removeItem(atPath: runner.path(runner.onlyPack().pack))
        for command in Self.readers { try expectIncomplete(command) }
        try expectIncomplete(["status"])
        try expectIncomplete(["count-objects"])
        #expect(try run(["replay", "--hash"]).codedError.contains(" 260 nodes are damaged, "))
    }

    /// A command that was ended between the two files of a pack has lost nothing.
    @Test func anIndexOfWhichNothingIsLostIsNotMissed() throws {
        try runner.storePacked(Self.log)
        let files = try runner.onlyPack()
        let expected = try run(["replay", "--hash"])
        _ = try runner.shell(
            "redo-export > all; mkdir aside; cp \(files.index) aside; rm -f \(files.pack) "
                + "\(files.index); head -n 200 all | redo-import; tail -n +201 all | redo-import; "
                + "redo-gc -q --all; cp aside/* .redo/objects/pack")
        // The same nodes make the same pack, so another one has to have them.
        _ = try runner.shell("head -n 1 all | redo-import; redo-pack -q")
        let outcome = try run(["replay", "--hash"])
        #expect(outcome.output == expected.output && outcome.status == 0, "\(outcome)")
    }

    /// What a repair could not save is missed until it is back or given up.
    @Test func whatIsLostIsMissed() throws {
        let file = try runner.storePacked(Self.log)
        _ = try runner.shell("rm -f \(runner.onlyPack().pack); redo-fsck --repair")
        for command in Self.readers { try expectIncomplete(command) }
        #expect(try run(["import", file]).status == 0)
        let outcome = try run(["replay", "--hash"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    }

    @Test func anIndexThatIsGoneOrCutOffIsRefused() throws {
        try runner.storePacked(Self.log)
        let index = try runner.onlyPack().index
        let bytes = try runner.contents(ofFile: index)
        for damaged in [nil, bytes[..<(bytes.count / 2)]] {
            _ = try runner.shell("rm -f \(index)")
            if let damaged { try runner.write(damaged, to: index) }
            for command in Self.readers {
                let outcome = try run(command)
                #expect(outcome.status == 128, "\(command): \(outcome)")
                #expect(outcome.codedError.hasPrefix("error: STORAGE_004: "))
                #expect(outcome.codedError.contains("hint: 'redo index' "))
            }
        }
    }

    @Test func theRemoteThatHelpsIsNamed() throws {
        let ids = try runner.storeChain(3)
        try FileManager.default.removeItem(atPath: runner.path(runner.objectName(ids[1])))
        #expect(
            try run(["list"]).codedError.hasSuffix("'redo fsck --repair' saves what is intact\n"))
        _ = try run(["remote", "add", "far", "/nowhere.git"])
        #expect(try run(["list"]).codedError.hasSuffix("'redo fsck --from far' fetches them\n"))
    }

    @Test func completionsStaySilent() throws {
        let ids = try runner.storeChain(3)
        try FileManager.default.removeItem(atPath: runner.path(runner.objectName(ids[1])))
        for kind in ["task", "node"] {
            let outcome = try run(["rev-parse", "--complete", kind, ""])
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        }
    }

    @Test func aBatchNamesADamagedNodeAndGoesOn() throws {
        let ids = try runner.storeChain(3)
        try runner.damage(ids[1]) { $0 = [] }
        let outcome = try runner.run(
            "redo-cat-node", ["--batch-check"], input: Array(ids.joined(separator: "\n").utf8))
        #expect(outcome.status == 3, "\(outcome)")
        #expect(outcome.lines.count == 3 && outcome.lines[1] == "\(ids[1]) damaged")
        #expect(isOneWarning(outcome.error))
    }

    /// Nothing matched, and the answer may lack what would have.
    @Test func incompleteComesBeforeNo() throws {
        let ids = try runner.storeChain(3)
        #expect(try run(["heads", "--diverged"]).status != 3)
        try FileManager.default.removeItem(atPath: runner.path(runner.objectName(ids[1])))
        try expectIncomplete(["heads", "--diverged"])
        let unknown = try run(["show", "no such task"])
        #expect(unknown.status == 128 && unknown.codedError.hasPrefix("error: NAME_001: "))
        #expect(unknown.codedError.contains("\nwarning: RECONSTRUCT_003: "))
        #expect(try run(["list", "--no-such-option"]).status == 129)
    }
}
