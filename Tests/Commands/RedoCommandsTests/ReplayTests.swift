import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo-replay`: what it prints, and what it does about nodes that do not count.
@Suite struct ReplayTests {
    private let runner: CommandRunner
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        ids = try runner.storeChain(3)
        try runner.store(SampleNode(task: SampleNode.task(2), fields: ["title": "Mow the lawn"]))
    }

    private func titles(_ arguments: String...) throws -> [String?] {
        try jsonLines(runner.run("redo-replay", ["--json"] + arguments))
            .map { $0["title"]?.string?.description }
    }

    @Test func jsonIsOneLineATask() throws {
        #expect(try titles() == ["title 3", "Mow the lawn"])
        #expect(try titles("--task", "lawn") == ["Mow the lawn"])
        let whole = try runner.run("redo-replay", ["--canonical"])
        let lines = try runner.run("redo-replay", ["--json"]).lines
        #expect(whole.text == "[\(lines.joined(separator: ","))]")
    }

    @Test func theEmptyStateHasItsKnownHash() throws {
        let empty = try CommandRunner.withEmptyStore()
        #expect(try empty.run("redo-replay", ["--canonical"]).text == "[]")
        #expect(
            try empty.run("redo-replay", ["--hash"]).text
                == "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\n")
        #expect(try empty.run("redo-replay", ["--json"]).output.isEmpty)
        #expect(try empty.run("redo-replay", ["--rejected"]).output.isEmpty)
    }

    @Test func aDamagedNodeIsReportedAndTheStateIsThatWithoutIt() throws {
        try runner.damage(ids[2]) { $0[50] ^= 1 }
        let outcome = try runner.run("redo-replay", ["--json"])
        #expect(outcome.status == 3)
        #expect(
            outcome.codedError
                == "warning: RECONSTRUCT_003: 1 node is damaged, missing or cut off, so this answer is "
                + "incomplete; 'redo fsck' lists it, 'redo fsck --repair' saves what is intact\n")
        let without = try CommandRunner.withEmptyStore()
        _ = try without.storeChain(2)
        try without.store(SampleNode(task: SampleNode.task(2), fields: ["title": "Mow the lawn"]))
        #expect(outcome.output == (try without.run("redo-replay", ["--json"]).output))
    }

    @Test func whatFollowsADamagedNodeDoesNotCountEither() throws {
        try runner.damage(ids[1]) { $0 = Array($0.prefix(20)) }
        let outcome = try runner.run("redo-replay", ["--json"])
        #expect(outcome.status == 3)
        #expect(outcome.codedError.hasPrefix("warning: RECONSTRUCT_003: 2 nodes are damaged, "))
        #expect(
            try outcome.lines.map { try JSONDocument(Array($0.utf8)).root.value["title"]?.text }
                == ["Water the plants", "Mow the lawn"])
        #expect(try runner.run("redo-list").status == 3)
    }

    @Test func importingAGoodCopyMendsTheStore() throws {
        let before = try runner.run("redo-replay", ["--hash"]).text
        let good = try runner.contents(ofFile: runner.objectName(ids[1]))
        try runner.damage(ids[1]) { $0[50] ^= 1 }
        let damaged = try runner.contents(ofFile: runner.objectName(ids[1]))
        #expect(try runner.run("redo-import", input: good).status == 0)
        let outcome = try runner.run("redo-replay", ["--hash"])
        #expect(outcome.text == before)
        #expect(outcome.error.isEmpty)
        #expect(try runner.contents(ofFile: runner.objectName(ids[1])) == good)
        // The damaged bytes are kept aside, with the reason.
        let aside = try runner.contents(of: ".redo/quarantine")
        #expect(aside.count == 2 && aside.values.contains(damaged))
    }

    @Test(arguments: [["--hash", "--json"], ["--canonical", "--rejected"], ["more"], ["--task"]])
    func wrongUsage(_ arguments: [String]) throws {
        #expect(try runner.run("redo-replay", arguments).status == 129)
    }
}
