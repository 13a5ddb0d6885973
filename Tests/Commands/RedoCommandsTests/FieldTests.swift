import RedoJSON
import TestSupport
import Testing

/// Fields of tasks that only the fields dialect has, and fields of one's own.
@Suite struct FieldTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func configure(_ name: String, _ value: String) throws {
        let outcome = try store.run("config", [name, value])
        try #require(outcome.status == 0, "\(outcome)")
    }

    @Test func fieldsAreWrittenAndCleared() throws {
        let first = try store.add("First")
        _ = try store.run("category", ["add", "Home"])
        let category = try TaskStore.objects(store.run("category", ["list", "--json"]))[0]["id"]
        let task = try store.add(
            "Second", "--project", "home.garden", "--depends-on", "First", "--wait", "2025-12-01",
            "--scheduled", "2025-12-02 09:00", "--expires", "2026-01-01", "--category", "home")
        let state = try #require(try store.state(of: task))
        #expect(state["project"] == "home.garden")
        #expect(state["dependsOn"] == .array([.string(JSONString(first))]))
        #expect(state["wait"] == "2025-12-01T00:00:00.000Z")
        #expect(state["scheduled"] == "2025-12-02T09:00:00.000Z")
        #expect(state["until"] == "2026-01-01T23:59:00.000Z")
        #expect(state["category"] == category)
        let (text, nodes) = try store.nodesWritten(
            by: "edit", "Second", "--project", "none", "--wait", "none", "--depends-on", "-First")
        #expect(text == "edited Second: no project, no longer after First, no wait\n")
        #expect(nodes.map(\.content) == [["dependsOn": [], "project": nil, "wait": nil]])
    }

    @Test(arguments: [
        ["--project", "a..b"], ["--project", ""], ["--wait", "sometime"],
        ["--category", "nowhere"], ["--depends-on", "nobody"], ["--estimate", "long"],
        ["-t", "-home"],
    ])
    func valuesOfAnotherFormAreRefused(_ options: [String]) throws {
        let before = try store.nodes().count
        let outcome = try store.run("add", ["Task"] + options)
        #expect(outcome.status != 0, "\(options): \(outcome)")
        #expect(try store.nodes().count == before)
    }

    @Test func nothingDependsOnItself() throws {
        try store.add("x")
        try store.add("yy", "--depends-on", "x")
        try store.add("zzz", "--depends-on", "yy")
        let before = try store.nodes().count
        for other in ["x", "yy", "zzz"] {
            let outcome = try store.run("edit", ["x", "--depends-on", other])
            #expect(outcome.status == 129)
            #expect(outcome.codedError.contains("a task cannot depend on itself"))
        }
        #expect(try store.nodes().count == before)
        #expect(try store.run("edit", ["zzz", "--depends-on", "x"]).status == 0)
    }

    @Test func atMostFiftyTags() throws {
        let tags = (1...50).map { "t\($0)" }.joined(separator: ",")
        try store.add("many", "-t", tags)
        let outcome = try store.run("edit", ["many", "-t", "one-more"])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.contains("a task can have 50 tags, and these are 51"))
        #expect(try store.run("edit", ["many", "-t", "one-more", "-t", "-t1"]).status == 0)
    }

    @Test func oneTagIsAddedOrTakenAway() throws {
        let task = try store.add("Water", "-t", "home", "--tag", "+garden")
        #expect(try store.state(of: task)?["tags"] == ["home", "garden"])
        _ = try store.nodesWritten(by: "edit", "Water", "--tag", "-home", "--tag", "+tea,x")
        #expect(try store.state(of: task)?["tags"] == ["garden", "tea", "x"])
    }

    @Test func thePayloadDialectHasNoneOfThem() throws {
        for options in [["--project", "x"], ["--wait", "+1d"]] {
            let outcome = try store.run(
                "add", ["Task", "--due", "today", "--dialect", "payload"] + options)
            #expect(outcome.status == 129)
            #expect(outcome.codedError.contains("with redo.dialect = payload there is no field '"))
            #expect(outcome.codedError.contains("hint: --dialect fields"))
        }
    }

    /// A value of another form counts as absent, is shown as it is, and stays.
    @Test func aValueOfAnotherFormIsLeftAlone() throws {
        let task = try store.add("Odd")
        try store.commit("UPDATE", "--task", task, "-f", "project:=[1]", "-f", "wait=soon")
        #expect(try store.run("list", ["project:none"]).lines.count == 2)
        let row = try store.run("list", ["--columns", "title,project,wait"]).lines.last
        #expect(row == "Odd    [1]      \"soon\"")
        #expect(try store.run("show", ["Odd"]).text.contains("  project:      [1]\n"))
        try #require(store.run("edit", ["Odd", "-p", "4"]).status == 0)
        #expect(try store.state(of: task)?["project"] == [1])
    }

    @Test func aFieldOfOnesOwnIsAnOptionAColumnAndAKey() throws {
        try configure("field.client.type", "choice")
        try configure("field.client.values", "acme, umbrella")
        try configure("field.client.label", "Who")
        try configure("field.client.default", "acme")
        try configure("field.cost.type", "number")
        try configure("field.seen.type", "date")
        let first = try store.add("First", "--cost", "12.5", "--seen", "2025-11-20 10:00")
        let second = try store.add("Second", "--client=umbrella")
        #expect(try store.state(of: first)?["client"] == "acme")
        #expect(try store.state(of: first)?["cost"] == 12.5.json)
        #expect(try store.state(of: second)?["client"] == "umbrella")
        #expect(
            try store.run("list", ["--columns", "title,client,cost", "--sort", "-cost"]).text == """
                TITLE   WHO       COST
                First   acme      12.5
                Second  umbrella     -

                """)
        #expect(
            try store.run("list", ["cost:>10", "--columns", "title"]).lines == ["TITLE", "First"])
        #expect(try store.run("edit", ["First", "--client", "nobody"]).status == 129)
        #expect(try store.run("edit", ["First", "--cost", "much"]).status == 129)
        let cleared = try store.nodesWritten(by: "edit", "First", "--cost", "none")
        #expect(cleared.nodes.map(\.content) == [["cost": nil]])
    }

    /// Else a field would hide what lists say of a task, or the other way round.
    @Test func noMemberOfAListIsAName() throws {
        try store.add("Task", "--every", "month", "--due", "tomorrow", "--project", "home")
        let task = try #require(try store.tasks().first)
        #expect(task.names.count > 20)
        for name in task.names + ["deadline"] {
            let outcome = try store.run("config", ["field.\(name).type", "text"])
            #expect(outcome.status == 129, "\(name): \(outcome)")
        }
    }

    @Test(arguments: [
        ("title", "E_FORBIDDEN_FIELD"), ("priority", "E_FORBIDDEN_FIELD"),
        ("guid", "E_FORBIDDEN_FIELD"), ("signature", "E_FORBIDDEN_FIELD"),
        ("completedAt", "E_FORBIDDEN_FIELD"), ("due", "USAGE"), ("project", "USAGE"),
        ("tags", "USAGE"), ("recurrence", "USAGE"), ("status", "USAGE"), ("json", "USAGE"),
        ("private", "USAGE"), ("Upper", "USAGE"), ("two-words", "USAGE"), ("9x", "USAGE"),
    ])
    func namesWithAMeaningAreRefused(_ name: String, _ code: String) throws {
        let outcome = try store.run("config", ["field.\(name).type", "text"])
        #expect(outcome.status == 129, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: \(code): "), "\(outcome)")
    }

    @Test(arguments: [
        ("field.a.type", "colour"), ("field.a.colour", "red"), ("field.a.values", " , "),
        ("field.a.default", "x"), ("field.b.default", "much"),
    ])
    func valuesOfAFieldAreChecked(_ name: String, _ value: String) throws {
        try configure("field.b.type", "number")
        #expect(try store.run("config", [name, value]).status == 129)
    }
}

extension Double {
    fileprivate var json: JSONValue { .number(self) }
}
