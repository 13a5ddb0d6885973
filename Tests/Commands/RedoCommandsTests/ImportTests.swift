import Foundation
import TestSupport
import Testing

/// `redo-import` of texts that hold good nodes.
@Suite struct ImportTests {
    private let family: [SampleNode]
    private let lines: [String]
    private let runner: CommandRunner

    /// A root, its child and its grandchild.
    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let root = SampleNode()
        let rootID = try runner.ids(of: [root])[0]
        let child = SampleNode(
            action: "UPDATE", parents: [rootID], lamport: 2, fields: ["priority": 5])
        let childID = try runner.ids(of: [child])[0]
        let grandchild = SampleNode(action: "ARCHIVE", parents: [childID], lamport: 3, fields: [:])
        family = [root, child, grandchild]
        lines = try runner.lines(of: family)
    }

    private func expectStored(
        _ outcome: CommandOutcome, _ text: String = "received 3 nodes (3 not signed)\n"
    ) throws {
        #expect(outcome.status == 0)
        #expect(outcome.text == text && outcome.error.isEmpty, "\(outcome)")
        #expect(try runner.objectNames().count == 3)
        #expect(try runner.run("redo-log", ["--count"]).text == "3\n")
        #expect(try runner.temporaryNames().isEmpty)
    }

    @Test(arguments: ["[", " \n[ ", "[\n"], ["]", "\n]\n", " ] \r\n"])
    func takesAnArrayIn(opening: String, closing: String) throws {
        let text = opening + lines.joined(separator: " ,\n  ") + closing
        try runner.write(text.utf8, to: "changes.json")
        try expectStored(runner.run("redo-import", ["--unsigned", "changes.json"]))
    }

    @Test(arguments: ["\n", "\r\n", "\n\n \t\n"])
    func takesJSONLinesInFromStandardInput(separator: String) throws {
        try expectStored(
            runner.run(
                "redo-import", ["--unsigned"], input: Array(lines.joined(separator: separator).utf8)
            ))
    }

    @Test func childrenMayComeBeforeTheirParents() throws {
        try expectStored(
            runner.run(
                "redo-import", ["--unsigned"],
                input: Array(lines.reversed().joined(separator: "\n").utf8)))
    }

    @Test func nodesThatAreKnownAreNoMistake() throws {
        let text = Array((lines + lines).joined(separator: "\n").utf8)
        try expectStored(runner.run("redo-import", ["--unsigned"], input: text))
        let before = try runner.contents(of: ".redo")
        try expectStored(
            runner.run("redo-import", ["--unsigned"], input: text),
            "received 0 nodes, 3 were known\n")
        #expect(try runner.contents(of: ".redo") == before)
    }

    /// Whether they lie in files of their own or in a pack.
    @Test(arguments: [false, true])
    func whatIsNewAndWhatWasKnownIsCounted(isPacked: Bool) throws {
        #expect(
            try runner.run("redo-import", ["--unsigned"], input: Array(lines[0].utf8)).text
                == "received 1 node (1 not signed)\n")
        if isPacked { #expect(try runner.run("redo-pack").status == 0) }
        let text = Array((lines + lines).joined(separator: "\n").utf8)
        let outcome = try runner.run("redo-import", ["--unsigned"], input: text)
        #expect(outcome.text == "received 2 nodes (2 not signed), 1 was known\n")
    }

    @Test(arguments: ["", " \n\t\r\n", "[]", " [ ] \n"])
    func nothingIsTakenInFromNothing(_ text: String) throws {
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.run(
            "redo-import", ["--unsigned", "--porcelain"], input: Array(text.utf8))
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func whatAReplicaAddsIsNotStored() throws {
        let text = lines[0].replacing(
            "{\"action\"",
            with: #"{"createdAt":{"seconds":1},"accessList":["me","you"],"action""#)
        _ = try runner.run("redo-import", ["--unsigned"], input: Array(text.utf8))
        let id = try runner.ids(of: [family[0]])[0]
        #expect(
            try runner.contents(ofFile: runner.objectName(id)) == Array((lines[0] + "\n").utf8))
    }

    @Test func theNodesThatAreGoodAreTakenInBesideBadOnes() throws {
        let orphan = SampleNode(
            action: "UPDATE", task: SampleNode.task(2),
            parents: ["sha256:" + String(repeating: "0", count: 64)], lamport: 2)
        let orphanLine = try runner.lines(of: [orphan])[0]
        let elements = [orphanLine, lines[0], #"{"id":"\ud800"}"#, lines[1], "7", lines[2]]
        try runner.write("[\(elements.joined(separator: ","))]".utf8, to: "changes.json")
        let outcome = try runner.run("redo-import", ["--unsigned", "changes.json"])
        #expect(outcome.status == 1)
        #expect(outcome.text == "received 3 nodes (3 not signed)\n")
        // Each bad node is named by its code and where it starts in the file.
        var offsets: [Int] = []
        var offset = 1
        for element in elements {
            offsets.append(offset)
            offset += element.utf8.count + 1
        }
        let errors = outcome.codedError.split(separator: "\n").filter { $0.hasPrefix("error: ") }
        try #require(errors.count == 3)
        let orphanID = try runner.ids(of: [orphan])[0]
        #expect(errors[0].hasPrefix("error: E_PARENT_NOT_FOUND: \(orphanID) "))
        #expect(errors[0].hasSuffix(", in the node at byte \(offsets[0]) of changes.json"))
        #expect(errors[1].hasPrefix("error: E_SCHEMA_MISMATCH: not I-JSON: a lone surrogate"))
        #expect(errors[1].hasSuffix(", in the node at byte \(offsets[2]) of changes.json"))
        #expect(errors[2].hasPrefix("error: E_SCHEMA_MISMATCH: "))
        #expect(errors[2].hasSuffix(", in the node at byte \(offsets[4]) of changes.json"))
        #expect(try runner.run("redo-log", ["--count"]).text == "3\n")
    }

    @Test func whereANodeStartsIsSaidOfLinesToo() throws {
        let outcome = try runner.run(
            "redo-import", ["--unsigned"], input: Array("\(lines[0])\n{}\n".utf8))
        #expect(outcome.status == 1)
        #expect(
            outcome.codedError.hasSuffix(
                ", in the node at byte \(lines[0].utf8.count + 1) of standard input\n"))
    }

    @Test func porcelainAnswersInTheOrderOfTheInput() throws {
        let ids = try runner.ids(of: family)
        let text = [lines[2], "{}", lines[0], lines[1], lines[0]].joined(separator: "\n")
        let outcome = try runner.run(
            "redo-import", ["--unsigned", "--porcelain"], input: Array(text.utf8))
        #expect(outcome.status == 1)
        #expect(outcome.error.isEmpty)
        #expect(
            outcome.lines == [
                "\(ids[2])\tOK", "-\tE_SCHEMA_MISMATCH", "\(ids[0])\tOK", "\(ids[1])\tOK",
                "\(ids[0])\tOK",
            ])
    }

    @Test func aSignatureCanBeRequired() throws {
        let outcome = try runner.run(
            "redo-import", ["--require-signature"], input: Array(lines[0].utf8))
        #expect(outcome.status == 1)
        #expect(outcome.codedError.hasPrefix("error: E_INVALID_SIGNATURE: sha256:"))
        #expect(try runner.objectNames().isEmpty)
    }
}
