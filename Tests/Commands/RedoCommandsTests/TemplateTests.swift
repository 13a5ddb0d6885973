import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo template`.
@Suite struct TemplateTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private static let trip = """
        {
          "description": "A trip",
          "values": {"city": null, "guest": "Ana"},
          "tasks": [
            {"name": "book", "title": "Fly to {city} with {guest}", "due": "-30d", "tags": ["{city}"]},
            {"title": "Pack {x}", "due": "-1d 18:00", "dependsOn": ["book"], "wait": "+1d"}
          ]
        }
        """

    private func template(_ arguments: String..., input: String = "") throws -> CommandOutcome {
        try store.runner.run("redo-template", arguments, input: Array(input.utf8))
    }

    private func save(_ text: String, as name: String = "trip") throws -> CommandOutcome {
        try template("add", "--force", "--file", "-", name, input: text)
    }

    private func path(_ name: String) -> String {
        store.runner.path("home/.config/redo/templates/\(name).json")
    }

    @Test func aTemplateIsUsed() throws {
        #expect(try save(Self.trip).text == "added template trip of 2 tasks\n")
        #expect(try template("list").text == "trip  2 tasks  A trip\n")
        #expect(try template("show", "trip").text == Self.trip)
        let use = ["use", "trip", "--set", "city=Rome", "--due", "2026-01-31 12:00"]
        let dry = try store.run("template", use + ["--dry-run"])
        #expect(
            dry.text == """
                would add Fly to Rome with Ana — due Thu 1 Jan 2026 12:00 (in 6 weeks), +Rome
                would add Pack {x} — due Fri 30 Jan 2026 18:00 (in 2 months), after Fly to Rome \
                with Ana, hidden until Mon 17 Nov 12:00 (tomorrow)

                """, "\(dry)")
        #expect(try store.nodes().isEmpty)
        let outcome = try store.run("template", use)
        #expect(outcome.status == 0 && outcome.lines.count == 2, "\(outcome)")
        #expect(outcome.lines[0].hasPrefix("added "))
        let tasks = try store.tasks()
        let fly = try #require(tasks.first { $0["title"]?.text == "Fly to Rome with Ana" })
        let pack = try #require(tasks.first { $0["title"]?.text == "Pack {x}" })
        #expect(fly["due"]?.text == "2026-01-01T12:00:00.000Z")
        #expect(fly["tags"]?.elements.map(\.text) == ["Rome"])
        #expect(pack["due"]?.text == "2026-01-30T18:00:00.000Z")
        #expect(pack["wait"]?.text == "2025-11-17T12:00:00.000Z")
        #expect(pack["dependsOn"]?.elements.map(\.text) == [fly["guid"]?.text])
        #expect(try store.run("op", ["log", "--json"]).lines.count == 1)
        try store.expectSound()
    }

    /// Each brace was searched for its end to the end of the text.
    @Test(.timeLimit(.minutes(2))) func manyBracesTakeNoTime() throws {
        let braces = String(repeating: "{", count: 200_000)
        let text = #"{"values": {"c": "y"}, "tasks": [{"title": "\#(braces){c}{c{c}"}]}"#
        #expect(try save(text).status == 0)
        #expect(try template("use", "trip").status == 0)
        #expect(try store.tasks().first?["title"]?.text == braces + "y{cy")
    }

    /// A file of 102 kB has texts of 400 MB.
    @Test(.timeLimit(.minutes(2))) func valuesThatFillInTooMuchAreRefused() throws {
        let value = String(repeating: "y", count: 100_000)
        for member in [
            #""title": "\#(String(repeating: "{c}", count: 4000))""#,
            #""title": "x", "tags": [\#((0..<4000).map { "\"{c}\($0)\"" }.joined(separator: ","))]"#,
        ] {
            let text = #"{"values": {"c": "\#(value)"}, "tasks": [{\#(member)}]}"#
            let outcome = try save(text)
            #expect(outcome.status == 1, "\(outcome)")
            #expect(
                outcome.codedError.contains("error: E_PAYLOAD_TOO_LARGE: template 'trip', line 1, ")
            )
            #expect(outcome.codedError.contains("more than 16777216 bytes with their values"))
        }
        #expect(try template("list").text.isEmpty)
    }

    @Test func aTemplateIsMadeOfTasks() throws {
        #expect(try store.run("category", ["add", "Garden"]).status == 0)
        let dig = try store.add(
            "Dig", "--due", "2025-11-20 09:00", "-p", "5", "--category", "Garden", "--every", "7",
            "--notes", "deep")
        try store.add("Sow", "--due", "2025-11-22", "--depends-on", dig, "-t", "a")
        #expect(try template("add", "bed", "Dig", "Sow").status == 0)
        #expect(try store.run("delete", ["Dig", "Sow"]).status == 0)
        #expect(try template("use", "bed", "--from", "2025-12-01 00:00").status == 0)
        let tasks = try store.tasks()
        let new = try #require(tasks.first { $0["title"]?.text == "Dig" })
        let sow = try #require(tasks.first { $0["title"]?.text == "Sow" })
        #expect(new["due"]?.text == "2025-12-01T09:00:00.000Z" && new["priority"] == 5)
        #expect(new["frequencyDays"] == 7 && new.todos.first?["notes"]?.text == "deep")
        #expect(sow["due"]?.text == "2025-12-03T23:59:00.000Z")
        #expect(sow["dependsOn"]?.elements.map(\.text) == [new["guid"]?.text])
        #expect(try store.run("list", ["-q", "category:Garden"]).lines.count == 1)
        let again = try template("add", "bed", "Dig")
        #expect(
            again.status == 129 && again.codedError.contains("there is a template 'bed' already"))
    }

    @Test(arguments: [
        (#"{"tasks": []}"#, "line 1, column 11: tasks must be an array"),
        ("{\"tasks\":\n [{\"title\": 3}]}", "line 2, column 13: title must be text"),
        (#"{"tasks":[{"title":"a","due":"soon"}]}"#, "line 1, column 30: due: not a valid date"),
        (#"{"tasks":[{"title":"a","dependsOn":["b"]}]}"#, "column 36: dependsOn: no task"),
        (#"{"tasks":[{"name":"a","title":"a","dependsOn":["a"]}]}"#, "the task depends on itself"),
        (
            #"{"tasks":[{"name":"a","title":"a"},{"name":"a","title":"b"}]}"#,
            "two tasks have the name"
        ),
        (#"{"tasks":[{"title":"a","prio":1}]}"#, "column 24: 'prio' is not a member"),
        (#"{"tasks":[{"due":"+1d"}]}"#, "column 11: the task lacks 'title'"),
        (#"{"tasks":[{"title":"a"}],"x":1}"#, "column 26: 'x' is not a member of a template"),
        (#"{"tasks":[{"title":"a"}],"values":{"a b":""}}"#, "column 36: 'a b' is not a key"),
        (#"{"tasks":[{"title":"a"}"#, "not I-JSON"), ("[]", "column 1: a template is an object"),
        (#"{"tasks":[3]}"#, "column 11: a task is an object"), ("", "not I-JSON"),
    ])
    func aBadTemplateIsRefusedWithItsPlace(_ text: String, _ place: String) throws {
        let outcome = try save(text)
        #expect(outcome.status == 129, "\(outcome)")
        #expect(outcome.codedError.contains("template 'trip', line "), "\(outcome)")
        #expect(outcome.codedError.contains(place), "\(outcome)")
        #expect(try template("list").text.isEmpty)
        // One that came in some other way is refused when it is used.
        #expect(try save(Self.trip).status == 0)
        try Data(text.utf8).write(to: URL(filePath: path("trip")))
        #expect(try template("use", "trip").codedError.contains(place))
        #expect(try template("list").status == 1)
        #expect(try store.nodes().isEmpty)
    }

    @Test(arguments: [
        (["--due", "fri"], "needs --set city=..."),
        (["--set", "city=Rome"], "'-30d' is relative to --due, which is missing"),
        (["--set", "town=Rome", "--set", "city=x"], "has no value 'town'"),
        (["--set", "Rome"], "--set takes key=value"),
        (["--set", "city=a", "--set", "city=b"], "--set city is given twice"),
        (["--set", "city=a", "--due", "soon"], "not a valid date"),
        (["--file", "x"], "takes no --file"),
    ])
    func whatATemplateNeedsIsSaid(_ arguments: [String], _ message: String) throws {
        #expect(try save(Self.trip).status == 0)
        let outcome = try store.run("template", ["use", "trip"] + arguments)
        #expect(outcome.status == 129 && outcome.codedError.contains(message), "\(outcome)")
        #expect(try store.nodes().isEmpty)
    }

    @Test func aDueThatNothingCountsFromIsRefused() throws {
        #expect(try save(#"{"tasks":[{"title":"a","due":"+1d"}]}"#).status == 0)
        let outcome = try template("use", "trip", "--due", "fri")
        #expect(
            outcome.status == 129 && outcome.codedError.contains("has no date relative to --due"))
        #expect(try template("use", "trip").status == 0)
        #expect(try store.tasks()[0]["due"]?.text == "2025-11-17T12:00:00.000Z")
    }

    /// What only the store knows is refused when the template is used, with its place.
    @Test func anUnknownCategoryIsNamedWithItsPlace() throws {
        #expect(try save("{\"tasks\":[\n{\"title\":\"a\",\"category\":\"b\"}]}").status == 0)
        let outcome = try template("use", "trip")
        #expect(outcome.status == 128 && outcome.codedError.contains("NAME_001"), "\(outcome)")
        #expect(outcome.codedError.contains("line 2, column 25: category: "), "\(outcome)")
        #expect(try store.nodes().isEmpty)
    }

    @Test(arguments: ["../x", ".x", "a/b", "", "a b", "-x", String(repeating: "a", count: 65)])
    func aNameIsNoPath(_ name: String) throws {
        for word in ["show", "use", "delete", "edit"] {
            let outcome = try template(word, "--", name)
            #expect(outcome.status == 129, "\(outcome)")
            #expect(outcome.codedError.contains("not a name of a template"), "\(outcome)")
        }
    }

    @Test func aTemplateIsEditedAndDeleted() throws {
        let edit = { (command: String) in
            try store.run("template", ["edit", "trip"], extra: ["REDO_EDITOR": command])
        }
        let made = try edit("sed -i 's/\"title\": \"\"/\"title\": \"Walk\"/'")
        #expect(made.text == "added template trip of 1 task\n", "\(made)")
        let broken = try edit("sed -i 's/title/titel/'")
        #expect(broken.status == 128 && broken.codedError.contains("line 6, column 7"), "\(broken)")
        #expect(broken.codedError.contains("nothing is written"))
        #expect(try edit("true").text == "unchanged template trip\n")
        #expect(try template("use", "trip").status == 0)
        #expect(try template("delete", "trip").text == "deleted template trip\n")
        #expect(try template("delete", "trip").codedError.contains("there is no template 'trip'"))
        #expect(try template("list").codedError == "note: there are no templates\n")
    }

    @Test(arguments: [["burn"], ["show"], ["list", "x"], ["add", "x"], ["use", "a", "b"]])
    func wrongUsage(_ arguments: [String]) throws {
        try store.expectNothingWritten(
            by: "template", arguments, status: 129, error: "error: USAGE: ")
    }
}
