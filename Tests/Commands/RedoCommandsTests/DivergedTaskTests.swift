import RedoJSON
import TestSupport
import Testing

/// Every command that writes to a task with several heads joins them (protocol, section 5).
@Suite struct DivergedTaskTests {
    let store: TaskStore
    let task: String

    init() throws {
        store = try TaskStore()
        task = try store.add(
            "Water", "--due", "2025-11-20T09:00:00.000Z", "--dialect", "payload")
    }

    static let commands = [
        ("edit -p 5", "UPDATE"), ("todo --due today", "CREATE_TODO"),
        ("snooze --days 1", "SNOOZE"), ("archive", "ARCHIVE"), ("done", "COMPLETE_TODO"),
        ("delete --now", "DELETE"),
    ]

    /// Runs a command line about the task.
    ///
    /// - Returns: the nodes that it wrote, in replay order.
    func write(_ line: String, _ dialect: String) throws -> [JSONValue] {
        let known = Set(try store.nodes().map(\.nodeID))
        let words = line.split(separator: " ").map(String.init)
        let outcome = try store.run(words[0], words.dropFirst() + [task, "--dialect", dialect])
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return try store.nodes().filter { !known.contains($0.nodeID) }
    }

    /// What a new to-do brings with it: the one that was open is settled.
    func settling(_ action: String) -> [String] {
        action == "CREATE_TODO" ? ["COMPLETE_TODO"] : []
    }

    @Test(arguments: commands)
    func inTheFieldsDialectTheNodeFollowsAllHeads(_ line: String, _ action: String) throws {
        let heads = try store.diverge(task, into: 10)
        let before = try store.state(of: task)
        let nodes = try write(line, "fields")
        #expect(nodes.map(\.action) == [action] + settling(action))
        #expect(Set(nodes[0].parents) == heads)
        #expect(nodes[0].lamport == 4)
        if action != "DELETE" {
            #expect(try store.heads(of: task) == [nodes[nodes.count - 1].nodeID])
            #expect(try store.state(of: task)?["description"] == before?["description"])
        }
        try store.expectSound()
    }

    @Test(arguments: commands)
    func inThePayloadDialectAMergeIsFirst(_ line: String, _ action: String) throws {
        let base = try #require(store.nodes().last?.nodeID)
        let heads = try store.diverge(task)
        let before = try store.state(of: task)
        let nodes = try write(line, "payload")
        try #require(nodes.map(\.action) == ["MERGE", action] + settling(action))
        #expect(nodes.prefix(2).map(\.dialect) == ["payload", "payload"])
        #expect(Set(nodes[0].parents) == heads)
        #expect(nodes[0].content?["base"]?.text == base)
        #expect(nodes[1].parents == [nodes[0].nodeID])
        #expect(nodes.prefix(2).map(\.lamport) == [4, 5])
        if action != "DELETE" {
            #expect(try store.heads(of: task) == [nodes[nodes.count - 1].nodeID])
            #expect(try store.state(of: task)?["description"] == before?["description"])
        }
        try store.expectSound()
    }

    /// Nothing is merged for the sake of merging.
    @Test(arguments: TaskStore.dialects)
    func whereNothingChangesNothingIsMerged(_ dialect: String) throws {
        _ = try store.diverge(task)
        for (command, option) in [("edit", ["-p", "3"]), ("unarchive", [])] {
            try store.expectNothingWritten(
                by: command, [task, "--dialect", dialect] + option, status: 0,
                output: "unchanged Water\n")
        }
    }

    /// The node after the MERGE is refused, and the MERGE is not written either.
    @Test func whatIsRefusedMergesNothing() throws {
        _ = try store.run("edit", [task, "--every", "7"])
        _ = try store.diverge(task)
        try store.expectNothingWritten(
            by: "edit", [task, "--every", "0", "--dialect", "payload"], status: 1,
            error: "error: E_SCHEMA_MISMATCH: frequencyDays ")
        #expect(try store.heads(of: task).count == 2)
    }

    @Test func rootsWithoutACommonAncestorAreMergedInTheFieldsDialect() throws {
        try store.commit("UPDATE", "--task", task, "--root", "-f", "description=other root")
        let nodes = try write("edit -p 5", "payload")
        #expect(nodes.map(\.action) == ["MERGE", "UPDATE"])
        #expect(nodes.map(\.dialect) == ["fields", "payload"])
        #expect(nodes.first?.content == .object([]))
        #expect(try store.state(of: task)?["priority"] == 5)
        try store.expectSound()
    }
}
