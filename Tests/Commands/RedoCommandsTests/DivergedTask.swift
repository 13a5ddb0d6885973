import RedoJSON
import TestSupport
import Testing

/// A store with a task that has two heads. The left one was written on this device, the right one
/// later and on another one of the same user.
struct DivergedTask {
    let store: TaskStore
    let root: String
    private(set) var left = ""
    private(set) var right = ""

    static let id = SampleNode.task(1)

    /// - Parameters:
    ///   - base: fields of the CREATE, as for `commit-node`; its title is "base".
    ///   - left: fields of an UPDATE.
    ///   - right: fields of another one.
    init(base: [String] = [], left: [String], right: [String]) throws {
        store = try TaskStore()
        root = try Self.write(
            store, "CREATE", ["--task", Self.id], fields: ["title=base"] + base, minute: 0)
        self.left = try write("UPDATE", left, after: [root], minute: 1)
        self.right = try write("UPDATE", right, after: [root], minute: 2, device: "other")
    }

    /// Writes a node of the task.
    ///
    /// - Returns: its id.
    @discardableResult
    func write(
        _ action: String, _ fields: [String], after parents: [String], minute: Int,
        device: String = "test-device"
    ) throws -> String {
        try Self.write(
            store, action, ["--task", Self.id] + parents.flatMap { ["--parent", $0] },
            fields: fields, minute: minute, device: device)
    }

    private static func write(
        _ store: TaskStore, _ action: String, _ arguments: [String], fields: [String], minute: Int,
        device: String = "test-device"
    ) throws -> String {
        let wall = "2025-01-01T08:\(minute < 10 ? "0" : "")\(minute):00.000Z"
        let outcome = try store.run(
            "commit-node", [action] + arguments + fields.flatMap { ["-f", $0] },
            extra: ["REDO_WALL": wall, "REDO_DEVICE": device])
        return try #require(outcome.status == 0 ? outcome.lines.first : nil, "\(outcome)")
    }

    /// A text for the command line in which `LEFT`, `RIGHT` and `ROOT` stand for their ids.
    func text(_ pattern: String) -> String {
        pattern.replacing("LEFT", with: left).replacing("RIGHT", with: right)
            .replacing("ROOT", with: root)
    }

    func merge(_ arguments: String...) throws -> CommandOutcome { try merge(arguments) }

    func merge(_ arguments: [String]) throws -> CommandOutcome {
        let isDryRun = arguments.contains("--dry-run") || arguments.contains("-n")
        let form = isDryRun ? [] : ["--ids"]
        return try store.run("merge", form + arguments.map { text($0) })
    }

    /// The task in the state.
    func state() throws -> JSONValue {
        let outcome = try store.run("replay", ["--json", "--task", Self.id])
        return try #require(try TaskStore.objects(outcome).first)
    }

    /// Merges the task, and checks that it has one head and that all nodes are accepted.
    ///
    /// - Returns: the MERGE.
    @discardableResult
    func expectMerged(_ arguments: [String]) throws -> JSONValue {
        let outcome = try merge([Self.id] + arguments)
        try #require(outcome.status == 0, "\(outcome)")
        #expect(outcome.error.isEmpty)
        let merge = try #require(try store.nodes().last)
        #expect(outcome.text == "\(Self.id) \(merge["id"]?.text ?? "")\n")
        #expect(merge["action"] == "MERGE")
        #expect(merge["taskId"]?.text == Self.id)
        try store.expectJoined()
        return merge
    }
}

extension TaskStore {
    /// Checks that no task has several heads, and that every node is valid.
    func expectJoined() throws {
        let diverged = try run("heads", ["--diverged"])
        #expect(diverged.status == 1 && diverged.output.isEmpty, "\(diverged)")
        let rejected = try run("replay", ["--rejected"])
        #expect(rejected.status == 0 && rejected.output.isEmpty, "\(rejected)")
        #expect(try run("verify", ["--require-signature"]).status == 0)
    }
}
