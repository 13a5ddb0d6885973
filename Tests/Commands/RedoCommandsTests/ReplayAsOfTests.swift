import RedoJSON
import TestSupport
import Testing

/// `redo-replay --as-of`: the nodes that there were at a moment, by their wall times.
@Suite struct ReplayAsOfTests {
    let store: TaskStore

    /// A task that is changed once a day, at noon.
    init() throws {
        store = try TaskStore()
        func at(_ day: Int) -> [String: String] { ["REDO_WALL": "2025-11-\(day)T12:00:00.000Z"] }
        try store.add("one", "--draft", extra: at(10))
        for (day, title) in [(11, "two"), (12, "three")] {
            let outcome = try store.run(
                "edit", [day == 11 ? "one" : "two", "--title", title], extra: at(day))
            #expect(outcome.status == 0)
        }
        try store.add("other", "--draft", extra: at(13))
    }

    func titles(_ arguments: String...) throws -> [String] {
        try TaskStore.objects(store.run("replay", ["--json"] + arguments))
            .compactMap { $0["title"]?.text }.sorted()
    }

    @Test(arguments: [
        ("2025-11-09", []), ("2025-11-10", ["one"]), ("2025-11-11", ["two"]),
        ("2025-11-11T11:59:59.999Z", ["one"]), ("2025-11-11T12:00:00.000Z", ["two"]),
        ("2025-11-12 noon", ["three"]), ("3 days ago", ["other", "three"]),
        ("4 days ago", ["three"]),
        ("wed", ["three"]), ("now", ["other", "three"]),
    ])
    func theStateIsThatOfTheMoment(_ when: String, _ expected: [String]) throws {
        #expect(try titles("--as-of", when) == expected)
    }

    /// An ancestor counts, whatever its clock said.
    @Test func ancestorsAreIncluded() throws {
        _ = try store.run(
            "edit", ["other", "--title", "early"], extra: ["REDO_WALL": "2025-11-01T12:00:00.000Z"])
        #expect(try titles("--as-of", "2025-11-02") == ["early"])
    }

    @Test func everyFormGoesByIt() throws {
        let whole = try store.run("replay", ["--hash"]).text
        #expect(try store.run("replay", ["--hash", "--as-of", "now"]).text == whole)
        let id = try #require(store.run("rev-parse", ["three~1"]).lines.first)
        #expect(
            try store.run("replay", ["--hash", "--as-of", "2025-11-11"]).text
                == store.run("replay", ["--hash", "--at", id]).text)
        let explained = try store.run("replay", ["--explain", "--as-of", "2025-11-11"])
        #expect(
            explained.lines.count == 3 && explained.lines[0].hasSuffix("two: 2 of 2 nodes count"))
        #expect(try store.run("replay", ["--rejected", "--as-of", "2025-11-11"]).output.isEmpty)
        #expect(try titles("--as-of", "now", "--task", "other") == ["other"])
        #expect(try store.run("replay", ["--as-of", "2025-11-10"]).text.hasSuffix("one (idea)\n"))
    }

    @Test(arguments: [
        ["--as-of", "someday"], ["--as-of", "none"], ["--as-of", "now", "--at", "one"],
    ])
    func wrongUsageIsNamed(_ arguments: [String]) throws {
        let outcome = try store.run("replay", arguments)
        #expect(
            outcome.status == 129 && outcome.codedError.hasPrefix("error: USAGE: "), "\(outcome)")
    }
}
