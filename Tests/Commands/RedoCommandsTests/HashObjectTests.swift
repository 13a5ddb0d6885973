import Foundation
import TestSupport
import Testing

/// `redo-hash-object` with files and single texts.
@Suite struct HashObjectTests {
    @Test func printsTheIDsOfSeveralFilesInTheirOrder() throws {
        let runner = try CommandRunner()
        let nodes = (1...3).map { SampleNode(task: SampleNode.task($0)) }
        let lines = try runner.lines(of: nodes)
        for (index, line) in lines.enumerated() { try runner.write(line.utf8, to: "node \(index)") }
        let outcome = try runner.run("redo-hash-object", ["node 2", "node 0", "--", "node 1"])
        let ids = try runner.ids(of: nodes)
        #expect(outcome.lines == [ids[2], ids[0], ids[1]])
        #expect(outcome.status == 0)
    }

    @Test func standardInputComesBeforeTheFiles() throws {
        let runner = try CommandRunner()
        let nodes = (1...2).map { SampleNode(task: SampleNode.task($0)) }
        let lines = try runner.lines(of: nodes)
        try runner.write(lines[0].utf8, to: "file")
        let outcome = try runner.run(
            "redo-hash-object", ["file", "--stdin"], input: Array(lines[1].utf8))
        #expect(outcome.lines == (try runner.ids(of: nodes)).reversed())
    }

