import RedoJSON
import TestSupport
import Testing

/// `redo add -`.
@Suite struct AddLinesTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func add(_ input: String, _ arguments: String...) throws -> CommandOutcome {
        try store.runner.run("redo-add", ["-"] + arguments, input: Array(input.utf8))
    }

    @Test func eachLineIsATask() throws {
        let outcome = try add(
            """
            Buy milk

              Call --due Ana \r
            {"title":"Paint","priority":"high","due":"2025-11-20T09:00:00Z","notes":"green",\
            "tags":["a","a","b"],"dependsOn":[],"description":null}
            {"title":"Idea","draft":true}
            """, "--project", "home", "-p", "2", "--due", "2025-11-30")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let titles = ["Buy milk", "Call --due Ana", "Paint", "Idea"]
        #expect(
            outcome.lines.map {
                String($0.dropFirst("added xxxx ".count).split(separator: " — ")[0])
            } == titles)
        let tasks = try store.tasks()
        #expect(Set(tasks.compactMap { $0["title"]?.text }) == Set(titles))
        #expect(tasks.allSatisfy { $0["project"]?.text == "home" })
        let paint = try #require(tasks.first { $0["title"]?.text == "Paint" })
        #expect(paint["priority"] == 4 && paint["due"]?.text == "2025-11-20T09:00:00.000Z")
        #expect(paint["tags"]?.elements.map(\.text) == ["a", "b"])
        #expect(paint.todos.first?["notes"]?.text == "green")
        let milk = try #require(tasks.first { $0["title"]?.text == "Buy milk" })
        #expect(milk["priority"] == 2 && milk["due"]?.text == "2025-11-30T23:59:00.000Z")
        #expect(tasks.first { $0["title"]?.text == "Idea" }?["state"] == "draft")
        #expect(try store.run("op", ["log", "--json"]).lines.count == 1)
        try store.expectSound()
    }

    @Test func namesAreLookedUp() throws {
        let milk = try store.add("Milk", "--draft")
        #expect(try store.run("category", ["add", "Garden"]).status == 0)
        #expect(try store.run("config", ["field.size.type", "number"]).status == 0)
        let outcome = try add(
            #"{"title":"Seeds","category":"garden","dependsOn":["milk"],"size":3,"every":"week"}"#)
        #expect(outcome.status == 0, "\(outcome)")
        let task = try #require(try store.tasks().first { $0["title"]?.text == "Seeds" })
        #expect(task["dependsOn"]?.elements.map(\.text) == [milk] && task["size"] == 3)
        #expect(task["recurrence"]?.text?.hasPrefix("FREQ=WEEKLY") == true)
        #expect(try store.run("list", ["-q", "category:Garden"]).lines.count == 1)
    }

    @Test(arguments: [
        (#"{"title":"x""#, "line 2, column 13: not I-JSON: "),
        (#"{"title":"x","titel":"y"}"#, "line 2, column 14: 'titel' is not a member of a task"),
        (#"{"title":"x","priority":9}"#, "line 2, column 25: priority must be an integer from 1"),
        (#"{"title":"ä","due":"soon"}"#, "line 2, column 20: due: not a valid date: 'soon'"),
        (#"{"title":"x","tags":"a"}"#, "line 2, column 21: tags must be an array of texts"),
        (#"{"title":"x","category":"no"}"#, "line 2, column 25: category: there is no category"),
        (#"{"title":"x","dependsOn":["no"]}"#, "line 2, column 26: dependsOn: there is no task"),
        (#"{"title":"x","rank":4}"#, "line 2, column 14: 'rank' is not a member of a task"),
        (#"{"title":" "}"#, "line 2, column 10: title: the title is empty"),
        (#"{"notes":"x"}"#, "line 2, column 1: the object lacks 'title'"),
        (#"{"title":"x","draft":1}"#, "line 2, column 22: draft must be true or false"),
        (#"{"title":"x","every":"often"}"#, "line 2, column 1: "),
    ])
    func aBadLineIsNamedAndNothingWritten(_ line: String, _ place: String) throws {
        try store.add("Milk", "--draft")
        let before = try store.nodes()
        let outcome = try add("Good\n\(line)\nAlso good\n")
        #expect(outcome.status != 0 && outcome.text.isEmpty, "\(outcome)")
        #expect(outcome.codedError.contains("standard input, \(place)"), "\(outcome)")
        #expect(try store.nodes() == before)
    }

    @Test func aDryRunWritesNothing() throws {
        let outcome = try add("Milk\nBread\n", "--dry-run")
        #expect(outcome.status == 0 && outcome.text == "would add Milk\nwould add Bread\n")
        #expect(try store.nodes().isEmpty)
        #expect(try add("\n").status == 1)
        #expect(try add("Milk", "--dialect", "payload").status == 129)
        #expect(try add("Milk", "--dialect", "payload", "--due", "fri").status == 0)
        #expect(try store.nodes().map(\.dialect) == ["payload", "payload"])
    }

    /// The prefixes that are printed tell the new tasks apart.
    @Test func manyLinesAreOneTransaction() throws {
        let outcome = try add((0..<300).map { "Task \($0)\n" }.joined())
        #expect(outcome.status == 0 && outcome.lines.count == 300)
        let ids = outcome.lines.map { String($0.split(separator: " ")[1]) }
        #expect(Set(ids).count == 300)
        #expect(try store.run("archive", [ids[0], ids[299]]).status == 0)
        #expect(try store.run("list", ["-q"]).lines.count == 298)
    }
}
