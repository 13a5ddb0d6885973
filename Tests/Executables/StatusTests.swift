import RedoJSON
import TestSupport
import Testing

/// `redo status`: the store at a glance.
@Suite struct StatusTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    func status(_ arguments: String...) throws -> CommandOutcome {
        try store.run("status", arguments)
    }

    func json() throws -> JSONValue {
        try #require(TaskStore.objects(status("--json")).first)
    }

    @Test func anEmptyStoreIsToldOf() throws {
        let text = try status().text
        #expect(
            text.hasPrefix("store     \(store.runner.path(".redo")) (found from here upwards)\n"))
        #expect(text.contains("\nidentity  Test "))
        #expect(text.contains(", on test-device\n"))
        #expect(text.contains("\nnodes     0 loose, 0 in 0 packs\n"))
        #expect(text.contains("\ntasks     0 open (0 overdue), 0 others\n"))
        #expect(text.contains("\nheads     no task has diverged\nremotes   none\nhint: 'redo add "))
    }

    @Test func tasksAndHeadsAreCounted() throws {
        try store.add("late", "--due", "2025-11-01")
        let id = try store.add("two")
        try store.add("old")
        _ = try store.run("archive", ["old"])
        let root = try #require(store.run("heads", [id]).lines.first?.split(separator: " ").last)
        for title in ["a\u{1B}[2J", "b"] {
            try store.commit(
                "UPDATE", "--task", id, "-p", String(root), "-f", "title=\(title)")
        }
        let text = try status().text
        #expect(text.contains("\ntasks     2 open (1 overdue), 1 others\n"), "\(text)")
        #expect(text.contains(" has diverged: 2 heads\n"), "\(text)")
        #expect(text.contains("\nhint: 'redo merge' joins the heads of diverged tasks\n"))
        #expect(!text.contains("\u{1B}"))
        let json = try json()
        #expect(json["diverged"]?.elements.first?["task"]?.text == id)
        #expect(json["tasks"] == ["all": 3, "open": 2, "overdue": 1])
        #expect(json["nodes"]?["loose"]?.number == 9)
    }

    @Test func remotesAreToldOfWithoutBeingAsked() throws {
        let outcome = try store.runner.shell(
            "git init -q --bare remote.git && redo-remote add origin remote.git")
        #expect(outcome.status == 0, "\(outcome)")
        try store.add("one")
        #expect(try status().text.contains("remote.git: 2 nodes not pushed"))
        #expect(
            try status().text.hasSuffix("hint: 'redo push origin' sends what it lacks\n"))
        _ = try store.run("push")
        let text = try status().text
        #expect(text.contains("remote.git: everything pushed"), "\(text)")
        #expect(!text.contains("hint:"))
        #expect(try json()["remotes"]?.elements.first?["unpushed"]?.number == 0)
        _ = try store.run("edit", ["one", "-p", "5"])
        #expect(try json()["remotes"]?.elements.first?["unpushed"]?.number == 1)
        // Nobody is asked: the remote may be gone.
        _ = try store.runner.shell("rm -r remote.git")
        #expect(try status().text.contains(": 1 node not pushed"))
    }

    /// A sealed key is not opened, and none at all is not an error.
    @Test func noKeyIsNeeded() throws {
        let runner = try CommandRunner()
        _ = try runner.run("redo-init")
        let outcome = try runner.run("redo-status")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("\nidentity  none, on test-device\n"))
        #expect(outcome.text.contains("hint: 'redo keygen' creates one\n"))
    }
}
