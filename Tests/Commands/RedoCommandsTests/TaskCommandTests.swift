import Testing

/// What the commands that change tasks write and say.
@Suite struct TaskCommandTests {
    let store: CommandHarness

    init() throws { store = try CommandHarness() }

    @Test func anEmptyTitleIsRefusedBeforeAnythingIsWritten() throws {
        let outcome = try store.run("add", "  ")
        #expect(outcome.status != 0)
        #expect(try store.nodeCount() == 0)
    }

    @Test func archivingTwiceWritesOnce() throws {
        try store.succeed("add", "Milk")
        #expect(try store.succeed("archive", "Milk") == "archived Milk\n")
        let count = try store.nodeCount()
        #expect(try store.succeed("archive", "Milk") == "unchanged Milk\n")
        #expect(try store.nodeCount() == count)
        #expect(try store.succeed("unarchive", "Milk") == "unarchived Milk\n")
    }

    @Test func doneIsUndoneAndDoneAgain() throws {
        try store.succeed("add", "Milk", "--due", "tomorrow")
        #expect(try store.succeed("done", "Milk") == "done Milk\n")
        #expect(try store.titles() == [])
        try store.succeed("undo")
        #expect(try store.titles() == ["Milk"])
        try store.succeed("undo", "--forward")
        #expect(try store.titles() == [])
    }

    @Test func anEditSaysWhichFieldsChanged() throws {
        try store.succeed("add", "Milk", "-t", "shop")
        #expect(
            try store.succeed("edit", "Milk", "--project", "home", "--tag", "+now")
                == "edited Milk: project home, +now\n")
        #expect(try store.titles("--query", "tag:now and project:home and tag:shop") == ["Milk"])
    }

    @Test func anEditOfTheSameValueWritesNothing() throws {
        try store.succeed("add", "Milk", "-p", "4")
        let count = try store.nodeCount()
        #expect(try store.run("edit", "Milk", "-p", "4").status == 0)
        #expect(try store.nodeCount() == count)
    }

    @Test func theTrashGivesBackWhatItTook() throws {
        try store.succeed("add", "Milk")
        #expect(try store.succeed("delete", "Milk") == "moved Milk into the trash\n")
        #expect(try store.titles() == [])
        #expect(try store.succeed("trash", "list").contains("Milk (stays until 2025-12-16 12:00)"))
        #expect(try store.succeed("restore", "Milk") == "restored Milk\n")
        #expect(try store.titles() == ["Milk"])
    }

    @Test func snoozingMovesTheDeadline() throws {
        try store.succeed("add", "Milk", "--due", "2025-11-17 9:00")
        #expect(
            try store.succeed("snooze", "Milk", "--days", "2")
                == "snoozed Milk, due Wed 19 Nov 09:00 (in 3 days)\n")
    }

    @Test func anAmbiguousNameChangesNothing() throws {
        try store.succeed("add", "Buy milk")
        try store.succeed("add", "Buy bread")
        let count = try store.nodeCount()
        let outcome = try store.run("done", "Buy")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: NAME_002: 'Buy' is ambiguous"))
        #expect(try store.nodeCount() == count)
    }

    @Test func oneUnknownNameKeepsAllFromBeingDone() throws {
        try store.succeed("add", "Milk")
        let outcome = try store.run("done", "Milk", "Bread")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: NAME_001: there is no task 'Bread'"))
        #expect(try store.titles() == ["Milk"])
    }

    @Test func workIsMeasured() throws {
        var store = store
        try store.succeed("add", "Milk")
        #expect(try store.succeed("start", "Milk") == "started Milk\n")
        store.variables["REDO_WALL"] = "2025-11-16T13:30:00.000Z"
        #expect(try store.succeed("stop") == "stopped Milk after 1 h 30 min\n")
        #expect(try store.run("stop").status == 1)
    }

    @Test func aBatchAnswersLineByLine() throws {
        let outcome = try store.run(
            "batch",
            input: """
                {"id":1,"op":"add","fields":{"title":"Milk"}}
                {"id":2,"op":"done","task":"Bread"}

                """)
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines[0].hasPrefix("{\"id\":1,"))
        #expect(outcome.lines[1].contains("\"code\":\"NAME_001\""))
        #expect(try store.titles() == ["Milk"])
    }
}
