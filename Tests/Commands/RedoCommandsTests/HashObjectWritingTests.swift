import Foundation
import TestSupport
import Testing

/// What `redo-hash-object -w` leaves on disk.
@Suite struct HashObjectWritingTests {
    @Test func eachNodeBecomesOneReadOnlyFileOfOneLine() throws {
        let runner = try CommandRunner.withEmptyStore()
        let nodes = (1...40).map { SampleNode(task: SampleNode.task($0)) }
        let before = Set(try runner.contents(of: ".redo").keys)
        let lines = try runner.lines(of: nodes)
        let outcome = try runner.run(
            "redo-hash-object", ["-w", "--batch"],
            input: Array(lines.map { $0 + "\n" }.joined().utf8))
        #expect(outcome.status == 0)
        let ids = try runner.ids(of: nodes)
        #expect(outcome.lines == ids)

        var expected: [String: [UInt8]] = [:]
        for (id, line) in zip(ids, lines) {
            let name = String(runner.objectName(id).dropFirst(".redo/".count))
            expected[name] = Array((line + "\n").utf8)
            expected["objects/" + name.dropFirst("objects/".count).prefix(2)] = []
            let attributes = try FileManager.default.attributesOfItem(
                atPath: runner.path(runner.objectName(id)))
            #expect(attributes[.posixPermissions] as? Int == 0o444)
        }
        let added = try runner.contents(of: ".redo").filter { !before.contains($0.key) }
        #expect(added == expected)
    }

    @Test func writingANodeAgainChangesNothing() throws {
        let runner = try CommandRunner.withEmptyStore()
        let ids = try runner.store(SampleNode())
        let before = try runner.contents(of: ".redo")
        let line = try runner.lines(of: [SampleNode()])[0]
        let outcome = try runner.run(
            "redo-hash-object", ["-w", "--batch"], input: Array("\(line)\n\(line)\n".utf8))
        #expect(outcome.lines == ids + ids)
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func aRefusedNodeIsNotWritten() throws {
        let runner = try CommandRunner.withEmptyStore()
        let before = try runner.contents(of: ".redo")
        let orphan = SampleNode(
            action: "UPDATE", parents: ["sha256:" + String(repeating: "0", count: 64)], lamport: 2)
        let line = try runner.lines(of: [orphan])[0]
        let wrong = SampleNode().text(id: "sha256:" + String(repeating: "1", count: 64))
        let outcome = try runner.run(
            "redo-hash-object", ["-w", "--batch"], input: Array("\(line)\n\(wrong)\nnull\n".utf8))
        #expect(outcome.status == 1)
        let codes = outcome.lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        #expect(codes == ["- E_PARENT_NOT_FOUND", "- E_HASH_MISMATCH", "- E_SCHEMA_MISMATCH"])
        let single = try runner.run("redo-hash-object", ["-w", "--stdin"], input: Array(line.utf8))
        #expect(single.status == 1)
        #expect(single.codedError.hasPrefix("error: E_PARENT_NOT_FOUND: "))
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func signingCompletesANodeOfOnesOwn() throws {
        let runner = try CommandRunner.withStore()
        let made = try runner.run(
            "redo-commit-node", ["CREATE", "-f", "title=Mine", "--no-sign"])
        let id = try #require(made.lines.first)
        let unsigned = try runner.run("redo-cat-node", [id]).text
        #expect(!unsigned.contains("\"signature\""))
        // A wrong id and a signature in the input do not count.
        let text = unsigned.replacing(id, with: "sha256:no")
            .replacing(#""parents""#, with: #""signature":"00","parents""#)
        let signed = try runner.run(
            "redo-hash-object", ["--sign", "-w", "--stdin"], input: Array(text.utf8))
        #expect(signed.text == "\(id)\n", "\(signed.error)")
        #expect(try runner.run("redo-cat-node", ["--signature", id]).text.count == 129)
        #expect(try runner.run("redo-verify", ["--all", "--require-signature"]).status == 0)
    }

    @Test func nobodySignsForSomeoneElse() throws {
        let runner = try CommandRunner.withStore()
        let line = try runner.lines(of: [SampleNode()])[0]
        let outcome = try runner.run(
            "redo-hash-object", ["--sign", "-w", "--stdin"], input: Array(line.utf8))
        #expect(outcome.status == 1)
        #expect(outcome.codedError.hasPrefix("error: E_INVALID_SIGNATURE: "))
        #expect(try runner.objectNames().isEmpty)
    }
}
