import RedoJSON
import TestSupport
import Testing

/// `redo graph --dependencies`.
@Suite struct DependencyGraphTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func graph(_ arguments: String...) throws -> String {
        let outcome = try store.run("graph", ["--dependencies"] + arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.text
    }

    /// The lines without the ids of tasks.
    private func lines(_ arguments: String...) throws -> [String] {
        let outcome = try store.run("graph", ["--dependencies"] + arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let text = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
        return text.dropLast().map {
            String($0).replacing(#/([ *|]) [0-9a-f]{4,} /#) { "\($0.output.1) " }
        }
    }

    /// A cake that waits for two things which wait for the same one, and something else.
    private func addCake() throws {
        for title in ["Milk", "Butter", "Cream", "Cake", "Tent"] { try store.add(title) }
        for (task, other) in [
            ("Butter", "Milk"), ("Cream", "Milk"), ("Cake", "Butter"), ("Cake", "Cream"),
        ] {
            try #require(store.run("block", [task, "--on", other]).status == 0)
        }
    }

    @Test func whatIsSharedStandsOnce() throws {
        try addCake()
        #expect(
            try lines() == [
                "*   Cake", "|\\", "* | Butter", "| * Cream", "|/", "* Milk",
            ])
        #expect(try graph("--format", "text") == (try graph()))
    }

    @Test func whatHasNothingToDoWithOneAnotherStandsApart() throws {
        for title in ["x1", "x2", "y1", "y2"] { try store.add(title) }
        _ = try store.nodesWritten(by: "block", "y1", "--on", "y2")
        _ = try store.nodesWritten(by: "block", "x1", "--on", "x2")
        #expect(try lines() == ["* x1", "* x2", "", "* y1", "* y2"])
    }

    @Test func whatIsDoneIsLeftOutUnlessAllAreAskedFor() throws {
        try addCake()
        _ = try store.nodesWritten(by: "done", "Milk")
        #expect(try lines() == ["*   Cake", "|\\", "* | Butter", " /", "* Cream"])
        #expect(try lines("--all").contains("* Milk (done)"))
        _ = try store.nodesWritten(by: "archive", "Cake")
        #expect(try lines() == ["no task waits for another one"])
        #expect(try lines("--all").first == "*   Cake (archived)")
        _ = try store.nodesWritten(by: "delete", "Cream")
        #expect(try lines("--all").contains { $0.hasSuffix("* Cream (trash)") })
    }

    @Test func aQueryShowsWhatItsTasksWaitFor() throws {
        try addCake()
        #expect(try lines("--query", "title:cream") == ["* Cream", "* Milk"])
        try #require(store.run("comment", ["add", "Cream", "of the farm"]).status == 0)
        #expect(try lines("--query", "farm") == ["* Cream", "* Milk"])
        let none = try store.run("graph", ["--dependencies", "--query", "title:nothing"])
        #expect(none.text == "no task waits for another one\n")
        #expect(none.error == "note: no task matches 'title:nothing'\n")
        let wrong = try store.run("graph", ["--dependencies", "--query", "("])
        #expect(wrong.status == 129 && wrong.codedError.hasPrefix("error: USAGE: "))
    }

    /// What is not in this store blocks nothing, and is shown with all.
    @Test func unknownTasksAndThoseOfOtherFormsDoNoHarm() throws {
        let cake = try store.add("Cake")
        let unknown = "00000000-0000-4000-8000-000000000001"
        try store.commit("UPDATE", "--task", cake, "-f", "dependsOn:=[\"\(unknown)\"]")
        #expect(try lines() == ["no task waits for another one"])
        #expect(try lines("--all") == ["* Cake", "* \(unknown) (unknown)"])
        try store.commit("UPDATE", "--task", cake, "-f", "dependsOn=Milk")
        #expect(try lines("--all") == ["no task waits for another one"])
    }

    /// Two devices make each task wait for the other one.
    @Test func aCircleOfTwoDevicesIsShownAndEnds() throws {
        let devices = try TwoDevices()
        let (phone, laptop) = (devices.phone, devices.laptop)
        func copy(_ from: TaskStore, _ to: TaskStore) throws {
            let nodes = try from.run("export").output
            try #require(to.runner.run("redo-import", [], input: nodes).status == 0)
        }
        for title in ["Hen", "Egg"] { try phone.add(title) }
        try copy(phone, laptop)
        let first = try phone.run("block", ["Hen", "--on", "Egg"], extra: TwoDevices.onPhone)
        let second = try laptop.run("block", ["Egg", "--on", "Hen"], extra: TwoDevices.onLaptop)
        try #require(first.status == 0 && second.status == 0)
        try copy(laptop, phone)
        try phone.add("Self")
        let own = try phone.add("Chick")
        try #require(phone.run("block", ["Chick", "--on", "Hen"]).status == 0)
        let here = DependencyGraphTests(of: phone)
        #expect(
            try here.lines() == ["* Chick", "* Hen", "* Egg (circle: waits for Hen)"])
        // It can wait for itself, too.
        try phone.commit("UPDATE", "--task", own, "-f", "dependsOn:=[\"\(own)\"]")
        #expect(try here.lines().contains("* Chick (circle: waits for Chick)"))
        let dot = try here.graph("--format", "dot")
        #expect(dot.contains("-> n0 [color=") && dot.contains("constraint=false];"))
        let svg = try Markup(try here.graph("--format", "svg"))
        // Beside those of the legend.
        #expect(svg.count(of: "path", with: "class", prefix: "edge circle") == 3)
        #expect(svg.texts.contains("circle: waits for Chick"))
        // A circle that is there keeps nobody from ending it.
        #expect(try phone.run("unblock", ["Egg"]).status == 0)
        #expect(try !here.graph().contains("waits for Hen"))
    }

