import RedoJSON
import TestSupport
import Testing

/// Nodes that bear the name of somebody who did not sign them.
@Suite struct UnprovedAuthorTests {
    let store: TaskStore
    private let task: String

    init() throws {
        store = try TaskStore()
        task = try store.add("Water")
    }

    /// A node in the name of the one who has signed the others.
    private func forgery() throws -> (id: String, line: String) {
        let last = try #require(store.nodes().last)
        let parent = try #require(last["id"]?.text)
        let user = try #require(last["author"]?["userId"]?.text)
        var node = SampleNode(
            action: "UPDATE", task: task, parents: [parent], lamport: 9, fields: ["priority": 1])
        node.name = "Test"
        let text = node.text().replacing("00112233445566778899aabbccddeeff", with: user)
        let hashed = try store.runner.run("redo-hash-object", ["--stdin"], input: Array(text.utf8))
        let id = try #require(hashed.lines.first, "\(hashed)")
        return (id, text.replacing("{\"action\"", with: "{\"id\":\"\(id)\",\"action\""))
    }

    private func imported(_ line: String, _ options: String...) throws -> CommandOutcome {
        try store.runner.run("redo-import", options, input: Array(line.utf8))
    }

    @Test func nodesOfOthersComeInSignedOnly() throws {
        let count = try store.nodes().count
        let foreign = try store.runner.lines(of: [SampleNode(task: SampleNode.task(7))])[0]
        let refused = try imported(foreign)
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.codedError.hasPrefix("error: E_INVALID_SIGNATURE: sha256:"))
        #expect(
            refused.codedError.contains(
                "nothing proves that 00112233445566778899aabbccddeeff wrote"))
        #expect(
            try imported(foreign, "--porcelain").lines.first?.hasSuffix("\tE_INVALID_SIGNATURE")
                == true)
        #expect(try store.nodes().count == count)
        let taken = try imported(foreign, "--unsigned")
        #expect(taken.status == 0 && taken.text == "received 1 node (1 not signed)\n", "\(taken)")
        // What is here is no news.
        #expect(try imported(foreign).text == "received 0 nodes, 1 was known\n")
        #expect(try imported(foreign, "--unsigned", "--require-signature").status == 129)
    }

    /// A backup of one's own unsigned nodes needs no option.
    @Test func ownNodesComeInUnsigned() throws {
        let (_, line) = try forgery()
        let taken = try imported(line)
        #expect(taken.status == 0 && taken.text == "received 1 node (1 not signed)\n", "\(taken)")
    }

    @Test func anAuthorWithoutASignatureIsMarked() throws {
        let (id, line) = try forgery()
        try #require(imported(line).status == 0)
        func isMarked(_ command: String, _ arguments: String...) throws -> Bool {
            let lines = try store.run(command, arguments).lines
            return lines.contains { $0.contains("? Test") }
        }
        #expect(try isMarked("log"))
        #expect(try store.run("log", ["-1"]).lines.contains { $0.hasSuffix(" (not signed)") })
        #expect(try isMarked("blame", task))
        #expect(try isMarked("show", task, "--history"))
        #expect(try isMarked("show", id))
        #expect(try isMarked("graph", "--format", "svg"))
        #expect(try store.run("log", ["--replay-order", "--format=%G"]).lines == ["N", "G", "G"])
        try #require(store.run("pack").status == 0)
        #expect(try store.run("log", ["--replay-order", "--format=%G"]).lines == ["N", "G", "G"])
        #expect(try isMarked("log"))
        let status = try store.run("status")
        #expect(
            status.lines.contains("unsigned  1 node: nothing proves who wrote it"), "\(status)")
        #expect(
            try TaskStore.objects(store.run("status", ["--json"]))[0]["nodes"]?["unsigned"] == 1)
    }

    @Test func signedAuthorsAreNotMarked() throws {
        for (command, arguments) in [
            ("log", []), ("blame", [task]), ("show", [task, "--history"]),
        ] { #expect(try !store.run(command, arguments).text.contains("? Test")) }
        #expect(try !store.run("status").text.contains("unsigned"))
    }
}
