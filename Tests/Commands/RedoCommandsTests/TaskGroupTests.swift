import RedoJSON
import TestSupport
import Testing

/// `redo tags` and `redo projects`.
@Suite struct TaskGroupTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("milk", "-t", "shop,home", "--project", "home.kitchen", "--due", "tomorrow")
        try store.add("paint", "-t", "home", "--project", "home", "--due", "2025-11-30")
        try store.add("later", "-t", "home", "--wait", "+3d")
        try #require(store.run("done", [try store.add("old", "-t", "past,home")]).status == 0)
        try #require(store.run("delete", [try store.add("gone", "-t", "trash")]).status == 0)
    }

    @Test func tagsAreCounted() throws {
        #expect(
            try store.run("tags").lines == [
                "TAG   OPEN  DONE  NEXT DUE", "home     2     1  tomorrow",
                "shop     1     0  tomorrow",
            ])
        let all = try store.run("tags", ["--all"]).lines
        #expect(all.count == 4 && all.contains("past     0     1  -"))
        // As many as a list has.
        #expect(try store.run("list", ["-q", "+home"]).lines.count == 2)
    }

    @Test func aProjectHasWhatIsUnderIt() throws {
        #expect(
            try store.run("projects").lines == [
                "PROJECT       OPEN  DONE  NEXT DUE", "home             2     0  tomorrow",
                "home.kitchen     1     0  tomorrow",
            ])
    }

    @Test func programsReadObjects() throws {
        let tags = try TaskStore.objects(store.run("tags", ["--json"]))
        let home = try #require(tags.first { $0["name"]?.text == "home" })
        #expect(home["open"]?.number == 2 && home["hidden"]?.number == 1)
        #expect(home["done"]?.number == 1)
        #expect(home["nextDue"]?.text?.hasPrefix("2025-11-17T") == true)
    }

    @Test func bothEncodingsOfAnAccentAreOneTag() throws {
        try store.add("a", "-t", "caf\u{E9}")
        try store.add("b", "-t", "cafe\u{301}")
        let lines = try store.run("tags").lines.filter { $0.hasPrefix("caf") }
        #expect(lines.count == 1 && lines[0].contains(" 2 "))
    }

    @Test func noTagIsSaid() throws {
        let empty = try TaskStore()
        try empty.add("plain")
        #expect(try empty.run("tags").error == "note: no open task has a tag\n")
    }
}