    private init(of store: TaskStore) { self.store = store }

    // MARK: Pictures

    @Test func dotIsReadByItsReader() throws {
        try addCake()
        let text = try graph("--format", "dot")
        #expect(DOTReader.nodeCount(text) == 4 && DOTReader.edgeCount(text) == 4)
    }

    @Test func svgHasARowForEachTask() throws {
        try addCake()
        _ = try store.nodesWritten(by: "done", "Milk")
        let svg = try Markup(try graph("--format", "svg", "--all"))
        #expect(svg.count(of: "g", with: "class", prefix: "blocked") == 1 + 1)
        #expect(svg.count(of: "g", with: "class", prefix: "ready") == 1 + 2)
        #expect(svg.count(of: "g", with: "class", prefix: "over") == 1 + 1)
        #expect(svg.count(of: "path", with: "class", prefix: "edge") == 4)
        #expect(svg.hasNothingFromOutside)
    }

    /// A title is text, in a picture and on a terminal.
    @Test func hostileTitlesStayText() throws {
        let title = "</text><script>alert(\"1\")</script>\\\u{1B}[2J\u{202E}&"
        let hostile = try store.add(title)
        try store.add("Milk")
        try #require(store.run("block", ["Milk", "--on", hostile]).status == 0)
        let svg = try Markup(try graph("--format", "svg"))
        #expect(svg.hasNothingFromOutside)
        #expect(svg.texts.contains { $0.contains("<script>alert") })
        #expect(DOTReader.nodeCount(try graph("--format", "dot")) == 2)
        #expect(try !graph().contains("\u{1B}[2J"))
    }

    @Test func anEmptyStoreHasAnEmptyGraph() throws {
        #expect(try graph() == "no task waits for another one\n")
        #expect(DOTReader.nodeCount(try graph("--format", "dot")) == 0)
        #expect(try Markup(try graph("--format", "svg")).count(of: "g") == 3)
    }

    @Test(arguments: [
        ["--all", "-n", "3"], ["--query", "x"], ["--dependencies", "-n", "3"],
        ["--dependencies", "milk"],
        ["--dependencies", "--task", "milk"], ["--dependencies", "--format", "png"],
    ])
    func whatDoesNotGoTogetherIsRefused(_ arguments: [String]) throws {
        let outcome = try store.run("graph", arguments)
        #expect(
            outcome.status == 129 && outcome.codedError.hasPrefix("error: USAGE: "), "\(outcome)")
    }
}
