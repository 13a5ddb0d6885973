import TestSupport
import Testing

/// Commands with words, without a word: they show what there is.
@Suite struct BareCommandTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    @Test(arguments: [
        ("trash", ["list"]), ("key", ["list"]), ("op", ["log"]), ("comment", ["list"]),
        ("category", ["list"]),
    ])
    func theyShowTheList(_ command: String, _ words: [String]) throws {
        try store.add("Milk")
        try store.expect(["comment", "add", "Milk", "two"])
        try store.expect(["category", "add", "Food"])
        try store.expect(["delete", "Milk"])
        let bare = try store.run(command)
        #expect(bare.status == 0 && !bare.output.isEmpty, "\(bare)")
        #expect(try store.run(command, words).output == bare.output)
    }

    @Test func shareShowsWhatIsShared() throws {
        let shown = try store.run("share")
        #expect(shown.status == 0 && shown.text == "nothing is shared\n", "\(shown)")
        #expect(try store.run("shares").output == shown.output)
        #expect(try store.run("share", ["--as", "read"]).status == 129)
    }

    @Test func shareReadsNames() throws {
        try store.add("Milk")
        try store.add("Bread")
        let ben = try store.keyOfAnother()
        let outcome = try store.runner.run(
            "redo-share", ["-", "--with", ben, "--as", "write"], input: Array("Milk\nBread\n".utf8))
        #expect(outcome.status == 0 && outcome.lines.count == 2, "\(outcome)")
        #expect(try store.run("shares").text.contains("Bread\n"))
    }

    @Test func contextSaysWhichThereAre() throws {
        let none = try store.run("context")
        #expect(
            none.status == 1 && none.error.hasPrefix("note: there are no contexts: "), "\(none)")
        try store.expect(["config", "context.work.query", "tag:work"])
        let off = try store.run("context")
        #expect(off.status == 1 && off.error.contains("switches on work\n"), "\(off)")
    }
}
