import Testing

/// What `redo list` chooses, orders and shows.
@Suite struct ListCommandTests {
    let store: CommandHarness

    init() throws {
        store = try CommandHarness()
        try store.succeed("add", "Milk", "--due", "tomorrow", "-p", "4", "-t", "shop")
        try store.succeed("add", "Rent", "--due", "2025-11-10", "-p", "3", "--project", "home.flat")
        try store.succeed("add", "Book", "--draft", "-p", "5", "--project", "home")
    }

    @Test func aTableHasTheGivenColumns() throws {
        let text = try store.succeed("list", "--columns", "priority,title", "--sort", "priority")
        #expect(text == "PRI  TITLE\n3    Rent\n4    Milk #shop\n5    Book (idea)\n")
    }

    @Test func anOrderMayFall() throws {
        #expect(try store.titles("--sort", "-priority") == ["Book", "Milk", "Rent"])
        #expect(try store.titles("--sort", "title") == ["Book", "Milk", "Rent"])
        #expect(try store.titles("--sort", "due,title") == ["Rent", "Milk", "Book"])
    }

    @Test(arguments: [
        ("tag:shop", ["Milk"]), ("project:home", ["Book", "Rent"]), ("is:overdue", ["Rent"]),
        ("due:none", ["Book"]), ("priority:4..", ["Book", "Milk"]),
        ("not (tag:shop or is:overdue)", ["Book"]), ("mil", ["Milk"]), ("nothing", []),
    ])
    func aQueryChooses(_ query: String, _ titles: [String]) throws {
        #expect(try store.titles("--sort", "title", "--query", query) == titles)
    }

    @Test func aLimitCutsTheList() throws {
        #expect(try store.titles("--sort", "title", "-n", "2") == ["Book", "Milk"])
    }

    @Test func whatIsDoneIsShownByAllAlone() throws {
        try store.succeed("done", "Milk")
        #expect(try store.titles("--sort", "title") == ["Book", "Rent"])
        #expect(try store.titles("--sort", "title", "--all") == ["Book", "Milk", "Rent"])
    }

    @Test func aWrongOptionIsRefusedWithItsUsage() throws {
        let outcome = try store.run("list", "--sort", "colour")
        #expect(outcome.status == 129)
        #expect(outcome.text.isEmpty)
        #expect(outcome.codedError.contains("there is no order by 'colour'"))
        #expect(outcome.codedError.contains("usage: redo list"))
    }

    @Test func aQueryThatEndsTooSoonShowsItsPlace() throws {
        let outcome = try store.run("list", "--query", "tag:shop and (")
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
    }
}
