import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo-export`, and the way back.
@Suite struct ExportTests {
    static let sample = Fixtures.directory.appending(
        path: "vectors/logs/65-generated-90-nodes/nodes.jsonl"
    ).path

    @Test func linesAreTheStoredNodesInReplayOrder() throws {
        let runner = try CommandRunner.withEmptyStore()
        _ = try runner.run("redo-import", [Self.sample])
        let outcome = try runner.run("redo-export")
        #expect(outcome.status == 0)
        #expect(outcome.error.isEmpty)
        let log = try runner.run("redo-log", ["--replay-order", "--reverse", "--json"])
        #expect(outcome.output == log.output)
    }

    @Test(arguments: [[], ["--array"]], [true, false])
    func anExportMakesTheSameStateAnywhere(_ options: [String], toAFile: Bool) throws {
        let runner = try CommandRunner.withEmptyStore()
        _ = try runner.run("redo-import", [Self.sample])
        let file = toAFile ? ["-o", "export"] : []
        let outcome = try runner.run("redo-export", options + file)
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty == toAFile)
        let text = toAFile ? try runner.contents(ofFile: "export") : outcome.output
        let other = try CommandRunner.withEmptyStore()
        #expect(try other.run("redo-import", ["--require-signature"], input: text).status == 0)
        #expect(
            try other.run("redo-replay", ["--hash"]).text
                == (try runner.run("redo-replay", ["--hash"]).text))
        // Node for node, file for file.
        #expect(
            try other.contents(of: ".redo/objects") == (try runner.contents(of: ".redo/objects")))
    }

    @Test func anArrayIsJSON() throws {
        let runner = try CommandRunner.withEmptyStore()
        #expect(try runner.run("redo-export", ["--array"]).text == "[]\n")
        #expect(try runner.run("redo-export").output.isEmpty)
        _ = try runner.storeChain(2)
        let text = try runner.run("redo-export", ["--array"]).output
        guard case .array(let nodes) = try JSONDocument(text).root.value else {
            Issue.record("no array")
            return
        }
        #expect(nodes.count == 2)
    }

    @Test func aFileIsReplacedInOneStep() throws {
        let runner = try CommandRunner.withEmptyStore()
        let ids = try runner.storeChain(1)
        try runner.write("before".utf8, to: "export")
        #expect(try runner.run("redo-export", ["--output=export"]).status == 0)
        #expect(
            try runner.contents(ofFile: "export")
                == (try runner.contents(ofFile: runner.objectName(ids[0]))))
        let left = try FileManager.default.contentsOfDirectory(atPath: runner.directory.path)
        #expect(!left.contains { $0.hasSuffix(".tmp") })
    }

    /// As everywhere, and no file of that name.
    @Test func aHyphenIsStandardOutput() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Milk")
        let whole = try harness.succeed("export")
        #expect(try harness.succeed("export", "-o", "-") == whole)
        #expect(try harness.succeed("export", "--to", "csv", "-o", "-").contains("Milk"))
        #expect(!FileManager.default.fileExists(atPath: "\(harness.directory.path)/-"))
    }

    @Test func aFileThatCannotBeWrittenIsAnError() throws {
        let runner = try CommandRunner.withEmptyStore()
        _ = try runner.storeChain(1)
        let outcome = try runner.run("redo-export", ["-o", "no/such/folder/export"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_002: "))
        #expect(outcome.codedError.contains("no/such/folder/export"))
    }

    @Test func whatDoesNotCountIsLeftOutAndSaid() throws {
        let runner = try CommandRunner.withEmptyStore()
        let ids = try runner.storeChain(2)
        try runner.damage(ids[1]) { $0[40] ^= 1 }
        let outcome = try runner.run("redo-export")
        #expect(outcome.status == 3)
        #expect(outcome.lines.count == 1)
        #expect(outcome.codedError.hasPrefix("warning: RECONSTRUCT_003: 1 node is damaged, "))
    }
}
