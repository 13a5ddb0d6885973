import RedoJSON
import TestSupport
import Testing

/// `redo add`: a task is a CREATE and a CREATE_TODO (protocol, section 3).
@Suite struct AddTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    static let deadline = "2025-12-24T09:00:00.000Z"

    @Test(arguments: ["fields", "payload"])
    func aTaskIsTwoNodes(_ dialect: String) throws {
        let task = try store.add("Buy", "milk", "--due", Self.deadline, "--dialect", dialect)
        let nodes = try store.nodes()
        #expect(nodes.map { $0["action"]?.text } == ["CREATE", "CREATE_TODO"])
        #expect(nodes.map { $0["taskId"]?.text } == [task, task])
        #expect(nodes.map { $0["timestamp"]?["lamport"]?.integer } == [1, 2])
        #expect(nodes[0]["parents"] == [])
        #expect(nodes[1].parents == [nodes[0]["id"]?.text])
        let data = nodes.map { $0["data"]?[dialect == "fields" ? "fields" : "payload"] }
        #expect(data[0]?.without("ownerNonce") == ["title": "Buy milk"])
        #expect(data[0]?.names.contains("ownerNonce") == (dialect == "fields"))
        #expect(data[1]?["deadline"]?.text == Self.deadline)
        #expect(data[1]?.names.sorted() == ["deadline", "todoTaskId"])
        for node in nodes {
            #expect(node["timestamp"]?["wall"]?.text == CommandRunner.now)
            #expect(node["author"]?["deviceId"] == "test-device")
            #expect(node["author"]?["name"] == "Test")
            #expect(node["data"]?.names == [dialect])
        }
        let verified = try store.run("verify", ["--all", "--require-signature"])
        #expect(verified.status == 0 && verified.output.isEmpty, "\(verified)")
    }

    @Test func itIsSaidWhatWasAddedByAnIDThatNamesIt() throws {
        let outcome = try store.run("add", ["Grüße", "senden"])
        let words = outcome.text.split(separator: " ")
        #expect(outcome.text == "added \(words[1]) Grüße senden\n")
        #expect(try store.run("show", [String(words[1])]).text.hasPrefix("Grüße senden\n"))
    }

    @Test func idsAreAllThatIsPrintedIfRequested() throws {
        let one = try store.run("add", ["--ids", "Buy", "milk"])
        #expect(one.status == 0 && one.error.isEmpty, "\(one)")
        #expect(one.lines == (try store.nodes().first?["taskId"]?.text).map { [$0] })
        let several = try store.runner.run("redo-add", ["--ids", "-"], input: Array("a\nb\n".utf8))
        #expect(several.status == 0 && several.error.isEmpty, "\(several)")
        let titles = try several.lines.map { try store.state(of: $0)?["title"]?.text }
        #expect(titles == ["a", "b"])
        let none = try store.runner.run("redo-add", ["--ids", "-"])
        #expect(none.status == 1 && none.output.isEmpty && none.error.isEmpty, "\(none)")
    }

    @Test(arguments: ["fields", "payload"])
    func aDraftHasNoToDo(_ dialect: String) throws {
        try store.add("Idea", "--draft", "--dialect", dialect)
        #expect(try store.nodes().map { $0["action"]?.text } == ["CREATE"])
        #expect(try store.run("list").text.hasSuffix("Idea (idea)\n"))
    }

    @Test func optionsBecomeFields() throws {
        try store.add(
            "Water", "-p", "high", "--points", "0.5", "--every", "7", "--description",
            "all of them",
            "--private", "-t", "home", "--tag=é", "--notes", "the fern too", "-d", Self.deadline)
        let nodes = try store.nodes()
        #expect(
            nodes[0]["data"]?["fields"]?.without("ownerNonce") == [
                "description": "all of them", "frequencyDays": 7, "priority": 4, "privacy": true,
                "storyPoints": .number(0.5), "tags": ["home", "é"], "title": "Water",
            ])
        #expect(nodes[1]["data"]?["fields"]?["notes"] == "the fern too")
    }

    @Test func prioritiesAreNumbersOrWords() throws {
        let words = [
            "critical": 5, "high": 4, "medium": 3, "low": 1, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5,
        ]
        for (word, number) in words {
            try store.add(word, "--priority", word)
            let task = try #require(store.tasks().first { $0["title"]?.text == word })
            #expect(task["priority"]?.integer == number, "\(word)")
        }
    }

    /// Nothing is written where something is wrong.
    @Test(arguments: [
        ["x", "-p", "0"], ["x", "-p", "6"], ["x", "-p", "urgent"], ["x", "-p", ""],
        ["x", "-p", "3.0"],
        ["x", "--points", "-1"], ["x", "--points", "nan"], ["x", "--points", "inf"],
        ["x", "--points", "1e999"], ["x", "--points", "many"], ["x", "--every", "-1"],
        ["x", "--every", "1.5"], ["x", "--due", "someday"], ["x", "--dialect", "pidgin"], [],
        ["x", "--dialect", "payload", "--draft", "-t", "home"], ["x", "--dialect", "payload"],
        ["x", "--every", "1m"], ["x", "--every", "often"],
        [""], ["   "], ["\u{2003}\n"], ["x", "-t", ""], ["x", "-t", " "], ["x", "-t", "a,"],
        ["x", "-t", "a,,b"], ["x", "-t", #""""#], ["x", "-t", #"" ""#], ["x", "-t", #""a"#],
    ])
    func wrongUsageWritesNothing(_ arguments: [String]) throws {
        let outcome = try store.run("add", arguments)
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
        // A wrong date or frequency comes with a hint, other mistakes with the forms of the command.
        let isOfValue =
            outcome.codedError.contains("not a valid date: ")
            || outcome.codedError.contains("not a valid value of --every: ")
        #expect(
            outcome.codedError.contains(
                isOfValue ? "\nhint: " : "usage: redo add [<options>] <title>..."))
        #expect(try store.nodes().isEmpty)
    }

    @Test func anEmptyTitleIsRefusedInWords() throws {
        let outcome = try store.run("add", ["  "])
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: the title is empty\nusage: "), "\(outcome)")
    }

    @Test func anEmptyTagIsRefusedInWords() throws {
        let outcome = try store.run("add", ["x", "--tag", ""])
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: --tag takes a tag, and this one is empty\n"),
            "\(outcome)")
        let several = try store.run("add", ["x", "--tag", "a,,b"])
        #expect(
            several.codedError.hasPrefix("error: USAGE: a tag is empty in --tag 'a,,b'\n"),
            "\(several)")
    }

    @Test func tagsHaveCommasBetweenThem() throws {
        try store.add("Water", "--draft", "-t", "home, garden", "-t", #""a, b",c"#)
        #expect(try store.tasks().first?["tags"] == ["home", "garden", "a, b", "c"])
    }

    @Test(arguments: [("14", 14), ("3 days after done", 3), ("none", 0)])
    func aFrequencyIsWritten(_ text: String, _ days: Int) throws {
        let outcome = try store.run("add", ["Water", "--every", text])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(try store.tasks().first?["frequencyDays"]?.integer == days)
        #expect(try store.tasks().first?["recurrence"] == nil)
    }

    /// What the protocol refuses is refused with its code.
    @Test(arguments: [
        ["x", "--every", "0", "--dialect", "payload", "--due", deadline],
        ["x", "--points", "0.5", "--dialect", "payload", "--due", deadline],
        ["x", "--every", "9007199254740993"],
    ])
    func aFieldThatIsNotAllowedWritesNothing(_ arguments: [String]) throws {
        let outcome = try store.run("add", arguments)
        #expect(outcome.status == 1)
        #expect(outcome.codedError.hasPrefix("error: E_SCHEMA_MISMATCH: "))
        #expect(try store.nodes().isEmpty)
    }

    @Test func aTitleMayLookLikeAnOption() throws {
        try store.add("--due", "tomorrow", "--", "--due", "-x")
        #expect(try store.nodes().first?["data"]?["fields"]?["title"] == "--due -x")
    }

    @Test func theDialectIsConfigured() throws {
        _ = try store.run("config", ["redo.dialect", "payload"])
        try store.add("x", "--draft")
        try store.add("y", "--draft", "--dialect", "fields")
        let names = try store.nodes().map { [$0["data"]?["payload"], $0["data"]?["fields"]] }
        let titles = names.flatMap { $0.compactMap { $0?["title"]?.text } }
        #expect(Set(titles) == ["x", "y"])
        #expect(names.filter { $0[0]?["title"] == "x" }.count == 1)
        #expect(names.filter { $0[1]?["title"] == "y" }.count == 1)
        try store.configure("[redo]\ndialect = pidgin")
        let refused = try store.run("add", ["z"])
        #expect(refused.status == 129)
        let path = store.runner.path(".redo/config")
        let text = String(
            decoding: try store.runner.contents(ofFile: ".redo/config"), as: UTF8.self)
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        #expect(
            refused.codedError.hasPrefix(
                """
                error: USAGE: redo.dialect is 'pidgin', not fields or payload
                hint: 'redo config redo.dialect fields' fixes it: line \(line) of \(path)

                """), "\(refused)")
        #expect(try store.run("add", ["z", "--dialect", "fields"]).status == 0)
    }

    @Test func withoutAKeyNothingIsAdded() throws {
        let runner = try CommandRunner()
        _ = try runner.run("redo-init")
        let outcome = try runner.run("redo-add", ["x"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: KEYCHAIN_002: there is no key in "))
        #expect(outcome.codedError.contains("hint: 'redo keygen' creates one\n"))
        #expect(try runner.run("redo-export").output.isEmpty)
    }
}
