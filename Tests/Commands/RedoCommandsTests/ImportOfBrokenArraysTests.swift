import Foundation
import TestSupport
import Testing

/// An array that is cut off or followed by something is refused as a whole.
@Suite struct ImportOfBrokenArraysTests {
    private let runner: CommandRunner
    private let line: String

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        line = try runner.lines(of: [SampleNode()])[0]
    }

    private func expectRefused(_ text: String, at offset: Int) throws {
        let before = try runner.contents(of: ".redo")
        try runner.write(text.utf8, to: "changes.json")
        let outcome = try runner.run("redo-import", ["--unsigned", "--porcelain", "changes.json"])
        #expect(outcome.status == 128, "\(text.prefix(20))")
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError.hasPrefix("error: STORAGE_003: changes.json is not a JSON array"))
        #expect(outcome.codedError.contains(", at byte \(offset); nothing was imported\nhint: "))
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func cutOff() throws {
        for text in ["[\(line)", "[\(line),", "[\(line),{\"a", "[\(line),{\"a\\", "[", " [ "] {
            try expectRefused(text, at: text.utf8.count)
        }
    }

    @Test func withSomethingAfterIt() throws {
        try expectRefused("[\(line)] [", at: line.utf8.count + 3)
        try expectRefused("[] x", at: 3)
        try expectRefused("[\n]\n[]\n", at: 4)
    }

    /// Otherwise the order of lines would decide what is received.
    @Test func anArrayOnTheFirstOfManyLinesIsOneBadNode() throws {
        let text = "[\(line)]\n\(line)\n"
        let outcome = try runner.run(
            "redo-import", ["--unsigned", "--porcelain"], input: Array(text.utf8))
        #expect(outcome.status == 1)
        #expect(
            outcome.lines.map { $0.split(separator: "\t").last } == ["E_SCHEMA_MISMATCH", "OK"])
    }

    @Test func withAGap() throws {
        try expectRefused("[,\(line)]", at: 1)
        try expectRefused("[\(line),]", at: line.utf8.count + 2)
        try expectRefused("[\(line)}", at: line.utf8.count + 1)
    }

    @Test func aLineThatIsCutOffIsOneBadNode() throws {
        let text = "\(line)\n\(line.prefix(50))"
        let outcome = try runner.run(
            "redo-import", ["--unsigned", "--porcelain"], input: Array(text.utf8))
        #expect(outcome.status == 1)
        #expect(
            outcome.lines.map { $0.split(separator: "\t").last } == ["OK", "E_SCHEMA_MISMATCH"])
        #expect(try runner.objectNames().count == 1)
    }
}
