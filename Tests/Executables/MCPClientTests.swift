import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo mcp` with the client library of the protocol.
@Suite struct MCPClientTests {
    private let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("Buy milk")
        try store.add("shared")
    }

    private func result(_ outcome: CommandOutcome) throws -> JSONValue {
        try #require(outcome.status == 0, "\(outcome)")
        return try JSONDocument(Array(outcome.text.utf8)).root.value
    }

    @Test(.withProtocolClient, arguments: ["legacy", "auto", "2026-07-28"])
    func aSessionInEachEra(_ mode: String) throws {
        let seen = try result(
            ProtocolClient.run(["session", mode], ["--write"], in: store.runner))
        #expect(
            seen["tools"]?.elements.map(\.text) == [
                "list", "show", "search", "add", "edit", "done", "comment", "claim_next",
            ])
        let task = try #require(seen["task"])
        #expect(task["title"]?.text == "From the client" && task["priority"]?.number == 5)
        #expect(task["todoTasks"]?.elements.first?["completed"]?.text != nil)
        #expect(task["authors"]?["title"]?["isYou"] == true)
        #expect(seen["comments"]?.elements.first?["text"]?.text == "said")
        #expect(seen["list"]?["tasks"]?.elements.count == 2)
        #expect(seen["list"]?["hasMore"] == false)
        #expect(seen["search"]?["tasks"]?.elements.first?["title"]?.text == "Buy milk")
        #expect(seen["error"]?.elements.first == true)
        #expect(seen["error"]?.elements.last?["error"]?["code"]?.text == "USAGE")
        #expect(seen["delete"]?.number == -32602)
        #expect(seen["prime"]?.text?.contains("2 open tasks") == true)
        #expect(seen["resource"]?["task"]?["title"]?.text != nil)
        #expect(seen["templates"]?.elements.map(\.text) == ["task://taskId/{id}"])
        #expect((seen["schemas"]?.number ?? 0) >= 19)
    }

    /// The key of an agent signs what the tools write.
    @Test(.withProtocolClient) func anAgentSignsWithItsKey() throws {
        let made = try store.run("agent", ["add", "bot"])
        try #require(made.status == 0, "\(made)")
        let seen = try result(
            ProtocolClient.run(
                ["session", "auto"], ["--write", "--as", "bot"], in: store.runner))
        let author = seen["task"]?["authors"]?["title"]
        #expect(author?["isYou"] == true)
        let task = try #require(store.tasks().first { $0["title"]?.text == "From the client" })
        #expect(task["userId"]?.text == author?["by"]?.text)
        let mine = try #require(store.tasks().first { $0["title"]?.text == "Buy milk" })
        #expect(mine["userId"] != task["userId"])
        let refused = try store.run("mcp", ["--as", "nobody"])
        #expect(refused.status == 128)
    }

    @Test(.withProtocolClient) func withoutTheOptionNothingIsWritten() throws {
        let before = try store.stateHash()
        let seen = try result(ProtocolClient.run(["session", "auto"], [], in: store.runner))
        #expect(seen["tools"]?.elements.map(\.text) == ["list", "show", "search"])
        #expect(try store.stateHash() == before)
    }

    /// Nothing is lost, and a second store that imports the nodes has the same state.
    @Test(.withProtocolClient) func aThousandCallsBesideThePersonsCommands() throws {
        let seed = Seed()
        let seen = try result(
            ProtocolClient.run(
                ["mixed", "\(seed.value % 1_000_000)", "1000"], ["--write"], in: store.runner))
        let client = (seen["client"]?.elements ?? []).compactMap(\.text)
        let person = (seen["person"]?.elements ?? []).compactMap(\.text)
        #expect(client.count > 50 && person.count > 3, "\(seed.replay)")
        let titles = try store.tasks().compactMap { $0["title"]?.text }
        #expect(titles.sorted() == (client + person + ["Buy milk", "shared"]).sorted())
        let comments = try TaskStore.objects(store.run("comment", ["list", "--json"]))
        #expect(comments.count == seen["counts"]?["comment"]?.integer)
        #expect(try store.run("verify", ["--all"]).status == 0)
        let copy = try store.runner.shell(
            """
            redo-export > all && mkdir copy && cd copy && redo-init -q . >/dev/null &&
            redo-import ../all >/dev/null && redo-replay --hash
            """)
        try #require(copy.status == 0, "\(copy)")
        #expect(copy.lines.last == (try store.run("replay", ["--hash"]).lines.last))
    }
}
