import RedoJSON
import TestSupport
import Testing

/// Words of `redo add` and `redo edit` that set fields: `due:fri`, `+home`.
@Suite struct AttributeWordTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func task(_ title: String) throws -> JSONValue {
        try #require(store.tasks().first { $0["title"]?.text == title })
    }

    /// The clock of the tests shows Sunday, 16 November 2025, 12:00.
    @Test func aLineIsATask() throws {
        let outcome = try store.run(
            "add",
            [
                "Pay", "rent", "due:tomorrow", "+home", "project:Flat", "p:high", "every:month",
                "@phone", "est:90min", "wait:fri",
            ])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let line = outcome.text.drop { $0 != "P" }
        #expect(
            line == """
                Pay rent — due Mon 17 Nov (tomorrow), every month, priority 4, project Flat, \
                +home, +phone, hidden until Fri 21 Nov (in 5 days), estimate 1h30m

                """)
        let rent = try task("Pay rent")
        #expect(rent["due"]?.text == "2025-11-17T23:59:00.000Z")
        #expect(rent["priority"] == 4 && rent["project"] == "Flat" && rent["timeEstimate"] == 90)
        #expect(rent["tags"] == ["home", "phone"])
        #expect(rent["recurrence"]?.text?.hasPrefix("FREQ=MONTHLY") == true)
        #expect(rent["wait"]?.text == "2025-11-21T00:00:00.000Z")
    }

    /// A word is another spelling of the option.
    @Test(arguments: [
        ("pro:home", ["--project", "home"]), ("proj:home", ["--project", "home"]),
        ("pri:5", ["-p", "5"]), ("p:H", ["-p", "high"]), ("prio:low", ["-p", "low"]),
        ("sched:fri", ["--scheduled", "fri"]), ("wait:fri", ["--wait", "fri"]),
        ("until:fri", ["--expires", "fri"]), ("expires:fri", ["--expires", "fri"]),
        ("est:2h", ["--estimate", "2h"]), ("tag:a,b", ["-t", "a,b"]), ("+é", ["-t", "é"]),
        ("every:7", ["--every", "7"]), ("recur:7", ["--every", "7"]),
        ("remind:30min", ["--remind", "30min"]), ("due:10:30", ["--due", "10:30"]),
    ])
    func itSetsWhatTheOptionSets(_ word: String, _ option: [String]) throws {
        let ids = try [[word], option].map { words in
            try #require(store.run("add", ["--ids", "Buy"] + words).lines.first)
        }
        let states = try ids.map { try #require(try store.state(of: $0)).names.sorted() }
        #expect(states[0] == states[1])
        for name in states[0]
        where !["guid", "created", "lastUpdated", "ownerNonce", "todoTasks"].contains(name) {
            let values = try ids.map { try store.state(of: $0)?.member(name) }
            #expect(values[0] == values[1], "\(name)")
        }
    }

    @Test func untilEndsARuleThatIsGiven() throws {
        try store.add("Rent", "until:2026-03-01", "every:month", "due:1st")
        #expect(try task("Rent")["recurrence"]?.text?.contains("UNTIL=") == true)
        #expect(try task("Rent")["until"] == nil)
    }

    @Test(arguments: [
        "10:30", "http://example.org/a:b", "https://x", "due://x", "note:x", "Re:", "re:", "C:",
        "c:x", "+1", "@3pm", "+", "@", ":x", "foo:bar", "Due:fri", "12h:x",
    ])
    func otherWordsAreText(_ word: String) throws {
        let outcome = try store.run("add", ["Buy", word, "milk"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.text.hasSuffix(" Buy \(word) milk\n"), "\(outcome)")
    }

    @Test(arguments: [
        ("due:fridday", "in 'due:fridday' at character 5"),
        ("p:9", "in 'p:9' at character 5"), ("est:long", "in 'est:long' at character 5"),
        ("every:often", "in 'every:often' at character 5"),
        ("depends:nothing", "in 'depends:nothing' at character 5"),
        ("category:nothing", "in 'category:nothing' at character 5"),
        ("+a,,b", "in '+a,,b' at character 5"), ("remind:often", "in 'remind:often'"),
        ("due:", "a value is missing after 'due:'"), ("pr:x", "'pr:' could be "),
    ])
    func aWrongValueIsAnErrorWithItsPosition(_ word: String, _ part: String) throws {
        let outcome = try store.run("add", ["Buy", word, "milk"])
        #expect([128, 129].contains(outcome.status) && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.error.contains(part), "\(outcome)")
        #expect(try store.nodes().isEmpty)
    }

    @Test func whatIsGivenTwiceIsRefused() throws {
        let outcome = try store.run("add", ["Buy", "due:fri", "--due", "sat"])
        #expect(outcome.status == 129 && outcome.error.contains("--due is given twice"))
    }

    // MARK: Literal texts

    @Test func aQuotedTitleIsText() throws {
        let outcome = try store.run("add", ["Buy milk due:fri +home"])
        #expect(outcome.text.hasSuffix(" Buy milk due:fri +home\n"), "\(outcome)")
        #expect(outcome.error.contains("'due:fri' is a part of the title"), "\(outcome)")
        #expect(outcome.error.contains("--words"))
        let quiet = try store.run("add", ["--ids", "Buy milk due:fri"])
        #expect(quiet.error.isEmpty && quiet.lines.count == 1)
    }

    @Test func wordsAfterTwoHyphensAreText() throws {
        let outcome = try store.run("add", ["+home", "--", "Buy", "due:fri"])
        #expect(outcome.error.isEmpty, "\(outcome)")
        #expect(try task("Buy due:fri")["tags"] == ["home"])
    }

    @Test func wordsOfQuotedTextsAreReadIfRequested() throws {
        let outcome = try store.run("add", ["--words", "--", "Buy milk due:fri +home"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(try task("Buy milk")["tags"] == ["home"])
        let plain = try store.run("add", ["--words", "Two  spaces"])
        #expect(plain.text.hasSuffix(" Two  spaces\n"), "\(plain)")
    }

    @Test func theyCanBeSwitchedOff() throws {
        try #require(store.run("config", ["add.words", "false"]).status == 0)
        let outcome = try store.run("add", ["Buy", "due:fri", "+home"])
        #expect(outcome.text.hasSuffix(" Buy due:fri +home\n") && outcome.error.isEmpty)
        #expect(try store.run("edit", ["Buy", "+home"]).status == 129)
        try store.add("--words", "Milk", "+home")
        #expect(try task("Milk")["tags"] == ["home"])
        try #require(store.run("config", ["add.words", "true"]).status == 0)
        try store.add("--no-words", "Oats", "+home")
        #expect(try task("Oats +home")["tags"] == nil)
    }

    @Test func linesAreTextUnlessRequested() throws {
        func add(_ input: String, _ arguments: String...) throws -> CommandOutcome {
            try store.runner.run("redo-add", ["-"] + arguments, input: Array(input.utf8))
        }
        #expect(try add("Buy +home\n").text.hasSuffix(" Buy +home\n"))
        let outcome = try add(
            """
            Buy milk +home due:fri
            {"title": "Paint +home"}
            Rent every:month until:2026-03-01

            """, "--words", "--project", "flat")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(try task("Buy milk")["tags"] == ["home"])
        #expect(try task("Buy milk")["project"] == "flat")
        #expect(try task("Paint +home")["tags"] == nil)
        #expect(try task("Rent")["recurrence"]?.text?.contains("UNTIL=") == true)
        let wrong = try add("Milk\nBuy due:fridday\n", "--words")
        #expect(wrong.status == 129 && wrong.error.contains("line 2"), "\(wrong)")
        #expect(wrong.error.contains("in 'due:fridday' at character 5"), "\(wrong)")
    }

    // MARK: Custom fields

    @Test func customFieldsAreWords() throws {
        try #require(store.run("config", ["field.effort.type", "number"]).status == 0)
        try #require(store.run("config", ["field.p.type", "text"]).status == 0)
        let outcome = try store.run("add", ["Buy", "effort:3", "p:x", "pri:4"])
        #expect(outcome.status == 0, "\(outcome)")
        let buy = try task("Buy")
        #expect(buy["effort"] == 3 && buy["p"] == "x" && buy["priority"] == 4)
        #expect(outcome.text.contains("effort 3"), "\(outcome)")
        let wrong = try store.run("add", ["Buy", "effort:much"])
        #expect(wrong.status == 129 && wrong.error.contains("in 'effort:much'"), "\(wrong)")
    }

    // MARK: Edit

    @Test func wordsEditATask() throws {
        try store.add("Buy", "milk", "+home", "+shop", "due:tomorrow")
        let outcome = try store.run(
            "edit", ["milk", "due:fri,9am", "tag:-shop", "+market", "p:1", "pro:flat"])
        #expect(
            outcome.text == """
                edited Buy milk: due Fri 21 Nov 09:00 (in 5 days), priority 1, project flat, \
                +market, -shop

                """, "\(outcome)")
        #expect(try task("Buy milk")["tags"] == ["home", "market"])
        let removed = try store.run("edit", ["milk", "due:none", "pro:none"])
        #expect(removed.text == "edited Buy milk: no deadline, no project\n", "\(removed)")
    }

    @Test func aTagWithAHyphenIsExplained() throws {
        try store.add("Buy", "milk", "+shop")
        for word in ["-shop", "-home"] {
            let outcome = try store.run("edit", ["milk", word])
            #expect(outcome.status == 129, "\(outcome)")
            #expect(outcome.error.contains("'tag:\(word)'"), "\(outcome)")
        }
    }

    // MARK: Contexts

    @Test func aContextAppliesToWhatIsAdded() throws {
        for (name, value) in [("query", "project:work"), ("set", "project:work +office p:4")] {
            let outcome = try store.run("config", ["context.job.\(name)", value])
            try #require(outcome.status == 0, "\(outcome)")
        }
        try #require(store.run("context", ["job"]).status == 0)
        let outcome = try store.run("add", ["Call", "Ben", "+phone", "p:2"])
        #expect(
            outcome.text.hasSuffix(
                " Call Ben — priority 2, project work, +office, +phone (the context job is on)\n"),
            "\(outcome)")
        let hidden = try store.run("add", ["Buy", "milk", "project:home"])
        #expect(
            hidden.text.hasSuffix("\n  the context job hides it: project:work\n"), "\(hidden)")
        // Programs, and those who say so, are not affected.
        let id = try store.add("Plain")
        #expect(try store.state(of: id)?["project"] == nil)
        let without = try store.run("add", ["Bare", "--context", "none"])
        #expect(without.text.hasSuffix(" Bare\n"), "\(without)")
    }

    @Test(arguments: ["due", "foo:bar", "project:work now", "p:9"])
    func aContextSetsWords(_ text: String) throws {
        let outcome = try store.run("config", ["context.job.set", text])
        #expect(outcome.status == 129, "\(outcome)")
    }

    @Test func aContextNeedsNoQuery() throws {
        try #require(store.run("config", ["context.job.set", "+office"]).status == 0)
        try #require(store.run("context", ["job"]).status == 0)
        #expect(try store.run("context", ["list"]).text == "* job\t\tadds +office\n")
        try store.add("--context", "job", "Call")
        #expect(try task("Call")["tags"] == ["office"])
        #expect(try store.run("list").error.isEmpty)
    }

    // MARK: Reminders

    @Test func remindersAreSet() throws {
        let id = try store.add("Call", "due:fri", "remind:30min", "remind:1d", "remind:fri,9am")
        #expect(
            try store.state(of: id)?["reminders"]
                == ["-PT30M", "-P1D", "2025-11-21T09:00:00.000Z"])
        #expect(try store.run("edit", ["Call", "remind:never"]).text.contains("no reminders"))
        #expect(try store.state(of: id)?["reminders"] == [])
        #expect(try store.run("edit", ["Call", "remind:none"]).status == 0)
        #expect(try store.state(of: id)?["reminders"] == .null)
    }
}
