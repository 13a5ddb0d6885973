import Foundation
import TestSupport
import Testing

/// Commands that write, in a store that is damaged: they refuse where the history of their task cannot be read,
/// and do their work elsewhere.
@Suite struct DamagedHistoryTests {
    private let store: TaskStore
    private let bread: String
    private let water: String

    init() throws {
        store = try TaskStore()
        bread = try store.add("Bread")
        water = try store.add("Water")
        try store.commit("UPDATE", "--task", bread, "-f", "description=rye")
    }

    /// Spoils the last node of a task.
    private func damage(_ task: String, _ change: (inout [UInt8]) -> Void) throws {
        let id = try #require(try store.nodes(of: task).last?.nodeID)
        try store.runner.damage(id, change)
    }

    private func expectRefused(_ command: String, _ arguments: [String]) throws {
        let before = try store.runner.contents(of: ".redo/objects")
        let outcome = try store.run(command, arguments)
        #expect(outcome.status == 128, "\(command): \(outcome)")
        #expect(outcome.codedError.contains("error: RECONSTRUCT_003: the history of the task "))
        #expect(outcome.codedError.contains("hint: 'redo fsck' "))
        #expect(try store.runner.contents(of: ".redo/objects") == before)
    }

    @Test func aTaskWhoseHistoryCannotBeReadIsNotWritten() throws {
        // The task can still be told.
        try damage(bread) { $0[$0.count / 2] ^= 1 }
        for (command, arguments) in [
            ("done", [bread]), ("edit", ["-p", "5", bread]), ("archive", [bread]),
            ("todo", [bread]), ("snooze", [bread, "--days", "2"]),
            ("commit-node", ["UPDATE", "--task", bread, "-f", "title=x"]),
        ] {
            try expectRefused(command, arguments)
        }
        let done = try store.run("done", [water])
        #expect(done.status == 0, "\(done)")
        #expect(
            done.codedError.hasPrefix("warning: RECONSTRUCT_003: elsewhere in the store 1 node is ")
        )
        #expect(try store.run("add", ["Milk"]).status == 0)
    }

    /// Nobody can tell what it belongs to, and no other task follows it.
    @Test func aNodeThatCouldBeOfAnyTaskStopsAll() throws {
        try damage(bread) { $0 = [] }
        try expectRefused("done", [water])
        try expectRefused("done", [bread])
        // A new task has no history.
        #expect(try store.run("add", ["Milk"]).status == 0)
        // Once that is settled everybody can go on.
        #expect(try store.run("fsck", ["--repair"]).status == 1)
        let done = try store.run("done", [water])
        #expect(done.status == 0 && done.error.isEmpty, "\(done)")
    }

    @Test func aNodeThatOthersFollowIsOfTheirTask() throws {
        let root = try #require(try store.nodes(of: bread).first?.nodeID)
        try store.runner.damage(root) { $0 = [] }
        #expect(try store.run("done", [water]).status == 0)
        #expect(try store.run("show", [water]).status == 3)
    }

    @Test func damageInAPackConcernsItsTasksOnly() throws {
        // Frames hold 128 KiB, so that the tasks are in different ones.
        let long = String(repeating: "x", count: 140_000)
        let wide = try store.runner.run(
            "redo-commit-node", ["UPDATE", "--task", bread, "--stdin"],
            input: Array(#"{"description":"\#(long)"}"#.utf8))
        #expect(wide.status == 0, "\(wide)")
        for word in ["wet", "cold", "still"] {
            try store.commit("UPDATE", "--task", water, "-f", "description=\(word)")
        }
        #expect(try store.run("pack", ["-q"]).status == 0)
        let pack = try store.runner.onlyPack().pack
        var bytes = try store.runner.contents(ofFile: pack)
        bytes[bytes.count - 80] ^= 0x10
        try store.runner.replace(pack, with: bytes)
        let hash = try store.run("replay", ["--hash"])
        #expect(hash.status == 3, "\(hash)")
        try expectRefused("archive", [water])
        let archived = try store.run("archive", [bread])
        // Whether it has parts is a question about all tasks.
        #expect(
            archived.status == 0
                && archived.codedError.hasPrefix(
                    "warning: RECONSTRUCT_003: elsewhere in the store "),
            "\(archived)")
    }

    @Test func allTasksButTheDamagedOnesAreMerged() throws {
        _ = try store.diverge(water)
        _ = try store.diverge(bread, into: 3)
        try damage(bread) { $0[$0.count / 2] ^= 1 }
        let outcome = try store.run("merge", ["--all", "--ids"])
        #expect(outcome.lines.count == 1 && outcome.text.hasPrefix(water), "\(outcome)")
        #expect(outcome.status == 3 && outcome.codedError.hasPrefix("warning: RECONSTRUCT_003: "))
        try expectRefused("merge", [bread])
    }

    @Test func aPushSendsWhatIsWhole() throws {
        let fixture = try GitFixture()
        let phone = try fixture.device("phone")
        let task = try phone.add("Water")
        let other = try phone.add("Bread")
        let id = try #require(try phone.nodes(of: other).last?.nodeID)
        try phone.runner.damage(id) { $0[$0.count / 2] ^= 1 }
        let pushed = try phone.run("push")
        #expect(pushed.status == 3 && pushed.text.hasPrefix("pushed "), "\(pushed)")
        #expect(pushed.codedError.hasPrefix("warning: RECONSTRUCT_003: 1 node is damaged, "))
        let laptop = try fixture.device("laptop")
        #expect(try laptop.run("fetch").status == 0)
        #expect(try laptop.tasks().contains { $0["guid"]?.text == task })
        let again = try phone.run("push")
        #expect(again.status == 3, "\(again)")
        #expect(try phone.run("sync").status == 3)
    }
}
