import RedoJSON
import TestSupport
import Testing

/// Categories that are shared, with the tasks in them.
@Suite struct SharedCategoryTests {
    private let store: SharedStore
    private var ann: CommandHarness { store.ann }
    private var ben: CommandHarness { store.ben }
    private var eve: CommandHarness { store.eve }
    private let water: String
    private let benID: String
    private let eveID: String

    init() throws {
        store = try SharedStore()
        try store.ann.succeed("category", "add", "Home")
        try store.ann.succeed("category", "add", "Work")
        water = try store.ann.add("Water", "--category", "Home")
        benID = try store.ben.user
        eveID = try store.eve.user
        _ = try store.ben.add("Ben's own", "--category", "Home")
        _ = try store.eve.add("Eve's own")
    }

    @Test func theTasksOneMayShareAreSharedBeside() throws {
        let dry = try ann.run(
            "share", "--category", "Home", "--with", benID, "--as", "write", "--dry-run")
        #expect(dry.text.hasSuffix("would share 1 task in it; 1 of others not\n"), "\(dry)")
        let text = try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "write")
        #expect(text.hasSuffix("shared 1 task in it; 1 of others not\n"), "\(text)")
        #expect(try ann.grants("--category", "Home") == ["write \(benID)"])
        #expect(try ann.grants(water) == ["write \(benID)"])
        try ben.succeed("edit", water, "--title", "Wine")
        try ben.succeed("category", "edit", "Home", "--name", "House")
        #expect(try ann.succeed("category", "list").contains("House"))
        #expect(try ann.voids().isEmpty)
    }

    @Test func whatIsMadeInItOrMovesIntoItIsSharedAsItIs() throws {
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "write")
        let made = try ann.add("Made", "--category", "Home")
        #expect(try ann.grants(made) == ["write \(benID)"])
        let moved = try ann.add("Moved")
        #expect(try ann.grants(moved).isEmpty)
        let outcome = try ann.run("edit", moved, "--category", "Home")
        #expect(outcome.status == 0)
        #expect(outcome.codedError == "note: 1 task shared as the category is\n", "\(outcome)")
        #expect(try ann.grants(moved) == ["write \(benID)"])
        let lines = #"{"op":"add","fields":{"title":"Batched","category":"\#(try home())"}}"#
        #expect(try ann.run("batch", input: lines).status == 0)
        let batched = try #require(ann.objects("list", "--json", "--query", "Batched").first)
        #expect(try ann.grants(try #require(batched["guid"]?.string?.description)).count == 1)
        // Nothing is added where nothing changes.
        let count = try ann.nodeCount()
        try ann.succeed("edit", moved, "--category", "Home")
        #expect(try ann.nodeCount() == count)
        // What moves out keeps what it has.
        try ann.succeed("edit", moved, "--category", "Work")
        #expect(try ann.grants(moved) == ["write \(benID)"])
    }

    private func home() throws -> String {
        try #require(
            ann.objects("category", "list", "--json")
                .first { $0["name"]?.string == "Home" }?["id"]?.string?.description)
    }

    /// A task that another person makes in the category is theirs, and its owner an admin of it.
    @Test func theOwnerOfTheCategoryIsAnAdminOfWhatOthersPutIn() throws {
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "write")
        let made = try ben.add("By Ben", "--category", "Home")
        #expect(try ann.grants(made) == ["admin \(try ann.user)"])
        try ann.succeed("edit", made, "--title", "Seen by Ann")
        #expect(try ann.voids().isEmpty)
    }

    /// A higher permission that a task has already is not lowered.
    @Test func whatATaskGivesAlreadyStays() throws {
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "read")
        let task = try ann.add("Other")
        try ann.succeed("share", task, "--with", benID, "--as", "admin")
        try ann.succeed("edit", task, "--category", "Home")
        #expect(try ann.grants(task) == ["admin \(benID)"])
    }

    @Test func whoMayNotShareTheTaskIsToldThatItIsNot() throws {
        try ann.succeed("share", "--category", "Home", "--with", eveID, "--as", "read")
        let task = try ann.add("Other")
        try ann.succeed("share", task, "--with", benID, "--as", "write")
        let outcome = try ben.run("edit", task, "--category", "Home")
        #expect(outcome.status == 0)
        #expect(outcome.codedError.contains("1 task not shared as the category is"), "\(outcome)")
        #expect(try ann.grants(task) == ["write \(benID)"])
        #expect(try ann.voids().isEmpty)
    }

    @Test func onlyWhoMayChangesTheCategory() throws {
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "read")
        for person in [ben, eve] {
            let outcome = try person.run("category", "edit", "Home", "--name", "Mine")
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.codedError.hasPrefix("error: E_PERMISSION_DENIED: "), "\(outcome)")
            let shared = try person.run(
                "share", "--category", "Home", "--with", eveID, "--as", "read")
            #expect(
                shared.status == 1 && shared.codedError.contains("E_PERMISSION_DENIED"), "\(shared)"
            )
        }
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "admin")
        try ben.succeed("category", "edit", "Home", "--name", "House")
        try ben.succeed(
            "share", "--category", "House", "--no-tasks", "--with", eveID, "--as", "read")
        #expect(try ann.voids().isEmpty)
    }

    @Test func anAdminDeletesTheCategory() throws {
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "write")
        let refused = try ben.run("category", "delete", "Home")
        #expect(
            refused.status == 1 && refused.codedError.contains("E_PERMISSION_DENIED"), "\(refused)")
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "admin")
        try ben.succeed("category", "delete", "Home")
        #expect(!(try ann.succeed("category", "list").contains("Home")))
    }

    @Test func takingTheCategoryBackTakesItsTasksBack() throws {
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "write")
        let text = try ann.succeed("unshare", "--category", "Home", "--with", benID)
        #expect(text.contains("took write of the category Home from Ben"), "\(text)")
        #expect(try ann.grants(water) == ["none \(benID)"])
        #expect(try ben.run("edit", water, "--title", "Wine").status == 1)
        #expect(try ben.run("category", "edit", "Home", "--name", "Mine").status == 1)
        let made = try ann.add("After", "--category", "Home")
        #expect(try ann.grants(made).isEmpty)
    }

    /// The SHARE that comes with a task does not keep undo from taking the task back.
    @Test func undoTakesATaskOfASharedCategoryBack() throws {
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "write")
        let made = try ann.add("Made", "--category", "Home")
        let outcome = try ann.run("undo")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try ann.objects("show", made, "--json").first?["archived"] == .bool(true))
    }

    @Test func sharesListsWhatIsShared() throws {
        #expect(try ann.succeed("shares") == "nothing is shared\n")
        try ann.succeed("share", "--category", "Home", "--with", benID, "--as", "read")
        let text = try ann.succeed("shares")
        #expect(text.hasPrefix("the category Home\n  owner    Test (key "), "\(text)")
        #expect(text.contains("\nWater\n  owner    Test (key "), "\(text)")
        #expect(text.contains("  read     Ben (key \(benID.prefix(12))), by Test (key "), "\(text)")
        #expect(text.contains(", since 2"), "\(text)")
        let objects = try ann.objects("shares", "--json")
        #expect(
            objects.count == 2 && objects[0]["category"] != nil
                && objects[1].array("grants").count == 1)
    }
}
