import RedoJSON
import TestSupport
import Testing

/// `redo revert --by`: everything that an author did is taken back, and what others did since stays.
@Suite struct RevertByTests {
    private let people: PeopleHarness
    private let ana: CommandHarness
    private let bot: CommandHarness
    private let user: String

    init() throws {
        people = try PeopleHarness()
        ana = try people.device("ana")
        bot = try people.device("bot")
        user = try bot.user
    }

    private func value(_ task: String, _ name: StaticString) throws -> JSONValue? {
        try ana.objects("show", "--json", task).first?[name]
    }

    private func at(_ minute: Int, _ harness: CommandHarness) -> CommandHarness {
        var harness = harness
        harness.variables["REDO_WALL"] = "2025-11-16T13:\(minute + 10):00.000Z"
        return harness
    }

    @Test func everythingIsTakenBackAndOneUndoBringsItBack() throws {
        let fence = try ana.add("Fence")
        let gate = try ana.add("Gate", "--priority", "2")
        try at(1, bot).succeed("edit", fence, "--title", "Hedge", "--priority", "5")
        try at(2, bot).succeed("done", gate)
        let own = try at(3, bot).add("Spam")
        let dry = try at(4, ana).run("revert", "--by", user, "--dry-run")
        #expect(dry.status == 0 && dry.text.contains("would revert a change of Hedge"), "\(dry)")
        let count = try ana.nodeCount()
        let outcome = try at(5, ana).run("revert", "--by", user)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("took back changes of 3 tasks by bot"), "\(outcome)")
        #expect(try value(fence, "title") == "Fence" && value(fence, "priority") == 3)
        #expect(try ana.titles().compactMap { $0 }.sorted() == ["Fence", "Gate"])
        #expect(try ana.nodeCount() > count)
        // Nothing is left.
        let again = try at(6, ana).run("revert", "--by", user)
        #expect(again.status == 1 && again.text.contains("is left to take back"), "\(again)")
        #expect(again.text.split(separator: "\n").count == 1, "\(again)")
        #expect(try at(7, ana).run("undo").status == 0)
        #expect(try value(fence, "title") == "Hedge" && value(fence, "priority") == 5)
        #expect(try value(own, "archived") == false)
    }

    /// Between two changes of the program lies one of a person, which is what comes back.
    @Test func whatOthersDidBetweenComesBack() throws {
        let fence = try ana.add("Fence")
        try at(1, bot).succeed("edit", fence, "--title", "Hedge")
        try at(2, ana).succeed("edit", fence, "--title", "Wall")
        try at(3, bot).succeed("edit", fence, "--title", "Spam", "--priority", "5")
        let outcome = try at(4, ana).run("revert", "--by", user)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try value(fence, "title") == "Wall" && value(fence, "priority") == 3)
    }

    @Test func whatOthersDidSinceStaysAndIsNamed() throws {
        let fence = try ana.add("Fence")
        try at(1, bot).succeed("edit", fence, "--title", "Hedge", "--priority", "5")
        try at(2, ana).succeed("edit", fence, "--title", "Wall")
        let own = try at(2, bot).add("Idea")
        try at(3, ana).succeed("edit", own, "--priority", "4")
        let outcome = try at(4, ana).run("revert", "--by", user)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text.contains("title was changed later, and is kept"), "\(outcome)")
        #expect(
            outcome.text.contains("it was added, and others changed it since: it is kept"),
            "\(outcome)")
        #expect(try value(fence, "title") == "Wall" && value(fence, "priority") == 3)
        #expect(try value(own, "archived") == false)
    }

    @Test func aTimeAndAQueryNarrow() throws {
        let fence = try ana.add("Fence", "--project", "home")
        let gate = try ana.add("Gate", "--project", "garden")
        try at(1, bot).succeed("edit", fence, "--priority", "5")
        try at(10, bot).succeed("edit", fence, "--title", "Hedge")
        try at(11, bot).succeed("edit", gate, "--title", "Door")
        let outcome = try at(20, ana).run(
            "revert", "--by", user, "--since", "2025-11-16T13:15:00.000Z", "--query",
            "project:home")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try value(fence, "title") == "Fence" && value(fence, "priority") == 5)
        #expect(try value(gate, "title") == "Door")
    }

    /// A program that sets its clock back does not escape what is asked since a time.
    @Test func aClockThatWasSetBackDoesNotHide() throws {
        let fence = try at(10, ana).add("Fence")
        var liar = bot
        liar.variables["REDO_WALL"] = "2020-01-01T00:00:00.000Z"
        let edited = try liar.run("edit", fence, "--title", "Hedge")
        try #require(edited.status == 0, "\(edited)")
        let outcome = try at(20, ana).run(
            "revert", "--by", user, "--since", "2025-11-16T13:15:00.000Z")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try value(fence, "title") == "Fence")
    }

    @Test func commentsAndDeadlinesAreTakenBack() throws {
        let fence = try ana.add("Fence", "--due", "2025-11-20")
        let due = try value(fence, "due")
        try at(1, bot).succeed("snooze", fence, "--days", "3")
        try at(2, bot).succeed("comment", "add", fence, "Hello")
        let outcome = try at(3, ana).run("revert", "--by", user)
        #expect(try value(fence, "due") == due, "\(outcome)")
        #expect(!(try ana.run("comment", "list", fence).text.contains("Hello")), "\(outcome)")
    }

    /// What may not be changed stays, and does not keep the rest from being taken back.
    @Test func whatMayNotBeChangedIsNamed() throws {
        let fence = try ana.add("Fence")
        try at(1, bot).succeed("edit", fence, "--title", "Hedge")
        let own = try at(2, bot).add("Secret")
        try at(3, bot).succeed("share", own, "--close")
        let outcome = try at(4, ana).run("revert", "--by", user)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.error.contains("unchanged Secret: you have no permission"), "\(outcome)")
        #expect(try value(fence, "title") == "Fence")
    }
}
