import Foundation
import TestSupport
import Testing

/// `redo-hash-object --batch` beside a program that talks to it.
@Suite struct HashObjectBatchTests {
    @Test func answersEachLineBeforeTheNextOneComes() throws {
        let runner = try CommandRunner.withEmptyStore()
        let root = SampleNode()
        let rootID = try runner.ids(of: [root])[0]
        let child = SampleNode(action: "ARCHIVE", parents: [rootID], lamport: 2, fields: [:])
        let ids = try runner.ids(of: [root, child])
        let coprocess = try Coprocess(runner, "redo-hash-object", ["-w", "--batch"])
        for (node, id) in zip([root, child], ids) {
            try coprocess.send(node.text(id: id) + "\n")
            #expect(coprocess.line() == id)
            // What was printed is on disk, while the command still runs.
            #expect(FileManager.default.fileExists(atPath: runner.path(runner.objectName(id))))
        }
        try coprocess.send("[1,]\n")
        #expect(
            coprocess.line()
                == "- E_SCHEMA_MISMATCH not I-JSON: an unexpected byte, at byte 3")
        try coprocess.send(root.text(id: ids[0]) + "\n")
        #expect(coprocess.line() == ids[0])
        #expect(try coprocess.finish() == 1)
    }

    @Test func aLineMayComeInPieces() throws {
        let runner = try CommandRunner()
        let line = try runner.lines(of: [SampleNode()])[0] + "\n"
        let coprocess = try Coprocess(runner, "redo-hash-object", ["--batch"])
        for _ in 0..<3 {
            try coprocess.send(String(line.prefix(100)))
            Thread.sleep(forTimeInterval: 0.02)
            try coprocess.send(String(line.dropFirst(100)))
            #expect(coprocess.line()?.hasPrefix("sha256:") == true)
        }
        #expect(try coprocess.finish() == 0)
    }

    @Test func theLastLineMayLackItsEnd() throws {
        let runner = try CommandRunner()
        let lines = try runner.lines(of: [SampleNode(), SampleNode(task: SampleNode.task(2))])
        let outcome = try runner.run(
            "redo-hash-object", ["--batch"], input: Array(lines.joined(separator: "\n").utf8))
        #expect(outcome.lines.count == 2)
        #expect(outcome.status == 0)
    }

    @Test func everyLineHasAnAnswerAlsoAnEmptyOne() throws {
        let outcome = try CommandRunner().run(
            "redo-hash-object", ["--batch"], input: Array("\n \n{}\n".utf8))
        #expect(outcome.lines.count == 3)
        #expect(outcome.lines.allSatisfy { $0.hasPrefix("- E_SCHEMA_MISMATCH ") })
        #expect(outcome.status == 1)
    }

    @Test func nothingInMeansNothingOut() throws {
        let outcome = try CommandRunner().run("redo-hash-object", ["--batch"])
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
    }
}
