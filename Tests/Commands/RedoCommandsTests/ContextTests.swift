import RedoJSON
import TestSupport
import Testing

/// `redo context`: a query that applies to lists for people until it is switched off.
@Suite struct ContextTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("milk", "--project", "home")
        try store.add("tax", "--project", "work")
        for name in ["home", "work"] {
            let outcome = try store.run("config", ["context.\(name).query", "project:\(name)"])
            try #require(outcome.status == 0)
        }
        try #require(store.run("context", ["work"]).status == 0)
    }

    @Test func listsForPeopleSayWhichOneIsOn() throws {
        let outcome = try store.run("list", ["--columns", "title"])
        #expect(outcome.lines == ["TITLE", "tax"])
        #expect(outcome.codedError == "note: the context work is on: project:work\n")
        #expect(try store.run("context").text == "work\n")
        #expect(
            try store.run("context", ["list"]).text
                == "  home\tproject:home\n* work\tproject:work\n")
    }

    /// What is switched on says what it does.
    @Test func aSwitchedContextIsSaid() throws {
        _ = try store.run("config", ["context.home.set", "project:home +evening"])
        let home = try store.run("context", ["home"])
        #expect(
            home.error
                == "note: the context home is on: project:home; new tasks get project:home +evening\n"
        )
        #expect(home.text.isEmpty)
        let empty = try TaskStore()
        #expect(try empty.run("context", ["list"]).error.hasPrefix("note: there are no contexts: "))
    }

    @Test func programsAreNotToldOfIt() throws {
        let json = try store.run("list", ["--json"])
        #expect(json.lines.count == 2 && json.error.isEmpty)
        #expect(try TaskStore.objects(store.run("export")).count == 4)
        #expect(try store.run("search", ["milk"]).status == 0)
        #expect(try store.run("list", ["--json", "--context", "home"]).lines.count == 1)
    }

    @Test func itIsSwitchedOff() throws {
        #expect(try store.run("list", ["--context", "none"]).lines.count == 3)
        #expect(
            try store.run("list", ["--context", "home", "--columns=title"]).lines == [
                "TITLE", "milk",
            ])
        #expect(try store.run("context", ["none"]).error == "note: no context is on\n")
        #expect(try store.run("context").status == 1)
        let outcome = try store.run("list")
        #expect(outcome.lines.count == 3 && outcome.error.isEmpty)
    }

    @Test func whatThereIsNotIsExplained() throws {
        let outcome = try store.run("context", ["nowhere"])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: there is no context 'nowhere'\nhint: there are home, work\n"))
        #expect(try store.run("list", ["--context", "nowhere"]).status == 129)
        // One that is gone hides nothing.
        try #require(store.run("config", ["--unset", "context.work.query"]).status == 0)
        let list = try store.run("list")
        #expect(list.lines.count == 3)
        #expect(
            list.codedError.hasPrefix("warning: USAGE: the active context 'work' is ignored"))
    }
}
