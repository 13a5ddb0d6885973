import Foundation
import RedoJSON
import TestSupport
import Testing

/// A log that has everything that the page of `redo view` shows: branches, a merge, void nodes, a comment, tracked time,
/// a project, a deleted task.
struct ViewedLog {
    let store: TaskStore
    /// The task that two devices changed at the same time.
    let fence: String

    init() throws {
        store = try TaskStore(InProcessEngine())
        let person = try store.run("person", ["create", "Zora"])
        try #require(person.status == 0, "\(person)")
        fence = try store.add("Paint the fence", "--project", "garden", "--due", "2025-11-20")
        let milk = try store.add("Buy milk", "-t", "shopping", "--depends-on", fence)
        let head = try #require(try run("heads", fence).lines.first?.split(separator: " ").last)
        try run("commit-node", "UPDATE", "--task", fence, "-p", "\(head)", "-f", "priority:=5")
        let other = try store.run(
            "commit-node",
            ["UPDATE", "--task", fence, "-p", "\(head)", "-f", "title=Paint the fence green"],
            extra: ["REDO_DEVICE": "telephone", "REDO_WALL": "2025-11-16T12:30:00.000Z"])
        try #require(other.status == 0, "\(other)")
        try run("merge", fence)
        try run("comment", "add", milk, "the one with oats")
        try run("start", milk, "--at", "11:00")
        try run("stop", "--at", "11:45")
        try run("done", milk)
        let gone = try store.add("Sell the piano")
        try run("delete", gone)
        // A stranger changes what is not theirs: such nodes are void.
        _ = try store.keyOfAnother()
        let stranger = try store.run(
            "commit-node", ["UPDATE", "--task", fence, "-f", "title=Burn the fence"],
            extra: store.homeOfAnother)
        try #require(stranger.status == 0, "\(stranger)")
    }

    @discardableResult
    func run(_ command: String, _ arguments: String...) throws -> CommandOutcome {
        let outcome = try store.run(command, arguments)
        try #require(outcome.status == 0, "\(command) \(arguments): \(outcome)")
        return outcome
    }

    /// Writes a page, `page.html`.
    ///
    /// - Returns: its text.
    @discardableResult
    func page(_ arguments: String...) throws -> String {
        let outcome = try store.run("view", arguments + ["-o", store.runner.path("page.html")])
        try #require(outcome.status == 0 && outcome.text.isEmpty, "\(outcome)")
        return try String(contentsOfFile: store.runner.path("page.html"), encoding: .utf8)
    }

    /// The data of `page.html` as text.
    func data() throws -> String { try PageBrowser.data(of: "page.html", in: store.runner) }
}
