import RedoJSON
import TestSupport
import Testing

/// Commands that explain or change several tasks, which are named by operands or on standard input.
@Suite struct SeveralNamesTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        for title in ["Paint", "Sand", "Saw"] { try store.add(title, "--draft") }
    }

    private func run(_ words: [String], input: String = "") throws -> CommandOutcome {
        try store.runner.run(
            "redo-\(words[0])", Array(words.dropFirst()), input: Array(input.utf8))
    }

    /// What one command prints for several tasks is what it prints for each, with what parts them.
    @Test func blameNamesTheTasks() throws {
        let paint = try run(["blame", "Paint"]).text
        let sand = try run(["blame", "Sand"]).text
        #expect(try run(["blame", "Paint", "Sand"]).text == "Paint\n\(paint)\nSand\n\(sand)")
        let records = try run(["blame", "--porcelain", "--stdin"], input: "Paint\nSand\n")
        let ids = try ["Paint", "Sand"].map {
            try run(["rev-parse", "--task", $0]).text.dropLast()
        }
        let each = try ["Paint", "Sand"].map { try run(["blame", "--porcelain", $0]).text }
        #expect(records.text == "task\t\(ids[0])\n\(each[0])task\t\(ids[1])\n\(each[1])")
    }

    @Test func blameTakesNodesBesideTasks() throws {
        let head = try run(["heads", "Sand", "--format=%H"]).lines[0]
        let both = try run(["blame", "Paint", head])
        #expect(both.status == 0, "\(both)")
        #expect(both.text == (try run(["blame", "Paint", "Sand"]).text))
    }

    /// One task without the field is a no; the others are shown.
    @Test func historiesThatAreMissingEndWithNo() throws {
        #expect(try run(["edit", "Sand", "--priority", "5"]).status == 0)
        let outcome = try run(["blame", "--history", "description", "Paint", "Sand"])
        #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
        let titles = try run(["blame", "--history", "title", "Paint", "Sand"])
        #expect(titles.status == 0 && titles.text.contains("\nSand\n"), "\(titles)")
    }

    @Test func urgencyExplainsEach() throws {
        let paint = try run(["urgency", "Paint"]).text
        let sand = try run(["urgency", "Sand"]).text
        #expect(try run(["urgency", "Paint", "Sand"]).text == "\(paint)\n\(sand)")
        let objects = try TaskStore.objects(
            run(["urgency", "--json", "Saw", "--stdin"], input: "Paint\n"))
        #expect(objects.compactMap { $0["guid"]?.text }.count == 2)
    }

    @Test(arguments: [["blame"], ["urgency"], ["comment", "add", "x"], ["comment", "list"]])
    func theLineOfAnUnknownNameIsNamed(_ words: [String]) throws {
        let outcome = try run(words + ["--stdin"], input: "Paint\nnothing\n")
        #expect(outcome.status == 128 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.error.contains("standard input, line 2: "), "\(outcome)")
        #expect(try run(["comment", "list", "--json"]).output.isEmpty)
    }

    @Test func oneCommentIsAddedToEachTaskOfAnInput() throws {
        let ids = try run(["list", "--all", "-q"]).text
        let added = try run(["comment", "add", "--stdin", "Waiting", "for", "wood"], input: ids)
        #expect(added.status == 0 && added.lines.count == 3, "\(added)")
        let comments = try TaskStore.objects(run(["comment", "list", "--json"]))
        #expect(comments.map { $0["text"]?.text } == Array(repeating: "Waiting for wood", count: 3))
        #expect(Set(comments.compactMap { $0["taskId"]?.text }).count == 3)
        let some = try run(["comment", "list", "--json", "Paint", "Saw"])
        #expect(some.lines.count == 2)
        // All of it is one operation.
        #expect(try run(["undo"]).status == 0)
        #expect(try run(["comment", "list", "--json"]).output.isEmpty)
    }

    @Test func noNameOnAnInputIsNothingToDo() throws {
        let before = try store.ids()
        for words in [
            ["comment", "add", "--stdin", "x"], ["comment", "list", "--stdin"],
            ["claim", "--stdin"], ["release", "--stdin"], ["blame", "--stdin"],
            ["urgency", "--stdin"],
        ] {
            let outcome = try run(words, input: "\n")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.output.isEmpty && outcome.error.isEmpty, "\(outcome)")
        }
        #expect(try store.ids() == before)
        #expect(try run(["comment", "edit", "--stdin", "x"], input: "\n").status == 129)
    }
}
