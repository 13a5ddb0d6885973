import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo delete` and `redo restore`: into the trash and out of it.
@Suite struct TrashTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    func at(_ minute: Int) -> [String: String] {
        ["REDO_WALL": "2025-11-16T13:\(minute < 10 ? "0" : "")\(minute):00.000Z"]
    }

    /// The state of a task but for what a deletion and a restoration change.
    func rest(of task: String) throws -> JSONValue? {
        guard case .object(let members)? = try store.state(of: task) else { return nil }
        return .object(
            members.filter {
                $0.name != "lastUpdated" && !($0.name == "trashedAt" && $0.value == .null)
            })
    }

    @Test func aDeletedTaskIsInTheTrashAlone() throws {
        let task = try store.add("Water", "--due", "2025-11-20")
        let before = try rest(of: task)
        let (text, nodes) = try store.nodesWritten(by: "delete", "Water")
        #expect(text == "moved Water into the trash\n")
        #expect(nodes.map(\.action) == ["ARCHIVE", "UPDATE"])
        let state = try #require(try store.state(of: task))
        #expect(state["archived"] == true && state["trashedAt"] == nodes[1]["timestamp"]?["wall"])
        for options in [[], ["--all"], ["--archived"], ["--completed"], ["--overdue"]] {
            #expect(try store.run("list", options).lines.count == 1, "\(options)")
        }
        #expect(try store.run("search", ["--all", "Water"]).status == 1)
        let listed = try store.run("trash", ["list"])
        #expect(listed.lines.count == 1 && listed.text.contains("  Water (stays until 2025-12-16 "))
        let record = try #require(TaskStore.objects(store.run("trash", ["list", "--json"])).first)
        #expect(record["state"] == "trash" && record["guid"]?.text == task)
        let restored = try store.nodesWritten(by: "restore", "Water")
        #expect(restored.text == "restored Water\n")
        #expect(restored.nodes.map(\.action) == ["UNARCHIVE", "UPDATE"])
        #expect(try rest(of: task) == before)
        #expect(try store.run("list").lines.count == 2)
        #expect(try store.run("trash", ["list"]).output.isEmpty)
        try store.expectSound()
    }

    /// Also where all commands fall into one moment.
    @Test(arguments: [0, 1]) func whatWasArchivedBeforeStaysArchived(_ minute: Int) throws {
        let task = try store.add("Water", "--draft", extra: at(0))
        #expect(try store.run("archive", [task], extra: at(0)).status == 0)
        let before = try rest(of: task)
        let deleted = try store.nodesWritten(by: "delete", task, extra: at(minute)).nodes
        #expect(deleted.map(\.action) == ["UPDATE"])
        let (text, nodes) = try store.nodesWritten(by: "restore", task, extra: at(2 * minute))
        #expect(text == "restored Water, which stays archived as it was\n")
        #expect(nodes.map(\.action) == ["UPDATE"])
        #expect(try rest(of: task) == before)
    }

    /// Another device has no record of the commands: what stands in the log tells.
    @Test(arguments: [false, true]) func theLogTellsWhoArchived(_ wasArchived: Bool) throws {
        let task = try store.add("Water", "--draft", extra: at(0))
        if wasArchived { _ = try store.run("archive", [task], extra: at(1)) }
        #expect(try store.run("delete", [task], extra: at(2)).status == 0)
        let other = try TaskStore()
        try other.receive(from: store)
        #expect(try other.run("restore", [task], extra: at(3)).status == 0)
        #expect(try other.state(of: task)?["archived"] == .bool(wasArchived))
        #expect(try other.state(of: task)?["trashedAt"]?.isNull == true)
    }

    /// Who archived a task without knowing of its deletion meant that.
    @Test func whatAnotherDeviceArchivedStaysArchived() throws {
        let task = try store.add("Water", "--draft", extra: at(0))
        let other = try TaskStore()
        try other.receive(from: store)
        #expect(try store.run("delete", [task], extra: at(1)).status == 0)
        #expect(try other.run("archive", [task], extra: at(2)).status == 0)
        try store.exchange(with: other)
        let text = try store.run("restore", [task], extra: at(3)).text
        #expect(text.hasPrefix("restored Water, which stays archived as it was\n"), "\(text)")
        #expect(try store.state(of: task)?["archived"] == true)
    }

    @Test func whatAnotherDeviceEditedStaysInTheTrash() throws {
        let task = try store.add("Water", "--draft", extra: at(0))
        let other = try TaskStore()
        try other.receive(from: store)
        #expect(try store.run("delete", [task], extra: at(1)).status == 0)
        #expect(try other.run("edit", [task, "-p", "5"], extra: at(2)).status == 0)
        try store.exchange(with: other)
        for device in [store, other] {
            #expect(try device.run("list", ["--all"]).lines.count == 1)
            #expect(try device.run("trash", ["list"]).lines.count == 1)
        }
        #expect(
            try other.run("restore", ["Water"], extra: at(3)).text
                == "restored Water\n  joined 2 versions that had diverged\n")
        try store.exchange(with: other)
        #expect(try store.state(of: task)?["priority"] == 5)
        #expect(try store.run("list").lines.count == 2)
        try store.expectSound()
    }

    @Test func thePayloadDialectHasNoTrash() throws {
        let task = try store.add("Water", "--draft", "--dialect", "payload")
        let (text, nodes) = try store.nodesWritten(by: "delete", task, "--dialect", "payload")
        #expect(text == "archived Water: with redo.dialect = payload there is no trash\n")
        #expect(nodes.map(\.action) == ["ARCHIVE"] && nodes[0].dialect == "payload")
        #expect(try store.run("trash", ["list"]).output.isEmpty)
        #expect(try store.run("list", ["--archived"]).lines.count == 2)
        try store.expectNothingWritten(
            by: "delete", [task, "--dialect", "payload"], status: 0,
            output:
                "unchanged Water, which is archived: with redo.dialect = payload there is no trash\n"
        )
        #expect(try store.run("restore", [task, "--dialect", "payload"]).status == 0)
        #expect(try store.run("list").lines.count == 2)
    }

    @Test func thePayloadDialectRestoresAsWell() throws {
        let task = try store.add("Water", "--draft", "--dialect", "payload")
        _ = try store.diverge(task)
        #expect(try store.run("delete", [task]).status == 0)
        let nodes = try store.nodesWritten(by: "restore", task, "--dialect", "payload").nodes
        #expect(nodes.map(\.dialect) == ["payload", "fields"])
        #expect(try store.run("list").lines.count == 2)
        try store.expectSound()
    }

    @Test func undoTakesADeletionBackAndForth() throws {
        let task = try store.add("Water", "--draft", extra: at(0))
        let before = try rest(of: task)
        let trashed = { try !store.run("trash", ["list"]).output.isEmpty }
        #expect(try store.run("delete", [task], extra: at(1)).status == 0)
        #expect(try store.run("undo", extra: at(2)).status == 0)
        #expect(try rest(of: task) == before && !trashed())
        #expect(try store.run("undo", ["--redo"], extra: at(3)).status == 0)
        #expect(try trashed())
        #expect(try store.run("restore", [task], extra: at(4)).text == "restored Water\n")
        #expect(try rest(of: task) == before)
        #expect(try store.run("undo", extra: at(5)).status == 0)
        #expect(try trashed())
        // The undo archived it again as a deletion does.
        #expect(try store.run("restore", [task], extra: at(6)).text == "restored Water\n")
        #expect(try rest(of: task) == before)
    }

    @Test func whatIsInTheTrashIsTakenOutByRestoreOnly() throws {
        let task = try store.add("Water", "--draft")
        #expect(try store.run("delete", [task]).status == 0)
        let hint = "Water is in the trash; 'redo restore \(task.prefix(8))' takes it out\n"
        for arguments in [["archive", task], ["unarchive", task]] {
            try store.expectNothingWritten(
                by: arguments[0], Array(arguments.dropFirst()), status: 1, output: hint)
        }
        try store.expectNothingWritten(
            by: "delete", [task], status: 0,
            output: "unchanged Water, which is in the trash\n")
    }

    @Test func whatIsInTheTrashIsDeletedAtOnce() throws {
        let task = try store.add("Water", "--draft")
        try store.expect(["delete", task])
        let (text, nodes) = try store.nodesWritten(by: "delete", "--now", task)
        #expect(text == "deleted Water\n")
        // It is taken out first: of what is in the trash only maintenance writes tombstones.
        #expect(nodes.map(\.action) == ["UPDATE", "DELETE"])
        #expect(nodes.first?.content?["trashedAt"]?.isNull == true)
        #expect(try store.state(of: task) == nil)
        #expect(try store.run("trash").output.isEmpty)
        try store.expectSound()
    }

    /// A name means what is not in the trash first.
    @Test func aNewTaskOfTheSameNameIsMeant() throws {
        let old = try store.add("Water", "--draft")
        #expect(try store.run("delete", ["water"]).status == 0)
        let new = try store.add("Water", "--draft")
        #expect(try store.run("edit", ["water", "-p", "5"]).status == 0)
        #expect(try store.state(of: new)?["priority"] == 5)
        #expect(try store.run("restore", ["water"]).status == 0)
        #expect(try store.state(of: old)?["trashedAt"]?.isNull == true)
    }

    /// A value of another form counts as absent.
    @Test(arguments: ["trashedAt=yesterday", "trashedAt:=1763294400000", "trashedAt:=null"])
    func whatIsNoTimeIsNoTrash(_ field: String) throws {
        let task = try store.add("Water", "--draft")
        try store.commit("UPDATE", "--task", task, "-f", field)
        #expect(try store.run("list").lines.count == 2)
        #expect(try store.run("trash", ["list"]).output.isEmpty)
        #expect(try store.run("restore", [task]).text == "unchanged Water\n")
    }

    /// Another client wrote no ARCHIVE.
    @Test func theFieldAloneDecides() throws {
        let task = try store.add("Water", "--due", "2025-11-10")
        try store.commit(
            "UPDATE", "--task", task, "-f", "trashedAt=2025-11-16T12:00:00.000Z")
        #expect(try store.run("list", ["--all"]).lines.count == 1)
        #expect(try store.run("trash", ["list"]).lines.count == 1)
        let (text, nodes) = try store.nodesWritten(by: "restore", task)
        #expect(text == "restored Water\n" && nodes.map(\.action) == ["UPDATE"])
        #expect(try store.run("list").lines.count == 2)
    }

    @Test func nothingIsAskedOnATerminal() throws {
        try store.add("Water", "--draft")
        let outcome = try store.runner.shell(
            "script -qec 'stty -onlcr -echo; redo-delete Water' /dev/null </dev/null")
        #expect(outcome.status == 0 && !outcome.text.contains("[y/N]"), "\(outcome)")
        #expect(try store.run("trash", ["list"]).lines.count == 1)
    }

    @Test(arguments: [
        ["--force"], ["burn"], ["list", "--force"], ["list", "-n"], ["empty", "--json"],
        ["list", "a"], ["list", "--json", "-n"],
    ])
    func wrongUsageWritesNothing(_ arguments: [String]) throws {
        try store.expectNothingWritten(
            by: "trash", arguments, status: 129, error: "error: USAGE: ")
    }

    /// Deleting and restoring leaves random tasks as they were.
    @Test(arguments: 0..<4) func deletingAndRestoringChangesNothing(_ sequence: Int) throws {
        let seed = Seed()
        var generator = SeededGenerator(seed: seed.value &+ UInt64(sequence))
        var device = try RandomDevice(name: "phone", skew: 0)
        for step in 0..<12 { try device.act(at: step, &generator, seed.replay) }
        let tests = TrashTests(device.store)
        for (number, task) in device.tasks.compactMap({ $0["guid"]?.text }).enumerated() {
            let before = try tests.rest(of: task)
            let deleted = try device.store.run("delete", [task], extra: tests.at(number))
            #expect(deleted.status == 0, "\(deleted) \(seed.replay)")
            #expect(try device.store.run("list", ["-a"]).lines.count == device.tasks.count)
            let restored = try device.store.run("restore", [task], extra: tests.at(number + 10))
            #expect(restored.status == 0, "\(restored) \(seed.replay)")
            #expect(try tests.rest(of: task) == before, "\(seed.replay)")
        }
        try device.store.expectSound()
    }

    private init(_ store: TaskStore) { self.store = store }
}
