import RedoJSON
import TestSupport
import Testing

/// `redo comment`.
@Suite struct CommentTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func comment(_ arguments: String...) throws -> CommandOutcome {
        try store.run("comment", arguments)
    }

    private func list() throws -> [JSONValue] {
        try TaskStore.objects(store.run("comment", ["list", "--json"]))
    }

    private func firstID() throws -> String { try #require(try list().first?["id"]?.text) }

    @Test(arguments: [false, true])
    func aCommentIsMadeShownChangedAndDeleted(_ isPacked: Bool) throws {
        let task = try store.add("Milk", "--draft")
        let hash = try store.stateHash()
        #expect(try comment("add", "Milk", "Closed", "today").text.hasSuffix(" to Milk\n"))
        if isPacked { #expect(try store.run("gc", ["-q", "--all"]).status == 0) }
        #expect(try list().map { $0["taskId"]?.text } == [task])
        let shown = try store.run("show", ["Milk"]).text
        #expect(shown.contains("comments:") && shown.contains("\n      Closed today\n"))
        // The protocol's state does not see the family.
        #expect(try store.stateHash() == hash)

        let id = String(try firstID().prefix(6))
        #expect(try comment("edit", id, "Open").status == 0)
        #expect(try list().first?["text"]?.text == "Open")
        #expect(try list().first?["edited"]?.text == CommandRunner.now)
        #expect(try comment("edit", id, "Open").text.hasPrefix("unchanged"))
        #expect(try comment("list", "Milk").text.contains("edited"))
        #expect(try comment("delete", id).status == 0)
        #expect(try list().isEmpty)
        #expect(try store.nodes().count == 4)
        try store.expectSound(skipping: 3)
    }

    /// A comment of the reader is by "you", one of others by their names; who has none is told so.
    @Test func commentsAreByYouOrByName() throws {
        try store.add("Milk")
        try store.add("Bread")
        let none = try comment()
        #expect(none.text.isEmpty && none.error.hasPrefix("note: there are no comments; "))
        #expect(try comment("list", "--json").error.contains("there are no comments; "))
        _ = try comment("add", "Milk", "the cheap one")
        let listed = try comment("list")
        #expect(listed.lines[1].hasSuffix("  you"), "\(listed)")
        #expect(try store.run("show", ["Milk"]).text.contains("  you\n"))
        #expect(try comment("list", "Bread").error == "note: there is no comment on Bread\n")
        let made = try store.run("keygen", ["--no-passphrase", "--name", "Ben"])
        let key = try #require(made.lines.last)
        _ = try store.run("key", ["use", key])
        let line = try comment("list").lines[1]
        #expect(!line.hasSuffix("  you"), "\(line)")
    }

    /// An import puts the time in the other program at the beginning of the text.
    @Test func anImportedCommentIsShownAsItWasWritten() throws {
        try store.add("Milk", "--draft")
        #expect(
            try comment("add", "Milk", "[2024-03-01T08:30:00.000Z]", "Ask", "Ana").status == 0)
        #expect(try list().first?["text"]?.text == "Ask Ana")
        #expect(try list().first?["created"]?.text == "2024-03-01T08:30:00.000Z")
        let shown = try store.run("show", ["Milk"]).text
        #expect(
            shown.contains("2024-03-01 08:30") && shown.contains("\n      Ask Ana\n"), "\(shown)")
        // The time stays when the text changes.
        let id = try firstID()
        #expect(try comment("edit", id, "Ask", "Ana").text.hasPrefix("unchanged"))
        #expect(try comment("edit", id, "Ask", "Bob").status == 0)
        #expect(try list().first?["text"]?.text == "Ask Bob")
        #expect(try list().first?["created"]?.text == "2024-03-01T08:30:00.000Z")
        let state = try store.run("replay", ["--family", "organisation"]).text
        #expect(state.contains("[2024-03-01T08:30:00.000Z] Ask Bob"))
    }

    @Test(arguments: [false, true]) func commentsAreFound(_ isPacked: Bool) throws {
        try store.add("Milk")
        try store.add("Bread")
        #expect(try comment("add", "Milk", "the cheap one").status == 0)
        if isPacked { #expect(try store.run("gc", ["-q", "--all"]).status == 0) }
        let found = try store.run("search", ["cheap"])
        #expect(
            found.status == 0 && found.text.contains("      comment: the cheap one"), "\(found)")
        for words in [["cheap"], ["text:cheap"], ["cheap", "--all"]] {
            let listed = try store.run("list", words)
            #expect(listed.text.contains("Milk") && !listed.text.contains("Bread"), "\(words)")
        }
        #expect(try store.run("done", ["--query", "cheap"]).text.hasPrefix("done Milk"))
        // Neither its id nor the time of the import.
        #expect(try store.run("search", ["2024"]).status == 1)
    }

    @Test(arguments: [
        (["add", "Milk"], 129, "comment add takes a task and a text"),
        (["add", "Milk", " "], 129, "the comment is empty"),
        (["add", "Bread", "x"], 128, "there is no task 'Bread'"),
        (["edit", "0000", "x"], 128, "there is no comment '0000'"),
        (["delete", "00"], 128, "there is no comment '00'"),
        (["frobnicate", "x"], 129, "comment takes add, list, edit or delete"),
    ])
    func whatIsWrongIsSaidAndNothingIsWritten(
        _ arguments: [String], _ status: Int32, _ message: String
    ) throws {
        try store.add("Milk", "--draft")
        let outcome = try store.run("comment", arguments)
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.codedError.contains(message), "\(outcome)")
        #expect(try store.nodes().count == 1)
    }

    /// The author changes a comment, and the owner of the task may delete it.
    @Test func whoMayChangeAndDelete() throws {
        try store.add("Milk", "--draft")
        let other = try TaskStore()
        func copy(_ from: TaskStore, _ to: TaskStore) throws {
            let nodes = try from.run("export").output
            #expect(try to.runner.run("redo-import", [], input: nodes).status == 0)
        }
        try copy(store, other)
        #expect(try other.run("comment", ["add", "Milk", "mine"]).status == 0)
        try copy(other, store)
        let refused = try comment("edit", String(try firstID().prefix(8)), "yours")
        #expect(refused.status == 1 && refused.codedError.contains("E_PERMISSION_DENIED"))
        #expect(try comment("delete", String(try firstID().prefix(8))).status == 0)
        #expect(try list().isEmpty)
        #expect(try store.run("replay", ["--family", "organisation", "--void"]).text.isEmpty)
    }

    /// A text cannot move the cursor of a terminal.
    @Test func aHostileTextIsShownAsText() throws {
        try store.add("Milk", "--draft")
        #expect(try comment("add", "Milk", "a\u{1B}[2Jb\nsecond").status == 0)
        let shown = try store.run("show", ["Milk"]).text
        #expect(!shown.contains("\u{1B}") && shown.contains("\n      second\n"))
    }
}
