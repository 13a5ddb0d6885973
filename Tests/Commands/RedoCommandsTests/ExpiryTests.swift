import RedoJSON
import TestSupport
import Testing

/// A task whose field `until` has passed.
@Suite struct ExpiryTests {
    let store: TaskStore
    let task: String

    init() throws {
        store = try TaskStore()
        task = try store.add("Sale", "--expires", "2025-11-20 12:00")
    }

    private func at(_ day: Int, _ hour: Int = 12) -> [String: String] {
        ["REDO_WALL": "2025-11-\(day)T\(hour):00:00.000Z"]
    }

    private var isArchived: Bool {
        get throws { try store.state(of: task)?["archived"] == true }
    }

    @Test func maintenanceArchivesItWhenItsTimeIsOver() throws {
        #expect(try store.run("gc", extra: at(19)).status == 0)
        #expect(try !isArchived)
        let outcome = try store.run("gc", extra: at(20))
        #expect(outcome.lines.first == "archived 1 expired task", "\(outcome)")
        #expect(try isArchived)
        #expect(try store.run("gc", extra: at(21)).text.contains("expired") == false)
        try store.expectSound()
    }

    /// Whoever brings it back means it.
    @Test func itIsArchivedOnce() throws {
        #expect(try store.run("gc", extra: at(20)).status == 0)
        #expect(try store.run("unarchive", [task], extra: at(21)).status == 0)
        #expect(try store.run("gc", extra: at(22)).status == 0)
        #expect(try !isArchived)
        #expect(
            try store.run("edit", [task, "--expires", "2025-11-24"], extra: at(22)).status == 0)
        #expect(try store.run("gc", extra: at(23)).status == 0)
        #expect(try !isArchived)
        #expect(try store.run("gc", extra: at(25)).status == 0)
        #expect(try isArchived)
    }

    @Test func anEarlierReturnDoesNotKeepIt() throws {
        #expect(try store.run("archive", [task], extra: at(17)).status == 0)
        #expect(try store.run("unarchive", [task], extra: at(18)).status == 0)
        #expect(try store.run("gc", extra: at(20)).status == 0)
        #expect(try isArchived)
    }

    @Test func aClockThatIsNotPlausibleArchivesNothing() throws {
        #expect(
            try store.run("gc", extra: ["REDO_WALL": "2027-11-20T12:00:00.000Z"]).status == 0)
        #expect(try !isArchived)
    }

    /// A command that packs by itself does so, too; undo takes back the command.
    @Test func maintenanceOfACommandArchivesAsWell() throws {
        #expect(try store.run("config", ["gc.auto", "1"]).status == 0)
        #expect(try store.run("add", ["Bread"], extra: at(21)).status == 0)
        #expect(try isArchived)
        #expect(try store.run("undo", extra: at(22)).status == 0)
        #expect(try isArchived)
        #expect(try store.run("list", ["-q"]).lines.isEmpty)
    }

    @Test func whatIsNoTimeExpiresNever() throws {
        try store.commit("UPDATE", "--task", task, "-f", "until=soon")
        #expect(try store.run("gc", extra: at(25)).status == 0)
        #expect(try !isArchived)
    }
}
