import RedoJSON
import TestSupport
import Testing

/// `redo import --from`.
@Suite struct ImportFromTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func run(_ text: String, _ arguments: String...) throws -> CommandOutcome {
        try store.runner.run("redo-import", ["--from"] + arguments, input: Array(text.utf8))
    }

    private static let taskwarrior = """
        [
        {"description":"Buy milk","uuid":"37591167-8a9a-4873-ae6b-fb673fe16648","status":"pending",\
        "entry":"20251101T053954Z","due":"20251120T000000Z","priority":"H","project":"Home.Shop",\
        "tags":["a","b"],"size":"big","depends":["47591167-8a9a-4873-ae6b-fb673fe16648"],\
        "annotations":[{"entry":"20251101T053955Z","description":"some note"}]},
        {"description":"Paid","uuid":"47591167-8a9a-4873-ae6b-fb673fe16648","status":"completed",\
        "end":"20251105T000000Z"},
        {"description":"Owed","uuid":"57591167-8a9a-4873-ae6b-fb673fe16648","status":"completed",\
        "end":"20251106T000000Z","due":"20251107T000000Z"},
        {"description":"Gone","uuid":"67591167-8a9a-4873-ae6b-fb673fe16648","status":"deleted",\
        "end":"20251105T000000Z"}
        ]
        """

    @Test func tasksOfTaskwarriorComeInWithAllThatTheyHave() throws {
        let outcome = try run(Self.taskwarrior, "taskwarrior")
        #expect(outcome.status == 0 && outcome.text == "added 4 tasks\n", "\(outcome)")
        #expect(
            outcome.codedError
                == "note: 1 custom field not declared: size (text)\n"
                + "hint: with --declare they are options, columns and keys of queries\n")
        let tasks = try store.tasks()
        let milk = try #require(tasks.first { $0["title"]?.text == "Buy milk" })
        #expect(milk["project"]?.text == "Home.Shop" && milk["priority"] == 4)
        #expect(milk["due"]?.text == "2025-11-20T00:00:00.000Z" && milk["size"]?.text == "big")
        #expect(milk["createdAt"]?.text == "2025-11-01T05:39:54.000Z")
        #expect(
            milk["importedFrom"]?.text == "taskwarrior:37591167-8a9a-4873-ae6b-fb673fe16648")
        let paid = try #require(tasks.first { $0["title"]?.text == "Paid" })
        #expect(paid["completedAt"]?.text == "2025-11-05T00:00:00.000Z")
        #expect(milk["dependsOn"]?.elements.map(\.text) == [paid["guid"]?.text])
        let owed = try #require(tasks.first { $0["title"]?.text == "Owed" })
        #expect(owed.todos.first?["completed"]?.text == "2025-11-06T00:00:00.000Z")
        #expect(owed.todos.first?["deadline"]?.text == "2025-11-07T00:00:00.000Z")
        let comments = try store.run("comment", ["list", "--json"])
        #expect(comments.text.contains(#""created":"2025-11-01T05:39:55.000Z""#))
        #expect(comments.text.contains(#""text":"some note""#))
        #expect(try store.run("trash", ["list"]).text.contains("Gone (stays until"))
        // The wall time of a node is that of the import.
        #expect(
            try store.nodes().allSatisfy { $0["timestamp"]?["wall"]?.text == CommandRunner.now })
        #expect(try store.run("op", ["log", "--json"]).lines.count == 1)
        try store.expectSound(skipping: 1)
    }

    @Test func importingTwiceChangesNothing() throws {
        #expect(try run(Self.taskwarrior, "taskwarrior").status == 0)
        let hash = try store.stateHash()
        let again = try run(Self.taskwarrior, "taskwarrior")
        #expect(again.status == 0 && again.text == "added 0 tasks, 4 were known\n")
        #expect(try store.stateHash() == hash)
        let updated = try run(Self.taskwarrior, "taskwarrior", "--update")
        #expect(updated.text == "added 0 tasks, 4 were known\n", "\(updated)")
        #expect(try store.stateHash() == hash)
    }

    @Test(arguments: ["todotxt", "csv", "markdown", "icalendar", "taskwarrior", "json"])
    func whatThisSuiteExportedIsKnown(_ format: String) throws {
        try store.add("Milk", "--due", "2025-11-20", "-t", "shop", "--project", "home")
        try store.add("Water", "--due", "2025-11-20", "--every", "week")
        let file = try store.run("export", ["--to", format])
        #expect(file.status == 0)
        let hash = try store.stateHash()
        let again = try run(file.text, format, "--update")
        #expect(again.status == 0 && again.text == "added 0 tasks, 2 were known\n", "\(again)")
        #expect(try store.stateHash() == hash)
        // Another store takes them in, once.
        let other = try TaskStore()
        for text in ["added 2 tasks\n", "added 0 tasks, 2 were known\n"] {
            let outcome = try other.runner.run(
                "redo-import", ["--from", format], input: Array(file.text.utf8))
            #expect(outcome.text == text, "\(outcome)")
        }
        let water = try #require(try other.tasks().first { $0["title"]?.text == "Water" })
        #expect(water["recurrence"]?.text == "FREQ=WEEKLY;BYHOUR=23;BYMINUTE=59")
        #expect(water["due"]?.text == "2025-11-20T23:59:00.000Z")
    }

    @Test func updateWritesWhatDiffersAndNothingElse() throws {
        let text = "title,uid,due,tags,description\nMilk,1,2025-11-20,a,\nBread,2,,,\n"
        #expect(try run(text, "csv").text == "added 2 tasks\n")
        #expect(try store.run("edit", ["Milk", "--description", "mine"]).status == 0)
        let changed =
            "title,uid,due,tags,status\nOat milk,1,2025-11-21,\"a,b\",\nBread,2,,,completed\n"
        let count = try store.nodes().count
        #expect(try run(changed, "csv").text == "added 0 tasks, 2 were known\n")
        #expect(try store.nodes().count == count)
        let dry = try run(changed, "csv", "--update", "--dry-run")
        #expect(dry.text.hasSuffix("\nwould add 0 tasks, would update 2\n"), "\(dry)")
        #expect(try store.nodes().count == count)
        #expect(try run(changed, "csv", "--update").text == "added 0 tasks, updated 2\n")
        let milk = try #require(try store.tasks().first { $0["title"]?.text == "Oat milk" })
        #expect(milk["due"]?.text == "2025-11-21T23:59:00.000Z")
        #expect(milk["description"]?.text == "mine")
        #expect(milk["tags"]?.elements.map(\.text) == ["a", "b"])
        #expect(try store.run("list", ["--ids"]).lines.count == 1)
        try store.expectSound()
    }

    /// Swift's texts are equal if they look alike.
    @Test func uidsDifferByTheirBytes() throws {
        let text = ["\u{E9}", "e\u{301}"].map { #"{"uid":"\#($0)","title":"a"}"# }
            .joined(separator: "\n")
        #expect(try run(text, "json").text == "added 2 tasks\n")
        #expect(try run(text, "json").text == "added 0 tasks, 2 were known\n")
    }

    @Test func badEntriesAreNamedAndTheGoodOnesKept() throws {
        let text = """
            {"title":"Good"}
            {"title":7}
            {"title":"Also good","due":"soon\u{5C}u001b[31m"}
            {"title":
            """
        let outcome = try run(text, "json")
        #expect(outcome.status == 1 && outcome.text == "added 3 tasks, refused 1\n", "\(outcome)")
        #expect(
            outcome.error.contains("standard input, line 4")
                && outcome.error.contains("not I-JSON"),
            "\(outcome)")
        #expect(
            outcome.error.contains("line 2: title must be text; kept as the field 'otherTitle'"))
        #expect(outcome.error.contains("line 2: without a title; called 'untitled'"))
        #expect(outcome.error.contains("line 3: due is not a time: 'soon"))
        #expect(!outcome.error.contains("\u{1B}"))
        #expect(try store.tasks().count == 3)
    }

    @Test(arguments: [
        ("taskwarrior", "[{\"uuid\":"), ("taskwarrior", "hello"), ("csv", "a,b\n1,2\n"),
        ("icalendar", "hello"), ("icalendar", "a\u{0}b"),
    ])
    func aFileOfAnotherKindWritesNothing(_ format: String, _ text: String) throws {
        try store.runner.write(Array("title\nGood\n".utf8), to: "good.csv")
        let outcome = try run(text, format)
        #expect(outcome.status == 128 && outcome.text.isEmpty, "\(outcome)")
        #expect(outcome.codedError.contains("standard input"), "\(outcome)")
        #expect(try store.nodes().isEmpty)
        // Nor does one beside a good one.
        try store.runner.write(Array(text.utf8), to: "bad")
        let both = try store.run(
            "import", ["--from", format == "csv" ? "csv" : format, "good.csv", "bad"])
        #expect(both.status == 128)
        #expect(try store.nodes().isEmpty)
    }

    @Test func circlesAndMissingTasksAreNamed() throws {
        let text = """
            {"title":"a","uid":"1","dependsOn":["2"]}
            {"title":"b","uid":"2","dependsOn":["3","9"]}
            {"title":"c","uid":"3","dependsOn":["1"]}
            {"title":"c","uid":"3"}
            """
        let outcome = try run(text, "json", "--json")
        #expect(outcome.status == 1, "\(outcome)")
        let lines = try outcome.lines.map { try JSONDocument(Array($0.utf8)).root.value }
        #expect(lines.map { $0["result"]?.text } == ["added", "added", "added", "refused"])
        #expect(lines[3]["message"]?.text == "the uid '3' is on line 3 already")
        #expect(outcome.text.contains("it depends on '9', which is neither in the file"))
        #expect(outcome.text.contains("it depends on '1', which depends on it: left out"))
        let edges = try store.tasks().compactMap { $0["dependsOn"]?.elements.count }
        #expect(edges == [1, 1])
    }

    @Test func itemsWithinItemsAreParts() throws {
        let outcome = try run("# Home\n- [ ] Paint\n  - [ ] Buy paint\n", "markdown")
        #expect(outcome.text == "added 2 tasks\n", "\(outcome)")
        let tasks = try store.tasks()
        let paint = try #require(tasks.first { $0["title"]?.text == "Paint" })
        let buy = try #require(tasks.first { $0["title"]?.text == "Buy paint" })
        #expect(buy["parent"]?.text == paint["guid"]?.text)
        // A line more moves the others, which stay the same tasks.
        let again = try run("# Home\n- Rest\n- [ ] Paint\n  - [ ] Buy paint\n", "markdown")
        #expect(again.text == "added 1 task, 2 were known\n", "\(again)")
    }

    @Test func equalLinesWithoutIDsAreAsManyTasks() throws {
        #expect(try run("Milk\nMilk\n", "todotxt").text == "added 2 tasks\n")
        #expect(try run("Milk\nMilk\nMilk\n", "todotxt").text == "added 1 task, 2 were known\n")
    }

    @Test func aRuleThatIsOfNoUseIsKeptAsAField() throws {
        let line =
            #"{"title":"a","uid":"1","due":"2025-11-20T09:00:00Z","recurrence":"FREQ=NEVER"}"#
        let outcome = try run(line, "json")
        #expect(
            outcome.status == 0 && outcome.codedError.contains("kept as the field 'rrule'"),
            "\(outcome)"
        )
        let task = try #require(try store.tasks().first)
        #expect(task["rrule"]?.text == "FREQ=NEVER" && task["recurrence"] == nil)
    }

    @Test func undoTakesAnImportBack() throws {
        try store.add("Mine")
        #expect(try run("Milk\nBread\n", "todotxt").status == 0)
        #expect(try store.run("undo").status == 0)
        #expect(try store.run("list", ["--ids"]).lines.count == 1)
    }

    @Test func wrongUseIsRefused() throws {
        for arguments in [
            ["--from", "word"], ["--update"], ["--dry-run"], ["--json"], ["--porcelain", "a", "b"],
            ["--from", "csv", "--porcelain"], ["--update", "--unsigned"],
        ] {
            #expect(try store.run("import", arguments).status == 129, "\(arguments)")
        }
        let payload = try run("Milk\n", "todotxt")
        #expect(payload.status == 0)
        #expect(try store.run("config", ["redo.dialect", "payload"]).status == 0)
        #expect(try run("Bread\n", "todotxt").status == 129)
    }

    // MARK: What a file no longer says

    private func field(_ name: StaticString) throws -> JSONValue? {
        try store.tasks().first?[name]
    }

    /// What the import set goes with the file; what anyone else set stays.
    @Test func updateTakesAwayWhatTheImportSetItself() throws {
        let first =
            "title,uid,description,project,tags,estimate,shoeSize\nMilk,1,oats,home,a,15,43\n"
        #expect(try run(first, "csv").status == 0)
        #expect(try store.run("edit", ["Milk", "-p", "5", "--project", "work"]).status == 0)
        let bare = "title,uid\nMilk,1\n"
        let hash = try store.stateHash()
        #expect(try run(bare, "csv").text == "added 0 tasks, 1 was known\n")
        #expect(try store.stateHash() == hash)
        #expect(try run(bare, "csv", "--update").text == "added 0 tasks, updated 1\n")
        #expect(try field("description") == "")
        #expect(try field("tags") == [])
        #expect(try field("timeEstimate") == .null)
        #expect(try field("shoeSize") == .null)
        #expect(try field("title") == "Milk")
        #expect(try field("priority") == 5)
        #expect(try field("project") == "work")
        let again = try run(bare, "csv", "--update")
        #expect(again.text == "added 0 tasks, 1 was known\n", "\(again)")
        try store.expectSound()
    }

    /// An update is an import as well, on whichever device.
    @Test func whatAnUpdateSetIsTakenAwayByTheNextOne() throws {
        #expect(try run("title,uid\nMilk,1\n", "csv").status == 0)
        #expect(
            try run("title,uid,description,points\nMilk,1,oats,3\n", "csv", "--update").status == 0)
        #expect(try field("description") == "oats" && field("storyPoints") == 3)
        let other = try TaskStore()
        try other.receive(from: store)
        let outcome = try other.runner.run(
            "redo-import", ["--from", "csv", "--update"], input: Array("title,uid\nMilk,1\n".utf8))
        #expect(outcome.text == "added 0 tasks, updated 1\n", "\(outcome)")
        let task = try #require(try other.tasks().first)
        #expect(task["description"] == "" && task["storyPoints"] == 1)
    }

    /// A file that this suite wrote says where its tasks are from by their ids: nothing was imported.
    @Test func whatWasMadeHereStays() throws {
        let id = try store.add("Milk", "--description", "mine", "--project", "home")
        let text = "title,uid,priority\nMilk,\(id),4\n"
        #expect(try run(text, "csv", "--update").text == "added 0 tasks, updated 1\n")
        #expect(try field("priority") == 4 && field("description") == "mine")
        #expect(try run("title,uid\nMilk,\(id)\n", "csv", "--update").status == 0)
        #expect(try field("priority") == 4 && field("project") == "home")
        #expect(try field("importedFrom") == nil)
    }
}
