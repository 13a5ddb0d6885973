import RedoJSON
import TestSupport
import Testing

/// Tasks that are parts of others.
@Suite struct PartsTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// `House` with the parts `Walls` and `Roof`, of which `Roof` has the part `Tiles`; and `Milk`. By rank they are
    /// `Tiles`, `Milk`, `House`, `Walls`, `Roof`.
    private func addHouse() throws -> String {
        let house = try store.add("House", "-p", "3")
        try store.add("Walls", "-p", "2", "--parent", "House")
        try store.add("Roof", "-p", "1", "--parent", house)
        try store.add("Tiles", "-p", "5", "--parent", "Roof")
        try store.add("Milk", "-p", "4")
        return house
    }

    private func task(_ title: String) throws -> JSONValue {
        try #require(try store.tasks().first { $0["title"]?.text == title })
    }

    /// The titles of a list, with the spaces before them.
    private func titles(_ arguments: String...) throws -> [String] {
        let outcome = try store.run("list", arguments + ["--columns", "priority,title"])
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.lines.dropFirst().map { String($0.dropFirst(5)) }
    }

    private func open() throws -> Set<String> {
        Set(
            try store.tasks().filter { $0["state"] == "open" || $0["state"] == "draft" }
                .compactMap { $0["title"]?.text })
    }

    // MARK: Setting

    @Test func aParentIsSetShownAndCleared() throws {
        let house = try addHouse()
        func parent() throws -> JSONValue? { try task("Roof")["parent"] }
        #expect(try parent()?.text == house)
        let shown = try store.run("show", ["House"]).text
        #expect(shown.contains("  parts (0/2):\n"), "\(shown)")
        #expect(try store.run("show", ["Roof"]).text.contains("  part of:      House\n"))
        #expect(
            try store.run("edit", ["Roof", "--parent", "none"]).text == "edited Roof: no parent\n")
        #expect(try parent() == .null)
        try store.expectSound(skipping: 0)
    }

    @Test func circlesAreRefused() throws {
        _ = try addHouse()
        for (task, parent, path) in [
            ("House", "Tiles", "House -> Tiles -> Roof -> House"), ("Roof", "Roof", "Roof -> Roof"),
        ] {
            let outcome = try store.run("edit", [task, "--parent", parent])
            #expect(outcome.status == 129, "\(outcome)")
            #expect(outcome.error.contains("a task cannot be a part of itself: \(path)"))
        }
        let ids = try ["Walls", "Tiles"].map { try task($0)["guid"]?.text ?? "" }
        let batch = try store.runner.run(
            "redo-batch", [],
            input: Array(
                """
                {"id":"a","op":"add","fields":{"title":"A"}}
                {"op":"edit","task":"Tiles","fields":{"parent":"\(ids[0])"}}
                {"op":"edit","task":"Walls","fields":{"parent":"\(ids[1])"}}
                """.utf8))
        #expect(batch.lines.last?.contains("a task cannot be a part of itself") == true, "\(batch)")
    }

    @Test(arguments: ["nothing", "ffffffff"])
    func anUnknownParentIsRefused(_ name: String) throws {
        let outcome = try store.run("add", ["Roof", "--parent", name])
        #expect(outcome.status == 128 && outcome.error.contains("there is no task '\(name)'"))
        #expect(try store.tasks().isEmpty)
    }

    @Test func indentedLinesAreParts() throws {
        let text = """
              House
                Walls
              \tRoof
              \t    Tiles

                Garden
              {"title":"Milk"}
                {"title":"Butter"}
            """
        let outcome = try store.runner.run("redo-add", ["-"], input: Array(text.utf8))
        #expect(outcome.status == 0, "\(outcome)")
        var titles: [String: String] = [:]
        for task in try store.tasks() {
            if let id = task["guid"]?.text, let title = task["title"]?.text { titles[id] = title }
        }
        let parents = try store.tasks().compactMap { task -> String? in
            guard let title = task["title"]?.text, let parent = task["parent"]?.text else {
                return nil
            }
            return "\(title) < \(titles[parent] ?? "")"
        }
        #expect(
            parents.sorted() == [
                "Butter < Milk", "Garden < House", "Roof < House", "Tiles < Roof", "Walls < House",
            ])
        // All of them are one operation.
        #expect(try store.run("undo").status == 0)
        #expect(try open().isEmpty)
        #expect(
            try store.runner.run(
                "redo-add", ["-", "--dialect", "payload", "--due", "fri"],
                input: Array("House\n  Roof\n".utf8)
            ).status == 129)
    }

    // MARK: Lists

    @Test func listsShowPartsUnderTheirTask() throws {
        _ = try addHouse()
        // The most urgent part pulls up what it belongs to.
        #expect(
            try titles() == ["House (0/2)", "  Roof (0/1)", "    Tiles", "  Walls", "Milk"])
        #expect(
            try titles("--flat") == ["Tiles", "Milk", "House (0/2)", "Walls", "Roof (0/1)"])
        #expect(try titles("-n", "2") == ["Tiles", "Milk"])
        #expect(
            try titles("--sort", "priority")
                == ["House (0/2)", "  Roof (0/1)", "    Tiles", "  Walls", "Milk"])
        #expect(try store.run("done", ["Walls"]).status == 0)
        #expect(try titles() == ["House (1/2)", "  Roof (0/1)", "    Tiles", "Milk"])
        // For programs the order stays.
        let objects = try TaskStore.objects(store.run("list", ["--json"]))
        #expect(objects.first?["title"] == "Tiles")
        let house = try #require(objects.first { $0["title"] == "House" })
        #expect(house["parts"] == ["done": 1, "total": 2])
        #expect(objects.first?["parts"] == nil)
        let lines = try store.run("list", ["--columns", "title,id"]).lines
        #expect(
            lines.dropFirst().map { $0.prefix(8) } == [
                "House (1", "  Roof (", "    Tile", "Milk    ",
            ])
    }

    @Test func queriesFindParts() throws {
        let house = try addHouse()
        #expect(try Set(titles("is:part", "--flat")) == ["Walls", "Roof (0/1)", "Tiles"])
        for name in ["House", "house", house, String(house.prefix(8))] {
            #expect(try Set(titles("parent:\(name)")) == ["Walls", "Roof (0/1)"], "\(name)")
        }
        #expect(try Set(titles("parent:none")) == ["House (0/2)", "Milk"])
        #expect(try titles("parent:any", "--flat").count == 3)
        let wrong = try store.run("list", ["parent:nothing"])
        #expect(wrong.status == 129 && wrong.error.contains("there is no task 'nothing'"))
    }

    /// A part whose whole is done, put away or gone is in lists as any other task.
    @Test(arguments: [
        ["done", "House"], ["archive", "House"], ["delete", "House"], ["delete", "--now", "House"],
    ])
    func noParentHidesItsParts(_ command: [String]) throws {
        let house = try store.add("House")
        try store.add("Walls")
        try store.add("Milk", "--priority", "1")
        #expect(try store.run(command[0], Array(command.dropFirst())).status == 0)
        try store.commit(
            "UPDATE", "--task", try #require(try task("Walls")["guid"]?.text), "-f",
            "parent=\(house)")
        #expect(try titles() == ["Walls", "Milk"])
        #expect(try titles("is:part") == (command.contains("--now") ? [] : ["Walls"]))
    }

    @Test func aCircleOfTwoDevicesHidesNothing() throws {
        let one = try store.add("One")
        let two = try store.add("Two")
        for (task, parent) in [(one, two), (two, one)] {
            try store.commit("UPDATE", "--task", task, "-f", "parent=\(parent)")
        }
        try store.add("Three", "--parent", "One")
        #expect(try Set(titles()) == ["One (0/1)", "  Three", "Two"])
        #expect(try titles("is:part") == ["Three"])
        #expect(try store.run("done", ["--parts", "Two"]).text == "done Two\n")
        #expect(try open() == ["One", "Three"])
    }

    // MARK: Closing

    @Test(arguments: [["done"], ["archive"], ["delete"], ["delete", "--now"]])
    func withoutATerminalNothingChanges(_ command: [String]) throws {
        _ = try addHouse()
        let before = try store.nodes()
        let outcome = try store.run(command[0], command.dropFirst() + ["House"])
        #expect(outcome.status == 1 && outcome.text.isEmpty, "\(outcome)")
        #expect(
            outcome.codedError
                == "error: TASK_002: House has 3 open parts, and nothing was changed\nhint: --parts takes them along\n"
        )
        #expect(try store.nodes() == before)
        let open = try open()
        let closed = try store.run(command[0], command.dropFirst() + ["--parts", "House"])
        #expect(closed.status == 0, "\(closed)")
        #expect(closed.lines.count == 4)
        #expect(try self.open() == ["Milk"])
        guard command != ["delete", "--now"] else { return }
        #expect(try store.run("undo").status == 0)
        #expect(try self.open() == open)
    }

    @Test func theTasksThatAreNamedNeedNoQuestion() throws {
        _ = try addHouse()
        #expect(try store.run("done", ["House", "Walls", "Roof", "Tiles"]).status == 0)
        #expect(try open() == ["Milk"])
    }

    @Test func theLastPartSaysThatTheWholeCanBeDone() throws {
        _ = try addHouse()
        #expect(try store.run("done", ["Walls"]).text == "done Walls\n")
        #expect(
            try store.run("done", ["Tiles"]).text.hasPrefix(
                "done Tiles\n  every part of Roof is done: 'redo done "))
        let last = try store.run("done", ["Roof"])
        #expect(last.status == 0 && last.text.contains("every part of House is done"), "\(last)")
        #expect(try store.run("done", ["House"]).text == "done House\n")
    }

    /// What is done already stays as it is.
    @Test func onlyOpenPartsGoAlong() throws {
        _ = try addHouse()
        #expect(try store.run("done", ["Walls"]).status == 0)
        #expect(try store.run("archive", ["--parts", "House"]).lines.count == 3)
        #expect(try store.tasks().first { $0["title"] == "Walls" }?["state"] == "done")
    }

    @Test func otherCommandsLeavePartsAlone() throws {
        let house = try addHouse()
        let before = try store.nodes().filter { $0["taskId"]?.text != house }
        for command in [
            ["snooze", "House", "--until", "2025-11-20"], ["edit", "House", "-p", "1"],
            ["start", "House"], ["comment", "add", "House", "soon"],
        ] {
            let outcome = try store.run(command[0], Array(command.dropFirst()))
            #expect(outcome.status == 0, "\(outcome)")
        }
        #expect(try store.nodes().filter { $0["taskId"]?.text != house } == before)
    }
}