    @Test(arguments: [
        #"{"id": ID, "version":1.0, "timestamp":{"wall":"2025-01-01T08:00:00.000Z","lamport":10E-1}, "#
            + #""taskId":"00000000-0000-4000-8000-000000000001", "parents":[ ], "action":"CREAT\u0045", "#
            + #""data":{"fields":{"title":"Water the \u0070lants"}}, "#
            + #""author":{"userId":"00112233445566778899aabbccddeeff","deviceId":"phone"}}"#,
        "\r\n\t " + SampleNode().text(id: "ID").replacing("\"ID\"", with: "ID") + "\r\n",
        SampleNode().text(id: "ID").replacing("\"ID\"", with: "ID")
            .replacing("{\"action\"", with: #"{"accessList":["a"],"createdAt":null,"action""#),
    ])
    func theSpellingMakesNoDifferenceToTheIDAndToWhatIsStored(_ template: String) throws {
        let runner = try CommandRunner.withEmptyStore()
        let id = try runner.ids(of: [SampleNode()])[0]
        let text = template.replacing("ID", with: "\"\(id)\"")
        let outcome = try runner.run(
            "redo-hash-object", ["-w", "--stdin"], input: Array(text.utf8))
        #expect(outcome.text == "\(id)\n", "\(outcome.error)")
        let stored = try runner.contents(ofFile: runner.objectName(id))
        #expect(stored == Array((SampleNode().text(id: id) + "\n").utf8))
    }

    /// An id is worked out where there is none; one that is there has to be the right one.
    @Test func anIDIsWorkedOut() throws {
        let runner = try CommandRunner.withEmptyStore()
        let line = try runner.lines(of: [SampleNode()])[0]
        let id = try runner.ids(of: [SampleNode()])[0]
        let bare = line.replacing("\"id\":\"\(id)\",", with: "")
        try #require(bare != line)
        let outcome = try runner.run("redo-hash-object", ["--stdin"], input: Array(bare.utf8))
        #expect(outcome.status == 0 && outcome.text == "\(id)\n", "\(outcome)")
        try runner.write(bare.utf8, to: "node")
        #expect(try runner.run("redo-hash-object", ["-w", "node"]).text == "\(id)\n")
        #expect(
            try runner.contents(ofFile: runner.objectName(id))
                == Array((SampleNode().text(id: id) + "\n").utf8))
        let wrong = line.replacing(id, with: "sha256:" + String(repeating: "0", count: 64))
        #expect(
            try runner.run("redo-hash-object", ["--stdin"], input: Array(wrong.utf8)).codedError
                .hasPrefix("error: E_HASH_MISMATCH: "))
        let null = line.replacing("\"\(id)\"", with: "null")
        #expect(
            try runner.run("redo-hash-object", ["--stdin"], input: Array(null.utf8)).codedError
                .hasPrefix("error: E_SCHEMA_MISMATCH: id must be a string"))
        // Lines of a batch are what somebody has hashed.
        #expect(
            try runner.run("redo-hash-object", ["--batch"], input: Array(bare.utf8)).text
                .hasPrefix("- E_SCHEMA_MISMATCH id must be a string"))
    }

    @Test func theFirstBadFileEndsTheCommandAndIsNamed() throws {
        let runner = try CommandRunner.withEmptyStore()
        let lines = try runner.lines(of: [SampleNode(), SampleNode(task: SampleNode.task(2))])
        try runner.write(lines[0].utf8, to: "good")
        try runner.write(#"{"id": 1, "id": 2}"#.utf8, to: "bad")
        try runner.write(lines[1].utf8, to: "never read")
        let outcome = try runner.run("redo-hash-object", ["-w", "good", "bad", "never read"])
        #expect(outcome.status == 1)
        #expect(outcome.lines == (try runner.ids(of: [SampleNode()])))
        #expect(
            outcome.codedError
                == "error: E_SCHEMA_MISMATCH: not I-JSON: a name that the object already has, "
                + "at byte 10, in bad\n")
        #expect(try runner.objectNames().count == 1)
    }

    @Test(arguments: [
        [], ["--batch", "--stdin"], ["--batch", "file"], ["--write", "--literally", "--stdin"],
        ["-w", "--canonical", "--stdin"], ["--canonical", "--literally", "--stdin"],
        ["--canonical", "--batch"], ["--unknown"], ["-x"], ["--batch=1"],
    ])
    func wrongUsageIsSaidBeforeAnythingIsDone(_ arguments: [String]) throws {
        let runner = try CommandRunner.withEmptyStore()
        let before = try runner.contents(of: ".redo")
        let line = try runner.lines(of: [SampleNode()])[0]
        let outcome = try runner.run("redo-hash-object", arguments, input: Array(line.utf8))
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
        #expect(outcome.codedError.contains("\nusage: redo hash-object "))
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func literallyHashesWhatNoNodeIsAndWritesNothing() throws {
        let runner = try CommandRunner.withEmptyStore()
        let before = try runner.contents(of: ".redo")
        // The four members that are not hashed make no difference; nothing else is looked at.
        let texts = [
            #"{"b":[1.0],"a":"é"}"#,
            #"{"id":7,"signature":null,"a":"\u00e9","accessList":"x","b":[1],"createdAt":{}}"#,
        ]
        let input = Array(texts.joined(separator: "\n").utf8)
        let outcome = try runner.run("redo-hash-object", ["--literally", "--batch"], input: input)
        #expect(outcome.status == 0)
        // printf '{"a":"é","b":[1]}' | sha256sum
        let id = "sha256:fe44b490e297c0523c2a1ce591fc7b3b064b5ad3f2ac4634523685392680de5d"
        #expect(outcome.lines == [id, id])
        #expect(try runner.contents(of: ".redo") == before)
        let list = try runner.run(
            "redo-hash-object", ["--literally", "--stdin"], input: [0x5B, 0x5D])
        #expect(list.status == 1)
        #expect(list.codedError.hasPrefix("error: E_SCHEMA_MISMATCH: "))
    }

    @Test func withoutWritingNoStoreIsNeeded() throws {
        let runner = try CommandRunner()
        let line = try runner.lines(of: [SampleNode()])[0]
        #expect(
            try runner.run("redo-hash-object", ["--stdin"], input: Array(line.utf8)).status == 0)
        let outcome = try runner.run(
            "redo-hash-object", ["-w", "--stdin"], input: Array(line.utf8))
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: "))
        #expect(outcome.codedError.contains("'redo init' creates one for this folder\n"))
    }
}
